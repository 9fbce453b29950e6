import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { helpText } from '#src/cli/commands.ts'
import { getSettingSource, getStartSwitch, readConfig, StartError, settingNames, settings } from '#src/core/config.ts'

const example = new URL('../../../config.example.json', import.meta.url)

test('config.example.json lists every setting with its default, in order', () => {
  const listed = JSON.parse(readFileSync(example, 'utf8'))
  expect(Object.entries(listed)).toEqual(settingNames.map((name) => [name, settings[name].value]))
})

test('config.example.json is valid as it is', () => {
  const { origin: _, ...read } = readConfig(new Map([['config', fileURLToPath(example)]]), {})
  const { origin: __, ...defaults } = readConfig(new Map(), {})
  expect(read).toEqual(defaults)
})

test('a flag overrides the environment, and both override the default', () => {
  const env = { DOCSTEAD_PORT: '81', DOCSTEAD_CAPTCHA: 'off' }
  const config = readConfig(new Map([['port', '80']]), env)
  expect(config).toMatchObject({ port: 80, captcha: 'off', host: '127.0.0.1' })
  expect(config.origin).toMatchObject({ port: '--port', captcha: 'DOCSTEAD_CAPTCHA', host: 'default' })
})

test.each([
  ['port', '70000'],
  ['base_path', 'docs'],
  ['site_url', 'ftp://x'],
  ['captcha', 'maybe'],
  ['session_days', '0'],
  ['smtp_from_name', 'Docs\nBcc: everyone@example.com'],
  ['digest_time', '25:00'],
  ['digest_time', 'noon'],
  ['notice_text', 'maybe'],
  ['admin_second_step', 'yes'],
  ['invite_new_accounts', '1'],
  ['login_secret_key', 'short'],
])('%s cannot be %s', (name, value) => {
  const read = () => readConfig(new Map(), { [`DOCSTEAD_${name.toUpperCase()}`]: value })
  expect(read).toThrow(expect.objectContaining({ text: 'configBadValue', exitCode: 2 }))
})

test('a bad value ends in one line that names the setting, its source and what it can be, without a secret', () => {
  const lines = (['en', 'zh'] as const).flatMap((lang) =>
    [{ DOCSTEAD_ADMIN_SECOND_STEP: 'yes' }, { DOCSTEAD_LOGIN_SECRET_KEY: 'untold' }].map((env) => {
      try {
        readConfig(new Map(), env)
      } catch (error) {
        if (error instanceof StartError) return error.line(lang)
      }
      return ''
    }),
  )
  expect(lines[0]).toBe(
    'The setting admin_second_step can’t be “yes” (from DOCSTEAD_ADMIN_SECOND_STEP). Description: whether administrators must have a second step when they sign in: on or off; empty to set it in Admin.',
  )
  expect(lines[2]).toContain('管理员登录时是否必须使用两步验证')
  for (const line of lines) {
    expect(line).not.toContain('\n')
    expect(line).not.toContain('untold')
  }
})

test('a switch of the console is on or off, and in the file also true or false', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'config.json')
  const read = (settings: object) => {
    writeFileSync(path, JSON.stringify(settings))
    return readConfig(new Map([['config', path]]), {})
  }
  const config = read({ admin_second_step: true, invite_new_accounts: false })
  expect(config).toMatchObject({ admin_second_step: 'on', invite_new_accounts: 'off', notice_text: '' })
  expect(getStartSwitch(config, 'admin_second_step')).toBe(true)
  expect(getStartSwitch(config, 'invite_new_accounts')).toBe(false)
  expect(getStartSwitch(read({}), 'admin_second_step')).toBeUndefined()
})

test('strips the trailing slash from addresses', () => {
  const config = readConfig(new Map(), { DOCSTEAD_BASE_PATH: '/docs/', DOCSTEAD_SITE_URL: 'https://x.example/' })
  expect(config).toMatchObject({ base_path: '/docs', site_url: 'https://x.example' })
})

test('each setting reports its source', () => {
  const flags = new Map([
    ['config', fileURLToPath(example)],
    ['port', '80'],
  ])
  const config = readConfig(flags, { DOCSTEAD_HOST: '::1' })
  expect(getSettingSource(config, 'port')).toEqual({ source: 'flag', source_name: '--port' })
  expect(getSettingSource(config, 'host')).toEqual({ source: 'environment', source_name: 'DOCSTEAD_HOST' })
  expect(getSettingSource(config, 'captcha')).toEqual({ source: 'file', source_name: fileURLToPath(example) })
  expect(getSettingSource(readConfig(new Map(), {}), 'port')).toEqual({ source: 'default', source_name: '' })
})

test('a directory filter with unbalanced parentheses ends in one line, in both languages', () => {
  const read = (search_filter: string) =>
    readConfig(new Map(), { DOCSTEAD_LDAP_FORM: JSON.stringify({ host: 'h', base_dn: 'dc=x', search_filter }) })
  expect(read('(uid=%(user)s)').ldap_form).toMatchObject({ search_filter: '(uid=%(user)s)' })
  const lineOf = (lang: 'en' | 'zh') => {
    try {
      return read('(&(a=b)(uid=%(user)s)')
    } catch (error) {
      return error instanceof StartError && [error.line(lang), error.exitCode]
    }
  }
  expect(lineOf('en')).toEqual([
    'The filter (&(a=b)(uid=%(user)s) in search_filter of ldap_form isn’t complete: check its parentheses (from DOCSTEAD_LDAP_FORM).',
    2,
  ])
  expect(lineOf('zh')).toEqual([expect.stringMatching(/(?=.*DOCSTEAD_LDAP_FORM)过滤条件.*不完整/), 2])
})

test('help and errors describe each setting in the language of the terminal', () => {
  for (const name of settingNames) {
    const { en, zh } = settings[name].about
    expect(zh).toMatch(/\p{Script=Han}/u)
    expect([helpText('zh').includes(zh), helpText('zh').includes(en), helpText('en').includes(en)]).toEqual([
      true,
      false,
      true,
    ])
  }
  let refused: unknown
  try {
    readConfig(new Map([['port', 'x']]), {})
  } catch (error) {
    refused = error
  }
  expect(refused instanceof StartError && refused.line('zh')).toContain('监听端口')
})
