import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { startSettingNames } from '#shared/contract/admin.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { contract } from '#shared/contract/index.ts'
import { mailSettings, type Setting, settingForms, signInSettings, siteSettings } from '#shared/settings.ts'
import { providerForms, providerTypes } from '#shared/sign-in-providers.ts'
import { readConfig, type SettingName, settingNames } from '#src/core/config.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

type Form = Record<string, string>

/** What no answer may contain. Each secret has a text of its own, so that a failure says which one was told. */
const secretOf = (where: string, field: string) => `untold-${where}-${field}-0123456789abcdef`

/** A value for every field of a form, such as a person could type. */
function filled(where: string, settings: Readonly<Record<string, Setting>>): Form {
  const valueOf = (field: string, { kind, options, default: initial, min = 1 }: Setting): string => {
    if (kind === 'secret') return secretOf(where, field)
    if (kind === 'tick') return '1'
    if (kind === 'number') return initial ?? String(min)
    return initial || options?.[0] || `x-${field}`
  }
  return Object.fromEntries(Object.entries(settings).map(([field, setting]) => [field, valueOf(field, setting)]))
}

const isSecret = (settings: Readonly<Record<string, Setting>>, field: string) => settings[field]?.kind === 'secret'

const directory = { ...filled('ldap', settingForms.ldap_form), sync_time: '03:00' }
const storage = filled('s3', settingForms.oss_setting)
const providers = providerTypes.map((type) => ({
  type,
  form: { ...filled(type, providerForms[type]), logout_redirect_uri: 'https://docs.example.com/' },
}))
const mail = { ...filled('mail', settingForms.mail_form), from: 'docs@example.com', digest_time: '08:00' }
const hook = {
  name: 'CI',
  url: 'https://ci.example.com/hook?key=untold-hook-address-0123',
  secret: secretOf('hook', 'secret'),
}
const token = secretOf('scim', 'token')

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** The settings of a configuration file, as the server reads them. */
async function configured(settings: object) {
  const folder = await mkdtemp(join(tmpdir(), 'docstead-config-'))
  folders.push(folder)
  const path = join(folder, 'config.json')
  await writeFile(path, JSON.stringify(settings))
  return readConfig(new Map([['config', path]]), {})
}

const start = {
  admin_second_step: true,
  invite_new_accounts: false,
  login_secret_key: secretOf('site', 'login_secret_key'),
  smtp_from_name: 'Docs of the firm',
  digest_time: '07:30',
  notice_text: 'on',
  ldap_form: directory,
  oss_setting: storage,
  sign_in_providers: providers.map(({ type, form }) => ({ id: `start-${type}`, type, name: type, ...form })),
  smtp_host: 'smtp.example.com',
  smtp_port: 465,
  smtp_security: 'tls',
  smtp_user: 'docs',
  smtp_password: secretOf('mail', 'password'),
  smtp_from: 'docs@example.com',
  webhooks: [hook],
  scim_tokens: [{ name: 'Entra', token }],
}

/** Every answer of the calls that change nothing, to an administrator. */
async function answers(app: TestApp): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [controller, calls] of Object.entries(contract)) {
    for (const [action, { isReadOnly }] of Object.entries<Pick<Endpoint, 'isReadOnly'>>(calls)) {
      if (!isReadOnly) continue
      const path = `${controller}/${action}`
      const { json } = await app.call(path, { count: '100', page: '1' }, { as: 'admin' })
      found.set(path, JSON.stringify(json))
    }
  }
  return found
}

describe('settings of the configuration file', () => {
  let app: TestApp
  beforeAll(async () => {
    const { data: _, port: __, host: ___, captcha: ____, ...config } = await configured(start)
    app = await createTestApp({ config, shared: true })
    // whose second step is required may do nothing before it is set up
    app.rows.insert('user_totp', { uid: app.uid('admin'), secret: 'x', enabled_time: 1, addtime: 1 })
  })

  test('what it sets cannot be changed in Admin, which names it; what else the form sends is saved', async () => {
    const admin = app.as('admin')
    const { saveConfig } = admin.adminSetting
    await expect(saveConfig({ admin_second_step: 0 })).rejects.toThrow(
      'admin_second_step is set when the server starts',
    )
    await expect(saveConfig({ invite_new_accounts: 1 })).rejects.toThrow('invite_new_accounts is set')
    const inChinese = { as: 'admin', headers: { 'accept-language': 'zh-CN' } }
    const { json } = await app.call('adminSetting/saveConfig', { invite_new_accounts: '1' }, inChinese)
    expect(json.error_message).toContain('invite_new_accounts 由服务器的启动设置')
    await saveConfig({ admin_second_step: 1, invite_new_accounts: 0, site_name: 'Firm' })
    expect(app.rows.all('options').map((row) => row['option_name'])).not.toContain('admin_second_step')
    await expect(admin.adminSetting.resetLoginSecretKey()).rejects.toThrow('login_secret_key is set')
    const save = (form: object) => admin.adminMail.save({ mail_form: JSON.stringify(form) })
    await expect(save({ digest_time: '09:00' })).rejects.toThrow('digest_time is set')
    await expect(save({ notice_text: 'off' })).rejects.toThrow('notice_text is set')
    await expect(save({ from_name: 'Else' })).rejects.toThrow('set in')
    await save({ digest_time: '07:30', notice_text: 'on', from_name: 'Docs of the firm' })
    // without the start, the console's own values would count: none of these became one
    expect(app.rows.all('options').find((row) => row['option_name'] === 'mail_form')?.['option_value']).not.toContain(
      'Docs of the firm',
    )
  })
  test('every field of the console can be set there, and the console shows it', async () => {
    const admin = app.as('admin')
    const { ldap_form, ldap_open } = await admin.adminSetting.loadLdapConfig()
    expect(ldap_open).toBe('1')
    for (const [field, value] of Object.entries(directory))
      expect.soft(ldap_form[field as never], field).toBe(isSecret(settingForms.ldap_form, field) ? '********' : value)
    const { oss_setting } = await admin.adminSetting.loadConfig()
    for (const [field, value] of Object.entries(storage))
      expect
        .soft(oss_setting[field as never], field)
        .toBe(isSecret(settingForms.oss_setting, field) ? '********' : value)
    const list = await admin.adminProvider.list()
    for (const { type, form } of providers) {
      const shown = list.find(({ provider_id }) => provider_id === `start-${type}`)?.form as Form | undefined
      for (const [field, value] of Object.entries<string>(form))
        expect.soft(shown?.[field], `${type}.${field}`).toBe(isSecret(providerForms[type], field) ? '********' : value)
    }
    expect((await admin.adminMail.load()).mail_form).toMatchObject({
      host: 'smtp.example.com',
      security: 'tls',
      user: 'docs',
      password: '********',
      from: 'docs@example.com',
      from_name: 'Docs of the firm',
      digest_time: '07:30',
      notice_text: 'on',
    })
    expect(await admin.adminSetting.loadConfig()).toMatchObject({ admin_second_step: '1', invite_new_accounts: '0' })
    expect(await admin.adminSetting.getLoginSecretKey()).toEqual({ login_secret_key: '********' })
    expect(await admin.adminWebhook.getList()).toMatchObject([{ webhook_name: 'CI', secret: '********' }])
    expect(JSON.stringify(await admin.adminScim.status())).toContain('Entra')
  })

  test('none of its secrets is in any answer, nor in the database', async () => {
    const all = await answers(app)
    expect(all.size).toBeGreaterThan(100)
    for (const [path, text] of all) expect.soft(text, path).not.toContain('untold-')
    const { sqlite } = app.rows
    expect(sqlite.serialize().includes('untold-')).toBe(false)
  })
})

test('none of the secrets that the console has stored is in any answer, nor in the audit log', async () => {
  const app = await createTestApp({ config: { site_url: 'https://docs.example.com' } })
  const admin = app.as('admin')
  await admin.adminSetting.saveLdapConfig({ ldap_open: '0', ldap_form: JSON.stringify(directory) })
  await admin.adminSetting.saveConfig({
    oss_setting: JSON.stringify(storage),
    open_api_host: 'https://ai.example.com',
    open_api_key: secretOf('site', 'open_api_key'),
  })
  for (const { type, form } of providers)
    await admin.adminProvider.save({ provider_id: `own-${type}`, type, name: type, form: JSON.stringify(form) })
  await admin.adminMail.save({ mail_form: JSON.stringify(mail) })
  await admin.adminWebhook.save({ url: hook.url, secret: hook.secret, format: 'dingtalk' })
  await admin.user.savePushUrl({ push_url: hook.url })
  // all of them are stored: the test would find nothing otherwise
  const stored = app.rows.sqlite.serialize().toString('latin1')
  const secrets = [
    secretOf('ldap', 'bind_password'),
    secretOf('s3', 'secret'),
    secretOf('s3', 'secretKey'),
    secretOf('site', 'open_api_key'),
    secretOf('oauth2', 'client_secret'),
    secretOf('saml', 'sp_key'),
    secretOf('mail', 'password'),
    hook.secret,
    'untold-hook-address-0123',
  ]
  for (const secret of secrets) expect.soft(stored.includes(secret), secret).toBe(true)
  for (const [path, text] of await answers(app)) expect.soft(text, path).not.toContain('untold-')
  expect(JSON.stringify(app.rows.all('audit_log'))).not.toContain('untold-')
})

const fields = (form: object, prefix = '') => Object.keys(form).map((name) => `${prefix}${name}`)

/** Where the configuration file has each setting of the console. */
const inFile: Readonly<Record<string, SettingName>> = {
  ...Object.fromEntries(fields(settingForms.ldap_form, 'ldap_form.').map((name) => [name, 'ldap_form'])),
  ...Object.fromEntries(fields(settingForms.oss_setting, 'oss_setting.').map((name) => [name, 'oss_setting'])),
  ...Object.fromEntries(
    providerTypes.flatMap((type) => fields(providerForms[type], `${type}.`).map((name) => [name, 'sign_in_providers'])),
  ),
  'mail_form.host': 'smtp_host',
  'mail_form.port': 'smtp_port',
  'mail_form.security': 'smtp_security',
  'mail_form.ca': 'smtp_ca',
  'mail_form.user': 'smtp_user',
  'mail_form.password': 'smtp_password',
  'mail_form.from': 'smtp_from',
  'mail_form.from_name': 'smtp_from_name',
  'mail_form.digest_time': 'digest_time',
  'mail_form.notice_text': 'notice_text',
  // each of these is on when its settings are there
  mail_open: 'smtp_host',
  ldap_open: 'ldap_form',
  oss_open: 'oss_setting',
  admin_second_step: 'admin_second_step',
  invite_new_accounts: 'invite_new_accounts',
  login_secret_key: 'login_secret_key',
  site_url: 'site_url',
  session_expire_days: 'session_days',
  'webhook.webhook_name': 'webhooks',
  'webhook.url': 'webhooks',
  'webhook.format': 'webhooks',
  'webhook.secret': 'webhooks',
  'webhook.events': 'webhooks',
  'webhook.lang': 'webhooks',
  'scim.name': 'scim_tokens',
  'provider.provider_id': 'sign_in_providers',
  'provider.type': 'sign_in_providers',
  'provider.name': 'sign_in_providers',
  'provider.form': 'sign_in_providers',
}

/** Settings of the console that the file has not, each with its reason. */
const inConsoleOnly: Readonly<Record<string, string>> = {
  oauth2_open: 'the form of ShowDoc, of which there can be one: the file has sign_in_providers instead',
  mail_key: 'made by the server, and never typed: what it signs is valid for one site',
  'webhook.webhook_id': 'the number of the row',
  'webhook.is_open': 'one that is not to be sent to is left out of the file',
  'provider.is_open': 'one that nobody is to sign in with is left out of the file',
  'provider.keep_links': 'an answer to a question about one change, not a setting',
}

/** Settings of the file that the console shows and cannot change, each with its reason. */
const inFileOnly: Readonly<Partial<Record<SettingName, string>>> = {
  outbound_allow: 'someone who takes over the account of an administrator must not reach the internal network',
  trusted_proxies: 'decides whose word about addresses counts, also for the limits of sign-in',
  file_offload: 'agrees with the configuration of the proxy',
  file_offload_path: 'agrees with the configuration of the proxy',
  captcha: 'what slows down guessing must not be switched off by who has guessed',
  upload_max_mb: 'agrees with the limit of the proxy and the disk',
  upload_quota_mb: 'agrees with the disk',
}

/** Settings of the file about the machine: nothing in the parts. */
const ofMachine: readonly SettingName[] = [
  'data',
  'host',
  'port',
  'base_path',
  'update_url',
  'language',
  'export_fonts',
  'metrics',
  'metrics_token',
  'follow_secret',
  'log_format',
  'log_level',
]

/** Settings of the console about pages and the home page, and who may read and register: nothing of sign-in, files, mail. */
const ofSite: readonly (keyof typeof siteSettings)[] = [
  ...Object.entries<Setting>(siteSettings)
    .filter(([name, { group }]) => ['site', 'home', 'pages', 'export', 'ai'].includes(group) && name !== 'site_url')
    .map(([name]) => name as keyof typeof siteSettings),
  'register_open',
  'force_login',
  'strong_password_enabled',
  'audit_days',
]

const inputOf = (call: { input: unknown }): string[] => {
  const { input } = call as { input: z.ZodObject | (() => z.ZodObject) }
  return Object.keys((typeof input === 'function' ? input() : input).shape)
}

test('every setting is in the configuration file and in Admin, or a list says why it is not', () => {
  const { oauth2_form: _, backup_form: __, ...forms } = settingForms
  const inConsole = [
    ...fields(siteSettings),
    ...fields(signInSettings),
    ...fields(mailSettings),
    ...Object.entries(forms).flatMap(([form, settings]) => fields(settings, `${form}.`)),
    ...providerTypes.flatMap((type) => fields(providerForms[type], `${type}.`)),
    ...inputOf(contract.adminWebhook.save).map((name) => `webhook.${name}`),
    ...inputOf(contract.adminScim.addToken).map((name) => `scim.${name}`),
    ...inputOf(contract.adminProvider.save).map((name) => `provider.${name}`),
  ]
  const known = new Set<string>([...Object.keys(inFile), ...Object.keys(inConsoleOnly), ...ofSite])
  expect(inConsole.filter((name) => !known.has(name))).toEqual([])
  // and no list names what is gone
  expect([...known].filter((name) => !inConsole.includes(name))).toEqual([])

  const placed = new Set<string>([...Object.values(inFile), ...Object.keys(inFileOnly), ...ofMachine])
  expect(settingNames.filter((name) => !placed.has(name))).toEqual([])
  expect([...placed].filter((name) => !(settingNames as string[]).includes(name))).toEqual([])
  const doubtful = Object.keys(inFile).filter((name) => name in inConsoleOnly)
  expect([...doubtful, ...Object.values(inFile).filter((name) => name in inFileOnly)]).toEqual([])
  // the console shows everything that the start sets, also what it cannot change
  expect([...startSettingNames].sort()).toEqual([...settingNames].sort())
})
