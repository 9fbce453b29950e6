import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { contract } from '#shared/contract/index.ts'
import { type Setting, settingForms } from '#shared/settings.ts'
import { providerForms, providerTypes } from '#shared/sign-in-providers.ts'
import { readConfig } from '#src/core/config.ts'
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
    })
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
