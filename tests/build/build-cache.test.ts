import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestChange } from '#build/build-cache.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docstead stale '))
  mkdirSync(join(folder, 'deep', 'er'), { recursive: true })
  writeFileSync(join(folder, 'deep', 'er', 'a.ts'), '')
  for (const name of ['deep/er/a.ts', 'deep/er', 'deep', '.']) utimesSync(join(folder, name), 1000, 1000)
})

afterEach(() => rmSync(folder, { recursive: true }))

test('reports no change for a missing path', () => {
  expect(newestChange(join(folder, 'gone'))).toBe(0)
})

test('includes deeply nested files', () => {
  expect(newestChange(folder)).toBe(1_000_000)
  utimesSync(join(folder, 'deep', 'er', 'a.ts'), 2000, 2000)
  expect(newestChange(folder)).toBe(2_000_000)
})

test('counts a deleted file as a change', () => {
  rmSync(join(folder, 'deep', 'er', 'a.ts'))
  expect(newestChange(folder)).toBeGreaterThan(1_000_000)
})
