import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runCommandLine } from '#src/cli/commands.ts'
import { readRecord, type UpdateRecord, writeRecord } from '#src/core/update-record.ts'
import { lockBackups } from '#src/features/backup/index.ts'
import { settleUpdate, switchVersion } from '#src/features/update/index.ts'

const newFolder = () => {
  const data = mkdtempSync(join(tmpdir(), 'docstead-switch-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  return data
}

const recordIn = (data: string): UpdateRecord => ({
  phase: 'switching',
  from: '0.1.0',
  to: '0.2.0',
  executable: join(data, 'docstead'),
  staged: join(data, 'docstead.new'),
  previous: join(data, 'docstead.previous'),
  uid: 0,
  username: '',
  ip: '',
  time: 1,
  is_logged: false,
})

test('a version that was installed by hand stays, with the data that it finds', () => {
  const data = newFolder()
  const copy = join(data, 'before.db')
  const record = { ...recordIn(data), phase: 'swapped', copy } as const
  for (const [path, text] of [
    [record.executable, 'third'],
    [record.previous, 'old'],
    [join(data, 'docstead.db'), 'present'],
    [copy, 'former'],
  ] as const)
    writeFileSync(path, text)
  writeRecord(data, record)
  expect(settleUpdate(data, { version: '0.3.0', executable: record.executable })).toMatchObject({ outcome: 'undone' })
  expect(readFileSync(record.executable, 'utf8')).toBe('third')
  expect(readFileSync(join(data, 'docstead.db'), 'utf8')).toBe('present')
  expect(existsSync(copy)).toBe(true)
})

test('nothing is written through a link in the data folder', () => {
  const data = newFolder()
  const copy = join(data, 'before.db')
  const target = join(data, 'target')
  writeFileSync(target, 'safe')
  writeFileSync(copy, 'former')
  for (const name of ['update.json.new', 'docstead.db.restoring']) symlinkSync(target, join(data, name))
  writeRecord(data, { ...recordIn(data), copy })
  settleUpdate(data, { version: '0.1.0', executable: undefined })
  expect(readFileSync(target, 'utf8')).toBe('safe')
  expect(lstatSync(join(data, 'docstead.db')).isFile()).toBe(true)
  expect(readFileSync(join(data, 'docstead.db'), 'utf8')).toBe('former')
})

test('commands wait for the end of an update that may put a copy of the database back', async () => {
  const data = newFolder()
  writeRecord(data, { ...recordIn(data), copy: join(data, 'before.db') })
  const errors: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => errors.push(String(text)) > 0)
  onTestFinished(() => write.mockRestore())
  expect(await runCommandLine(['user', 'list', '--data', data], {})).toBe(1)
  expect(errors.join('')).toContain('has not ended')
  expect(existsSync(join(data, 'docstead.db'))).toBe(false)
})

test('versions are not switched while a backup has the database open', async () => {
  const data = newFolder()
  const staged = join(data, 'docstead.new')
  const tried = join(data, 'tried')
  writeFileSync(staged, `#!/bin/sh\ntouch ${tried}\nexit 1\n`, { mode: 0o755 })
  const record = recordIn(data)
  const trial = { args: [], version: '0.2.0', readyMs: 5000 }
  const begin = () => {
    writeRecord(data, record)
    return switchVersion(data, { record, changesSchema: false, trial })
  }

  const backups = await lockBackups(data)
  expect(await begin()).toMatchObject({ outcome: 'rolledBack', error: { name: 'updateBackupRunning' } })
  expect(existsSync(tried)).toBe(false)
  expect(readRecord(data)?.phase).toBe('ended')
  backups.release()

  // without the backup, the new version is tried, and rejected for its own reason
  writeFileSync(staged, `#!/bin/sh\ntouch ${tried}\nexit 1\n`, { mode: 0o755 })
  expect(await begin()).toMatchObject({ outcome: 'rolledBack', error: { name: 'updateBroken' } })
  expect(existsSync(tried)).toBe(true)
  // and nothing is locked any more
  const after = await lockBackups(data)
  after.release()
})
