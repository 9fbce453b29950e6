import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'
import { bytes } from './files.ts'

const days = (count: number) => new Date(Date.now() - count * 86_400_000)

test('removes only old files without a row at startup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-leftovers-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const first = await createTestApp({ data: folder })
  await first.as('owner').page.upload({ file: bytes('a.txt', 'x') })
  const [row] = first.rows.all('upload_file')
  await first.close()

  const uploads = join(folder, 'uploads')
  const put = (name: string, time: Date) => {
    const path = join(uploads, name.slice(0, 2), name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, 'x')
    utimesSync(path, time, time)
    return path
  }
  const known = put(String(row?.['stored_name']), days(30))
  const old = put('a'.repeat(32), days(3))
  const young = put('b'.repeat(32), days(1))
  const foreign = put('cc-notes.txt', days(30))
  const incoming = join(uploads, 'incoming', 'half')
  writeFileSync(incoming, 'x')

  const second = await createTestApp({ data: folder })
  await Promise.all(second.app.background)
  expect([known, old, young, foreign, incoming].map((path) => existsSync(path))).toEqual([
    true,
    false,
    true,
    true,
    false,
  ])
})
