import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rejected } from './rejected.ts'

test.each([
  [['serve', '-p', '1'], '-p'],
  [['serve', '--prot', '1'], '--prot'],
  [['server'], 'server'],
  [['constructor'], 'constructor'],
  [['--data', 'x'], '--data'],
  [['serve', 'now'], 'now'],
  [['serve', '--port'], '--port'],
  [['user', 'list', 'now'], 'now'],
  [['config', 'print', 'now'], 'now'],
  [['doctor', 'now'], 'now'],
  [['version', 'now'], 'now'],
  [['user'], 'user'],
  [['token', '--data', 'x'], '“token”'],
  [['user', 'burn'], 'user burn'],
  [['token', 'list'], 'token list'],
  [['config'], 'config'],
  [['user', 'add', '--password-stdin'], 'user add NAME'],
  [['captcha'], 'captcha ID'],
  [['token', 'add', 'admin', 'extra'], 'extra'],
  [['token', 'add', 'admin', '--days', '0'], '--days'],
  [['token', 'add', 'admin', '--days', '181'], '--days'],
  [['token', 'add', 'admin', '--days=1.5'], '--days'],
  [['token', 'add', 'admin', '--days'], '--days'],
  [['user', 'list', '--verbose'], '--verbose'],
  [['user', 'list', '--admin'], '--admin'],
])('%j is a usage error', async (args, named) => {
  const { code, line } = await rejected(args)
  expect(code).toBe(2)
  expect(line).not.toContain('\n')
  expect(line).toContain(named)
})

test.each([
  ['port', 'http'],
  ['port', '70000'],
  ['port', '-1'],
  ['session-days', '0'],
  ['session-days', '181'],
  ['captcha', 'sometimes'],
  ['language', 'tlh'],
  ['log-level', 'loud'],
  ['base-path', 'docs'],
  ['base-path', '/a b'],
  ['base-path', '/"><script>'],
  ['site-url', 'docs.example.com'],
  ['site-url', 'javascript:alert(1)'],
  ['host', ''],
])('the setting %s cannot be "%s"', async (name, value) => {
  const data = mkdtempSync(join(tmpdir(), 'docstead-usage-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const setting = name.replaceAll('-', '_')
  const twin = `DOCSTEAD_${setting.toUpperCase()}`
  const args = ['serve', ...(name === 'port' ? [] : ['--port', '0']), '--data', data]
  for (const [{ code, line }, from] of [
    [await rejected([...args, `--${name}=${value}`]), `--${name}`],
    [await rejected(args, { [twin]: value }), twin],
  ] as const) {
    expect(code).toBe(2)
    expect(line).not.toContain('\n')
    for (const thing of [setting, value, from]) expect(line).toContain(thing)
  }
})
