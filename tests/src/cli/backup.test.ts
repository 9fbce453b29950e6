import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runCommandLine } from '#src/cli/commands.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let folder: string

beforeEach(async () => {
  app = await createTestApp()
  folder = mkdtempSync(join(tmpdir(), 'docstead-cli-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  app.rows.newPage(await app.rows.newItem(), 'Page')
})

/** Runs a command on the data folder of the running server. */
async function command(...words: string[]) {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const textOf = (spy: typeof out) => spy.mock.calls.map(([chunk]) => String(chunk)).join('')
  try {
    const code = await runCommandLine([...words, '--data', app.data], { LANG: 'en' })
    return { code, out: textOf(out), err: textOf(err) }
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
}

test('a folder that is missing is named and not created, as by an export', async () => {
  const missing = join(folder, 'mistyped', 'deep')
  const long = join(folder, 'x'.repeat(300)) // no system can look at it
  expect(await command('backup', join(long, 'copy.tar'))).toMatchObject({ err: expect.stringContaining(long) })
  for (const words of [[join(missing, 'copy.tar')], ['--to', join(missing, 'copy.tar')]])
    expect(await command('backup', ...words)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`There is no folder ${missing}. Create it first.`),
    })
  expect(readdirSync(folder)).toEqual([])
  // Health shows it: a disk that is not mounted is a backup that was not made
  expect(app.rows.all('audit_log')).toMatchObject(Array(3).fill({ action: 'backupFailed' }))
})

test('beside a running server: to its own place, to a file, to a folder; listed and verified', async () => {
  expect(await command('backup')).toMatchObject({ code: 0, out: '', err: expect.stringContaining('pages: 1') })
  // it counts as those of the server do, and is in the audit log
  const admin = app.as('admin').adminBackup
  expect(await admin.status()).toMatchObject({ health: 'ok' })
  expect(app.rows.all('audit_log')).toMatchObject([{ username: 'command line', action: 'backedUp' }])
  const file = join(folder, 'copy.tar')
  const { out } = await command('backup', file, '--json')
  expect(JSON.parse(out)).toMatchObject({ path: file, pages: 1, pages_read: 1, missing: [], removed: [] })
  expect((await command('backup', '--to', `${folder}/`)).code).toBe(0)
  expect(readdirSync(folder).filter((name) => /^docstead-.*\.tar$/.test(name))).toHaveLength(1)

  writeFileSync(join(app.data, 'backups/before-schema-9-x.db'), 'a copy')
  const list = JSON.parse((await command('backup', 'list', '--json')).out)
  expect(list).toMatchObject({
    place: join(app.data, 'backups'),
    backups: [{ damaged: false, counts: { pages: 1 } }],
    copies: [{ path: join(app.data, 'backups/before-schema-9-x.db'), bytes: 6 }],
  })
  expect(list.backups[0].verified).toBeGreaterThan(0)
  expect((await command('backup', 'list')).out).toMatch(/verified on .*\n.*before-schema-9-x\.db.*checked/)
  expect((await command('backup', 'verify', file)).out).toMatch(/is intact: .* pages: 1, .* pages read: 1\.\n$/)
})

test('failures are one line and code 1, misuse is code 2', async () => {
  const file = join(folder, 'foreign.tar')
  writeFileSync(file, 'foreign')
  const cases: [string[], number, RegExp][] = [
    [['backup', 'verify', file], 1, /not a backup/],
    [['backup', 'verify', join(folder, 'none.tar')], 1, /doesn’t exist/],
    [['backup', folder], 1, /is a (folder|directory)/i],
    [['backup', join(file, 'x.tar')], 1, /There is no folder/],
    [['restore', file], 1, /in use by process/],
    [['backup', file, '--to', folder], 2, /not both/],
    [['backup', 'verify'], 2, /./],
    [['restore'], 2, /./],
    [['backup', 'list', 'more'], 2, /./],
  ]
  for (const [words, code, line] of cases) {
    const result = await command(...words)
    expect(result, words.join(' ')).toMatchObject({ code, out: '', err: expect.stringMatching(line) })
    expect(result.err.match(/\n/g), words.join(' ')).toHaveLength(1)
  }
  // what was misused has begun nothing
  expect(app.rows.all('audit_log')).toMatchObject(
    [folder, file].map((path) => ({
      username: 'command line',
      action: 'backupFailed',
      detail: expect.stringContaining(path),
    })),
  )
})

test('a restore in a stopped folder says where the former data is', async () => {
  const file = join(folder, 'copy.tar')
  await command('backup', file)
  const into = join(folder, 'into')
  const run = async (...words: string[]) => {
    const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      const code = await runCommandLine([...words, '--data', into], { LANG: 'en' })
      return { code, err: err.mock.calls.map(([chunk]) => String(chunk)).join('') }
    } finally {
      err.mockRestore()
    }
  }
  expect(await run('restore', file, '--dry-run')).toEqual({
    code: 0,
    err: `${file} can be restored to ${into}. Nothing was changed.\n`,
  })
  expect(existsSync(into)).toBe(false)
  expect(await run('restore', file)).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^Restored to .*\nEveryone has to sign in again\. .*\n$/),
  })
  const again = await run('restore', file)
  const former = readdirSync(into).find((name) => name.startsWith('before-restore-'))
  expect(again).toMatchObject({ code: 0, err: expect.stringContaining(join(into, former ?? 'none')) })
})
