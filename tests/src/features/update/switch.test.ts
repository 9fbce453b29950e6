import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readRecord, type UpdateRecord, writeRecord } from '#src/core/update-record.ts'
import { lockBackups } from '#src/features/backup/index.ts'
import { switchVersion } from '#src/features/update/index.ts'

test('versions are not switched while a backup has the database open', async () => {
  const data = mkdtempSync(join(tmpdir(), 'docstead-switch-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const staged = join(data, 'docstead.new')
  const tried = join(data, 'tried')
  writeFileSync(staged, `#!/bin/sh\ntouch ${tried}\nexit 1\n`, { mode: 0o755 })
  const record: UpdateRecord = {
    phase: 'switching',
    from: '0.1.0',
    to: '0.2.0',
    executable: join(data, 'docstead'),
    staged,
    previous: join(data, 'docstead.previous'),
    uid: 0,
    username: '',
    ip: '',
    time: 1,
    is_logged: false,
  }
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
