import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'
import { runCommand } from './run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'docstead-foreign-'))
/** A database of this version. */
const whole = join(folder, 'whole.db')

beforeAll(async () => {
  const app = await createTestApp()
  app.rows.sqlite.prepare('VACUUM INTO ?').run(whole)
  await app.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A data folder with a database changed by these statements. */
function folderWith(statements: string, isOurs = false): string {
  const data = mkdtempSync(join(folder, 'data-'))
  const path = join(data, 'docstead.db')
  if (isOurs) copyFileSync(whole, path)
  else writeFileSync(path, '')
  const sqlite = new Database(path)
  sqlite.exec(statements)
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  sqlite.close()
  return data
}

/** The files of a folder with their checksums, without the lock of a rejected start. */
const contentOf = (data: string) =>
  readdirSync(data)
    .filter((name) => name !== 'run.lock')
    .toSorted()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(data, name)))
        .digest('hex'),
    ])

const foreign = "CREATE TABLE bookmark (url TEXT); INSERT INTO bookmark VALUES ('https://example.com')"

test.each<[string, () => string, string]>([
  ['of another program', () => folderWith(foreign), 'is not a Docstead database'],
  [
    'of another program with a log',
    () => folderWith(`PRAGMA journal_mode = WAL; ${foreign}`),
    'is not a Docstead database',
  ],
  [
    'of another program that counts its schemas',
    () => folderWith(`${foreign}; PRAGMA user_version = 3`),
    'is not a Docstead database',
  ],
  [
    'of another program with a high number',
    () => folderWith(`${foreign}; PRAGMA user_version = 3000`),
    'is not a Docstead database',
  ],
  [
    'that lacks a column',
    () => folderWith('ALTER TABLE page DROP COLUMN page_comments', true),
    'Missing tables or columns: 1 (page.page_comments)',
  ],
  [
    'that lacks tables',
    () => folderWith('PRAGMA foreign_keys = OFF; DROP TABLE page_history; DROP TABLE options', true),
    'Missing tables or columns: 2 (options, page_history)',
  ],
])('a database %s is reported by every command and left unchanged', async (_, make, said) => {
  const data = make()
  const before = contentOf(data)
  for (const words of [
    ['serve', '--port', '0'],
    ['user', 'list'],
    ['token', 'add', 'admin'],
    ['captcha', 'x'],
    ['reindex'],
  ]) {
    const { code, stdout, stderr } = await runCommand([...words, '--data', data])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).toContain(said)
    expect(stderr).toContain(join(data, 'docstead.db'))
  }
  const examined = await runCommand(['doctor', '--data', data])
  expect(examined).toMatchObject({ code: 1, stderr: '' })
  expect(examined.stdout).toContain(said)
  expect(contentOf(data)).toEqual(before)
})
