import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { settingNames } from '#src/core/config.ts'
import { runCommand } from './run-command.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

interface Row {
  name: string
  value: unknown
  origin: string
}

/** The settings as `config print` shows them to programs. */
async function printed(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Map<string, Row>> {
  const { code, stdout, stderr } = await runCommand(['config', 'print', '--json', ...args], { env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return new Map((JSON.parse(stdout) as Row[]).map((row) => [row.name, row]))
}

/** A non-default value for each setting. */
const other: Record<string, [text: string, value: unknown]> = {
  data: ['/srv/elsewhere', '/srv/elsewhere'],
  host: ['0.0.0.0', '0.0.0.0'],
  port: ['8080', 8080],
  base_path: ['/docs/', '/docs'],
  site_url: ['https://docs.example.com/', 'https://docs.example.com'],
  trusted_proxies: ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  outbound_allow: ['10.0.0.0/8', ['10.0.0.0/8']],
  file_offload: ['x-accel', 'x-accel'],
  file_offload_path: ['/-/uploads', '/-/uploads'],
  oss_setting: ['{"oss_type":"aliyun","bucket":"docs","secret":"hidden"}', '********'],
  smtp_host: ['smtp.example.com', 'smtp.example.com'],
  smtp_port: ['587', 587],
  smtp_security: ['starttls', 'starttls'],
  smtp_ca: ['/etc/ssl/own.pem', '/etc/ssl/own.pem'],
  smtp_user: ['docs', 'docs'],
  smtp_password: ['a mail password', '********'],
  smtp_from: ['docs@example.com', 'docs@example.com'],
  smtp_from_name: ['Docs of the firm', 'Docs of the firm'],
  digest_time: ['7:30', '7:30'],
  notice_text: ['on', 'on'],
  update_url: ['https://updates.example.com/docstead', 'https://updates.example.com/docstead'],
  captcha: ['always', 'always'],
  language: ['zh', 'zh'],
  sign_in_providers: ['[{"id":"keycloak","client_secret":"a secret"}]', '********'],
  ldap_form: ['{"host":"ldap.example.com","base_dn":"dc=example","bind_password":"hidden"}', '********'],
  webhooks: ['[{"name":"CI","url":"https://ci.example.com/hook","secret":"at least 16 characters"}]', '********'],
  scim_tokens: ['[{"name":"Entra ID","token":"a-token-of-at-least-32-characters"}]', '********'],
  login_secret_key: ['a-key-of-at-least-32-characters--', '********'],
  admin_second_step: ['on', 'on'],
  invite_new_accounts: ['off', 'off'],
  session_days: ['30', 30],
  upload_max_mb: ['50', 50],
  upload_quota_mb: ['2000', 2000],
  export_fonts: ['/srv/fonts', '/srv/fonts'],
  metrics: ['token', 'token'],
  metrics_token: ['a-token-of-some-length', '********'],
  follow_secret: ['a-secret-of-at-least-32-characters', '********'],
  log_format: ['json', 'json'],
  log_level: ['debug', 'debug'],
}

test('every setting has a flag, an environment variable and a variable that names a file', async () => {
  expect(Object.keys(other)).toEqual(settingNames)
  const folder = newFolder()
  const flags = Object.entries(other).map(([name, [text]]) => `--${name.replaceAll('_', '-')}=${text}`)
  const twins = Object.entries(other).map(([name, [text]]) => [`DOCSTEAD_${name.toUpperCase()}`, text])
  const files = Object.entries(other).map(([name, [text]]) => {
    writeFileSync(join(folder, name), `${text}\n`)
    return [`DOCSTEAD_${name.toUpperCase()}_FILE`, join(folder, name)]
  })
  for (const rows of [
    await printed(flags),
    await printed([], Object.fromEntries(twins)),
    await printed([], Object.fromEntries(files)),
  ])
    for (const [name, [, value]] of Object.entries(other)) expect([name, rows.get(name)?.value]).toEqual([name, value])
})

test('a flag overrides the environment, which overrides the file, which overrides the default', async () => {
  const folder = newFolder()
  const file = join(folder, 'site.json')
  writeFileSync(file, JSON.stringify({ port: 3, language: 'zh', captcha: 'off' }))
  const env = { DOCSTEAD_PORT: '2', DOCSTEAD_LANGUAGE: 'en' }
  const rows = await printed(['--config', file, '--port', '1'], env)
  expect(rows.get('port')).toMatchObject({ value: 1, origin: '--port' })
  expect(rows.get('language')).toMatchObject({ value: 'en', origin: 'DOCSTEAD_LANGUAGE' })
  expect(rows.get('captcha')).toMatchObject({ value: 'off', origin: file })
  expect(rows.get('log_level')).toMatchObject({ value: 'info', origin: 'default' })
})

test('reads config.json in the data folder, unless another file is named', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ port: 5001 }))
  const named = join(folder, 'named.json')
  writeFileSync(named, JSON.stringify({ host: '0.0.0.0' }))
  expect((await printed(['--data', folder])).get('port')?.value).toBe(5001)
  expect((await printed([], { DOCSTEAD_DATA: folder })).get('port')?.value).toBe(5001)
  expect((await printed(['--data', folder, '--config', named])).get('port')?.value).toBe(4999)
  expect((await printed(['--data', folder], { DOCSTEAD_CONFIG: named })).get('host')?.value).toBe('0.0.0.0')
})
