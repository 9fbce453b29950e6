import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pathsIn } from '#src/core/data-folder.ts'
import { pauseCheckpoints } from '#src/db/engine.ts'
import { runTask } from '#src/features/backup/run-task.ts'
import { createTestApp } from '#tests/support/app.ts'

/** Returns how many pages the write-ahead log has that are not in the database. Source: SQLite, "WAL-Index Format". */
function waitingPages(database: string): number {
  const index = readFileSync(`${database}-shm`)
  return index.readUInt32LE(16) - index.readUInt32LE(96)
}

test('what is saved while a backup is packed is in the database before saves move the log again', async () => {
  const app = await createTestApp()
  const item = await app.rows.newItem()
  const { page_id } = await app
    .as('owner')
    .page.save({ item_id: String(item), page_title: 'Page', page_content: 'text' })
  const file = new File(['some text'], 'file.txt')
  await app.as('owner').attachment.attachmentUpload({ item_id: item, page_id, file })
  const { database } = pathsIn(app.data)
  const folder = mkdtempSync(join(tmpdir(), 'docstead-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const resume = pauseCheckpoints(app.app.db)
  app.rows.sqlite.pragma('wal_autocheckpoint = 0')
  const waited: number[] = []
  const onProgress = (done: number, total: number) => {
    // the copy of the database is complete, and files follow
    if (done / total < 0.7 || waited.length > 0) return
    for (let number = 0; number < 100; number++)
      app.rows.newPage(item, `Page ${number}`, { page_content: `${number} `.repeat(30_000) })
    waited.push(waitingPages(database))
  }
  await runTask({ action: 'create', data: app.data, target: { file: join(folder, 'copy.tar') }, allow: [] }, onProgress)
  resume()
  expect(waited[0]).toBeGreaterThan(1000)
  expect(waitingPages(database)).toBeLessThan(250)
})
