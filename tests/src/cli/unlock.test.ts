import { expect, test, vi } from 'vitest'
import { runCommandLine } from '#src/cli/commands.ts'
import { createTestApp } from '#tests/support/app.ts'

test('user unlock takes the second step off an account, while the server runs', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password: 'a good password' })
  const login = () => app.call('user/login', { username: 'ann', password: 'a good password' })
  app.rows.insert('user_totp', { uid: app.uid('ann'), secret: 'A', enabled_time: 1, addtime: 1 })
  app.rows.insert('recovery_code', { uid: app.uid('ann'), code_hash: Buffer.alloc(32) })
  expect((await login()).json).toMatchObject({ error_name: 'secondStepNeeded' })
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    expect(await runCommandLine(['user', 'unlock', 'Ann', '--data', app.data], { LANG: 'en' })).toBe(0)
  } finally {
    err.mockRestore()
  }
  expect((await login()).json).toMatchObject({ error_code: 0 })
  expect(app.rows.all('recovery_code')).toEqual([])
  const entry = app.rows.all('audit_log').find(({ action }) => action === 'secondStepReset')
  expect(entry).toMatchObject({ username: 'command line', detail: 'ann' })
})
