import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDataFolder } from '#src/core/data-folder.ts'
import { openDatabase, pauseCheckpoints, withSnapshot } from '#src/db/engine.ts'

test('what is written while a snapshot is held is moved into the database by the holder, not by the next save', async () => {
  const data = mkdtempSync(join(tmpdir(), 'docstead-checkpoint-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  await (await openDataFolder(data)).open.close()
  const file = join(data, 'docstead.db')
  const open = openDatabase(file)
  onTestFinished(() => open.close())
  const insert = open.sqlite.prepare('INSERT OR REPLACE INTO options VALUES (?, hex(randomblob(2000)))')
  const save = () => {
    for (let number = 0; number < 2000; number++) insert.run(`name ${number}`)
  }
  const bytes = () => statSync(file).size
  const before = bytes()
  const resume = pauseCheckpoints(open.db)
  await withSnapshot(file, async () => {
    open.sqlite.transaction(save)()
    insert.run('one more')
    expect(bytes()).toBe(before)
  })
  expect(bytes()).toBeGreaterThan(before + 8_000_000)

  // by itself it would have been moved by the save after the limit, and is again once that is allowed
  const grown = bytes()
  open.sqlite.transaction(() => {
    for (let number = 0; number < 2000; number++) insert.run(`other ${number}`)
  })()
  expect(bytes()).toBe(grown)
  resume()
  insert.run('last')
  expect(bytes()).toBeGreaterThan(grown + 8_000_000)
})
