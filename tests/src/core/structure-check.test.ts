import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDataFolder, pathsIn, type ReadyDatabase } from '#src/core/data-folder.ts'
import { startStructureCheck } from '#src/core/structure-check.ts'
import { emptyLog } from '#src/db/engine.ts'

let data: string
let path: string
let ready: ReadyDatabase

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'docstead-check-'))
  path = pathsIn(data).database
  ready = await openDataFolder(data)
  onTestFinished(async () => {
    await ready.open.close()
    rmSync(data, { recursive: true, force: true })
  })
  const insert = ready.open.sqlite.prepare("INSERT INTO options VALUES ('name-' || ?, hex(randomblob(2000)))")
  for (let number = 0; number < 200; number++) insert.run(number)
})

const outcomeOf = async () => (await startStructureCheck(data).result).outcome

test('an intact database, with its newest rows in the write-ahead log', async () => {
  expect(await outcomeOf()).toBe('intact')
  emptyLog(ready.open)
  expect(await outcomeOf()).toBe('intact')
})

test('damage in a late page, which it does not change', async () => {
  emptyLog(ready.open)
  const bytes = readFileSync(path)
  bytes.fill('damaged ', bytes.length - 4 * 4096, bytes.length - 2 * 4096)
  writeFileSync(path, bytes)
  const result = await startStructureCheck(data).result
  expect(result).toMatchObject({
    outcome: 'damaged',
    error: { name: 'StartError', text: 'databaseFoundDamaged', exitCode: 1, values: { path } },
  })
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

test('does not wait for a writer, nor a writer for it', async () => {
  const { sqlite } = ready.open
  sqlite.exec('BEGIN IMMEDIATE')
  sqlite.exec("INSERT INTO options VALUES ('held', '1')")
  expect(await outcomeOf()).toBe('intact')
  sqlite.exec('COMMIT')
})

test('ends when it is stopped, before or after its result', async () => {
  const early = startStructureCheck(data)
  await early.stop()
  expect(await early.result).toEqual({ outcome: 'stopped' })
  const late = startStructureCheck(data)
  expect(await late.result).toEqual({ outcome: 'intact' })
  await late.stop()
})

test('reports that it could not be made', async () => {
  const result = await startStructureCheck(join(data, 'none')).result
  expect(result).toMatchObject({ outcome: 'failed', error: { message: expect.stringContaining('directory') } })
})
