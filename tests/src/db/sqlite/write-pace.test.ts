import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeWayForSaves, writePace } from '#src/db/engine.ts'

test('long writes are slow while somebody saves, and fast otherwise', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-pace-'))
  onTestFinished(() => {
    makeWayForSaves(undefined)
    rmSync(folder, { recursive: true })
  })
  const database = join(folder, 'docstead.db')
  const log = `${database}-wal`
  const quiet = writePace()
  expect(quiet.restMs(1000)).toBeLessThan(30)
  makeWayForSaves(database)
  expect(writePace().bytes).toBe(quiet.bytes)
  writeFileSync(log, 'x')
  const used = writePace()
  expect(used.bytes).toBeLessThan(quiet.bytes)
  expect(used.restMs(1)).toBeGreaterThan(quiet.restMs(1))
  const aMinuteAgo = Date.now() / 1000 - 60
  utimesSync(log, aMinuteAgo, aMinuteAgo)
  expect(writePace().bytes).toBe(quiet.bytes)
})
