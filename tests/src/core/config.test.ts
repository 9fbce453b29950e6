import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { helpText } from '#src/cli/commands.ts'
import { getSettingSource, readConfig, StartError, settingNames, settings } from '#src/core/config.ts'

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
])('%s cannot be %s', (name, value) => {
  expect(() => readConfig(new Map(), { [`DOCSTEAD_${name.toUpperCase()}`]: value })).toThrow('configBadValue')
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
