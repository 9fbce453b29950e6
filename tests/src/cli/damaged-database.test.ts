import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '#src/cli/start-server.ts'
import { readConfig } from '#src/core/config.ts'
import { openDataFolder, pathsIn } from '#src/core/data-folder.ts'
import { emptyLog } from '#src/db/engine.ts'
import { writeWebStub } from '#tests/support/web-stub.ts'

/** A data folder with some rows and an old uploaded file that no row mentions. */
async function usedFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-damaged-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const orphan = join(pathsIn(data).uploads, 'ab', 'ab'.repeat(16))
  mkdirSync(join(orphan, '..'), { recursive: true })
  writeFileSync(orphan, 'mine')
  utimesSync(orphan, 1, 1)
  const { open } = await openDataFolder(data)
  const insert = open.sqlite.prepare("INSERT INTO options VALUES ('name-' || ?, hex(randomblob(2000)))")
  for (let number = 0; number < 200; number++) insert.run(number)
  emptyLog(open)
  await open.close()
  const config = { ...readConfig(new Map(), {}), data, host: '127.0.0.1', port: 0 }
  return {
    data,
    path: pathsIn(data).database,
    orphan,
    start: () => startServer(config, pino({ enabled: false }), writeWebStub(join(folder, 'web'))),
  }
}

const readiness = async (address: string) => {
  const response = await fetch(`${address}/readyz`)
  return { status: response.status, body: await response.json() }
}

test('a server listens before its database is checked, and writes nothing once damage is found', async () => {
  const { data, path, orphan, start } = await usedFolder()
  const bytes = readFileSync(path)
  bytes.fill('damaged ', bytes.length - 4 * 4096, bytes.length - 2 * 4096)
  writeFileSync(path, bytes)
  const server = await start()
  try {
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
    expect(await server.checked).toMatchObject({
      outcome: 'damaged',
      error: { text: 'databaseFoundDamaged', values: { path } },
    })
    expect(await readiness(server.address)).toEqual({
      status: 503,
      body: { status: 'not ready', problem: 'databaseFoundDamaged' },
    })
  } finally {
    await server.stop()
  }
  expect(readFileSync(path).equals(bytes)).toBe(true)
  expect(existsSync(orphan)).toBe(true)
  expect(readdirSync(data).toSorted()).toEqual(['docstead.db', 'run.lock', 'uploads'])
})

test('a server whose database is intact is ready, and tidies up after the check', async () => {
  const { orphan, start } = await usedFolder()
  const server = await start()
  try {
    expect(await server.checked).toEqual({ outcome: 'intact' })
    expect((await readiness(server.address)).status).toBe(200)
    await Promise.all(server.app.background)
    expect(existsSync(orphan)).toBe(false)
  } finally {
    await server.stop()
  }
})

test('a server that stops during the check ends it, and leaves all data in one file', async () => {
  const { data, orphan, start } = await usedFolder()
  const server = await start()
  await server.stop()
  expect(await server.checked).toEqual({ outcome: 'stopped' })
  expect(existsSync(orphan)).toBe(true)
  expect(readdirSync(data).toSorted()).toEqual(['docstead.db', 'run.lock', 'uploads'])
})
