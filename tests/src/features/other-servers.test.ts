import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RateLimiter } from '#src/core/rate-limiter.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { localhostCertificate } from '#tests/support/localhost-certificate.ts'
import { mailAccount, startMailServer } from '#tests/support/mail-server.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#tests/support/openid-provider.ts'
import { startS3 } from '#tests/support/s3-server.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'

// What each kind of server that the site uses can do wrong, and what its administrator then reads: in the console, in
// both languages, and in the audit log. Nobody is signed in by it, and nobody with a password of this site is kept out.

let app: TestApp
let provider: OpenIdProvider
/** Servers of this machine with a certificate that nobody trusts, and one without any. */
let page: Server
let greeting: Server
let plain: HttpServer

const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const portOf = (server: Server) => (server.address() as AddressInfo).port

beforeAll(async () => {
  provider = await startOpenIdProvider()
  page = createServer(localhostCertificate, (_request, response) => response.end('<h1>Welcome</h1>'))
  greeting = createTlsServer(localhostCertificate, (socket) =>
    socket.on('error', () => undefined).end('<h1>Welcome</h1>\r\n'),
  )
  plain = createHttpServer((_request, response) => response.end('<h1>Welcome</h1>'))
  await Promise.all([page, greeting, plain].map(listen))
  app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8', '::1'] }, shared: true })
  app.rows.insert('options', { option_name: 'site_url', option_value: app.url })
  await app.newUser('chief', { groupid: 1 })
})

// one person may test the connection to a kind of server 30 times in ten minutes
beforeEach(() => {
  app.app.limiter = new RateLimiter(() => Date.now())
})

afterAll(async () => {
  await provider.close()
  for (const server of [page, greeting, plain]) server.close()
})

/** The last step of a test of the console, with its message in both languages. */
interface ConsoleTest {
  outcome: string
  en: string
  zh: string
}

/** Calls a test of the console in both languages. */
async function testInConsole(path: string, fields: Record<string, string>): Promise<ConsoleTest> {
  const run = async (lang: string) => {
    const { json } = await app.call(path, fields, { as: 'admin', headers: { 'accept-language': lang } })
    const { steps = [], ...single } = (json.data ?? {}) as {
      steps?: { step: string; outcome: string; error_message: string }[]
      is_ok?: boolean
      answer?: string
    }
    return (
      steps.at(-1) ?? {
        step: '',
        outcome: single.is_ok === false || json.error_code !== 0 ? 'failed' : 'ok',
        error_message: single.answer ?? json.error_message ?? '',
      }
    )
  }
  const [en, zh] = [await run('en'), await run('zh')]
  expect(zh).toMatchObject({ step: en.step, outcome: en.outcome })
  for (const { error_message } of [en, zh]) expect(error_message).not.toMatch(/\{\{|undefined/)
  if (en.outcome === 'failed') {
    expect(en.error_message).not.toMatch(/[\u4e00-\u9fff]/)
    expect(zh.error_message).toMatch(/[\u4e00-\u9fff]/)
  }
  return { outcome: en.outcome, en: en.error_message, zh: zh.error_message }
}

/** Where a server is, and the certificate that its settings trust. */
interface Place {
  host: string
  port: number
  ca?: string
  isTls?: boolean
}

const addressOf = ({ host, port, isTls = true }: Place) => `http${isTls ? 's' : ''}://${host}:${port}`

const caOf = ({ ca }: Place): Record<string, string> => (ca === undefined ? {} : { ca })

const tryProvider = (type: string, form: Record<string, string>) =>
  testInConsole('adminProvider/test', { provider_id: 'firm', type, form: JSON.stringify(form) })

/** The forms of providers at a place. */
const providerForms = {
  oauth2: (at: Place) => ({ issuer: addressOf(at), client_id: 'docstead', client_secret: 'secret', ...caOf(at) }),
  saml: (at: Place) => ({ metadata_url: `${addressOf(at)}/metadata`, ...caOf(at) }),
  cas: (at: Place) => ({ server_url: addressOf(at), ...caOf(at) }),
}

const ldapForm = (at: Place) => ({
  host: at.host,
  port: String(at.port),
  security: at.isTls === false ? 'none' : 'ldaps',
  base_dn: 'dc=example,dc=com',
  bind_dn: 'cn=reader',
  bind_password: 'p',
  timeout: '2',
  ...caOf(at),
})

const bucketForm = (at: Place) => ({
  oss_type: 's3_storage',
  endpoint: addressOf(at),
  style: 'path',
  region: 'us-east-1',
  bucket: 'docs',
  key: 'k',
  secret: 's',
  ...caOf(at),
})

const mailForm = (at: Place) => ({
  host: at.host,
  port: String(at.port),
  security: at.isTls === false ? 'none' : 'tls',
  from: 'docs@example.com',
  ...caOf(at),
})

/** Saves a webhook behind the back of the check that saving makes, and tests it. */
async function tryWebhook(at: Place, format = 'dingtalk') {
  const admin = app.as('admin')
  const url = `${addressOf(at)}/hook`
  const { webhook_id } = await admin.adminWebhook.save({ url: 'https://hooks.invalid/', format: format as 'dingtalk' })
  app.rows.sqlite.prepare('UPDATE webhook SET url = ? WHERE webhook_id = ?').run(url, webhook_id)
  const found = await testInConsole('adminWebhook/test', { webhook_id })
  await admin.adminWebhook.delete({ webhook_id })
  return found
}

/** How a server of each kind is tried in the console. */
const kinds: Record<string, (at: Place) => Promise<ConsoleTest>> = {
  LDAP: (at) => testInConsole('adminSetting/testLdap', { ldap_form: JSON.stringify(ldapForm(at)) }),
  OAuth2: (at) => tryProvider('oauth2', providerForms.oauth2(at)),
  SAML: (at) => tryProvider('saml', providerForms.saml(at)),
  CAS: (at) => tryProvider('cas', providerForms.cas(at)),
  S3: (at) => testInConsole('adminSetting/testStorage', { oss_setting: JSON.stringify(bucketForm(at)) }),
  SMTP: (at) => testInConsole('adminMail/test', { mail_form: JSON.stringify(mailForm(at)) }),
  webhook: (at) => tryWebhook(at),
}

/** What is wrong with a server, and the words that name it; `undefined` where it cannot happen. */
const faults: Record<string, { place: (kind: string) => Place | undefined; en: RegExp; zh: RegExp }> = {
  'a host that does not exist': {
    place: () => ({ host: 'server.invalid', port: 443 }),
    en: /server\.invalid.*(ENOTFOUND|EAI_AGAIN).*Check the address/,
    zh: /server\.invalid.*(ENOTFOUND|EAI_AGAIN).*检查/,
  },
  'a host that takes no connection': {
    place: () => ({ host: '127.0.0.1', port: 1 }),
    en: /127\.0\.0\.1:1 .*ECONNREFUSED.*Check the address/,
    zh: /127\.0\.0\.1:1.*ECONNREFUSED.*检查/,
  },
  'a host inside the firm that the server may not connect to': {
    place: () => ({ host: '10.255.255.1', port: 636 }),
    en: /10\.255\.255\.1.*(internal|private) network.*outbound_allow/,
    zh: /10\.255\.255\.1.*内.*outbound_allow/,
  },
  'a certificate that nobody trusts': {
    place: () => ({ host: 'localhost', port: portOf(page) }),
    en: /certificate of localhost:\d+ is not trusted \(.+\)/,
    zh: /localhost:\d+ 的证书不受信任（.+）/,
  },
  'a certificate for another name': {
    // a webhook has no certificates of its own
    place: (kind) =>
      kind === 'webhook' ? undefined : { host: '127.0.0.1', port: portOf(page), ca: localhostCertificate.cert },
    en: /certificate of 127\.0\.0\.1:\d+ is not trusted \(.*127\.0\.0\.1.*\)/,
    zh: /127\.0\.0\.1:\d+ 的证书不受信任（.*127\.0\.0\.1.*）/,
  },
  'an answer that is nonsense': {
    place: (kind) => {
      if (kind === 'webhook') return { host: '127.0.0.1', port: portOf(plain), isTls: false }
      const server = kind === 'SMTP' ? greeting : page
      return { host: 'localhost', port: portOf(server), ca: localhostCertificate.cert }
    },
    en: /(does not answer as expected|sent an unexpected response|No (LDAP|mail) server answers|rejected the message|metadata|returned something other)/,
    zh: /检查|元数据/,
  },
}

/** The newest entry of the audit log, and the newest about a server that failed when it was tried. */
const newest = () => app.rows.all('audit_log').at(-1)
const failedTry = () => app.rows.all('audit_log').findLast(({ action }) => action === 'connectionFailed')

const cases = Object.keys(kinds).flatMap((kind) => Object.keys(faults).map((fault) => [kind, fault] as const))

test.each(cases)('%s: %s', async (kind, fault) => {
  const { place, en, zh } = faults[fault] ?? expect.fail()
  const at = place(kind)
  if (at === undefined) return
  const found = await kinds[kind]?.(at)
  expect(found?.outcome).toBe('failed')
  expect(found?.en).toMatch(en)
  expect(found?.zh).toMatch(zh)
  const entry = failedTry()
  expect(entry).toMatchObject({ username: 'admin', object_type: 'setting' })
  // the log has the cause too, in English, whatever language the administrator reads
  expect(String(entry?.['detail'])).toContain(String(found?.en).slice(0, 40))
})

describe('settings that do not work are not saved', () => {
  test.each(Object.keys(faults))('LDAP and S3: %s', async (fault) => {
    const admin = app.as('admin')
    const at = (kind: string) => faults[fault]?.place(kind) as Place
    const before = JSON.stringify(app.rows.all('options'))
    const ldap_form = JSON.stringify(ldapForm(at('LDAP')))
    await expect(admin.adminSetting.saveLdapConfig({ ldap_open: '1', ldap_form })).rejects.toMatchObject({
      errorName: expect.stringMatching(/^directory/),
    })
    expect(newest()).toMatchObject({ action: 'connectionFailed', detail: expect.stringMatching(/^LDAP: /) })
    const oss_setting = JSON.stringify(bucketForm(at('S3')))
    await expect(admin.adminSetting.saveConfig({ oss_open: true, oss_setting })).rejects.toMatchObject({
      errorName: expect.stringMatching(/^storage/),
    })
    expect(newest()).toMatchObject({ action: 'connectionFailed', detail: expect.stringMatching(/^S3: /) })
    expect(JSON.stringify(app.rows.all('options'))).toBe(before)
  })
})

/** Signs in to the site by a password. */
const logIn = (username: string, password: string, lang = 'en') =>
  app.call('user/login', { username, password }, { headers: { 'accept-language': lang } })

/** Nobody of the former server is let in; an administrator of this site is, with a session that works. */
async function expectSiteOpen(people: number): Promise<void> {
  expect(app.rows.all('user')).toHaveLength(people)
  expect(app.rows.all('user_identity')).toEqual([])
  const { json } = await logIn('chief', 'a good password')
  const { user_token = '' } = (json.data ?? {}) as { user_token?: string }
  expect((await app.call('adminSetting/loadLdapConfig', { user_token })).json.error_code).toBe(0)
}

describe('a server that fails once people sign in with it', () => {
  test.each(Object.keys(faults))('LDAP: %s', async (fault) => {
    const at = faults[fault]?.place('LDAP') as Place
    const people = app.rows.all('user').length
    const { config } = app.app
    config.ldap_form = ldapForm(at) as never
    try {
      for (const [lang, words] of [
        ['en', /company directory doesn’t respond/],
        ['zh', /公司目录/],
      ] as const) {
        const { json } = await logIn('lin', 'a good password', lang)
        expect(json).toMatchObject({ error_name: 'directoryDown', error_message: expect.stringMatching(words) })
        expect(json.data).toBeUndefined()
      }
      const failed = app.rows.all('audit_log').filter(({ action }) => action === 'loginFailed')
      expect(failed.at(-1)?.['detail']).toMatch(/^LDAP: directory/)
      await expectSiteOpen(people)
    } finally {
      config.ldap_form = {} as never
    }
  })

  test.each(
    (['oauth2', 'saml', 'cas'] as const).flatMap((type) => Object.keys(faults).map((fault) => [type, fault] as const)),
  )('%s: %s', async (type, fault) => {
    const at = faults[fault]?.place(type) as Place
    const people = app.rows.all('user').length
    const admin = app.as('admin')
    const form = JSON.stringify(providerForms[type](at))
    await admin.adminProvider.save({ provider_id: 'firm', type, name: 'The firm', is_open: '1', form })
    try {
      let response = await fetch(`${app.url}/sign-in/firm`, { redirect: 'manual' })
      if (type === 'cas') {
        // CAS is first asked when the browser comes back with a ticket
        const service = new URL(new URL(response.headers.get('location') ?? '').searchParams.get('service') ?? '')
        service.searchParams.set('ticket', 'ST-1')
        const cookie = response.headers
          .getSetCookie()
          .map((line) => line.split(';')[0])
          .join('; ')
        const headers = { cookie, 'sec-fetch-site': 'cross-site' }
        response = await fetch(service, { redirect: 'manual', headers })
      }
      const end = new URL(response.headers.get('location') ?? '', app.url)
      expect(end.pathname).toBe('/user/login')
      expect(response.headers.getSetCookie().join()).not.toContain('docstead_session=')
      const id = end.searchParams.get('failed') ?? ''
      for (const lang of ['en', 'zh']) {
        const { json } = await app.call('ExtLogin/failure', { id }, { headers: { 'accept-language': lang } })
        const { message } = json.data as { message: string }
        // a person reads whom it is about and what to do; why is for administrators
        expect(message).toMatch(
          lang === 'en' ? /^The firm (doesn’t respond|could not sign you in)/ : /The firm.*[\u4e00-\u9fff]/,
        )
      }
      const entry = app.rows.all('audit_log').findLast(({ action }) => action === 'loginFailed')
      expect(entry?.['detail']).toMatch(/^firm: (forbidden|unreachable|certificate|rejected): ./)
      await expectSiteOpen(people)
    } finally {
      await admin.adminProvider.remove({ provider_id: 'firm' })
    }
  })
})

test('OpenID Connect: a secret that has expired, and a clock that is wrong', async () => {
  const form = { issuer: provider.issuer, client_id: provider.client.id, client_secret: 'of last year' }
  const secret = await tryProvider('oauth2', form)
  expect(secret.en).toMatch(/does not accept the client ID docstead .*may have expired/)
  expect(secret.zh).toContain('密钥可能已过期')
  expect(newest()).toMatchObject({ action: 'connectionFailed', detail: expect.stringContaining('may have expired') })
  const real = app.app.now
  app.app.now = () => new Date(real().getTime() + 400_000)
  try {
    const clock = await tryProvider('oauth2', form)
    expect(clock.en).toMatch(/clocks .*differ by (39\d|40\d) s.*NTP/)
    expect(clock.zh).toMatch(/时钟相差 (39\d|40\d) 秒/)
  } finally {
    app.app.now = real
  }
})

test('S3: a key that is gone, a secret that has been replaced, a clock that is wrong', async () => {
  const service = await startS3()
  const run = (more: Record<string, string> = {}) => {
    const { endpoint, region, bucket, key, secret } = service
    const form = { oss_type: 's3_storage', endpoint, region, bucket, key, secret, style: 'path', ...more }
    return testInConsole('adminSetting/testStorage', { oss_setting: JSON.stringify(form) })
  }
  expect((await run()).outcome).toBe('ok')
  const key = await run({ key: 'ofLastYear' })
  expect(key.en).toMatch(/does not know this access key .*check that it is active/)
  expect(key.zh).toMatch(/访问密钥.*InvalidAccessKeyId/)
  const secret = await run({ secret: 'ofLastYear' })
  expect(secret.en).toMatch(/rejects the signature .*Copy the secret again/)
  expect(secret.zh).toMatch(/签名.*SignatureDoesNotMatch/)
  service.skewMs = 20 * 60_000
  const clock = await run()
  expect(clock.en).toMatch(/clocks of this server and of .* differ too much.*NTP/)
  expect(clock.zh).toMatch(/时钟.*NTP/)
  expect(newest()).toMatchObject({ action: 'connectionFailed', detail: expect.stringMatching(/^S3: The clocks/) })
})

test('SMTP: a password that has expired', async () => {
  const server = await startMailServer('tls')
  try {
    const form = { ...mailForm({ host: server.host, port: server.port, ca: server.ca }), ...mailAccount }
    const test = (password: string) =>
      testInConsole('adminMail/test', { mail_form: JSON.stringify({ ...form, password }) })
    expect((await test(mailAccount.password)).outcome).toBe('ok')
    const expired = await test('of last year')
    expect(expired.en).toMatch(/rejects the account docs \(535.*app password/)
    expect(expired.zh).toMatch(/docs.*535.*授权码/)
    expect(newest()).toMatchObject({ action: 'connectionFailed', detail: expect.stringMatching(/^SMTP: .*535/) })
    expect(JSON.stringify(app.rows.all('audit_log'))).not.toMatch(/of last year|mail password/)
  } finally {
    await server.close()
  }
})

test('a webhook: a robot that has been removed, a secret that has expired, a redirect', async () => {
  const receiver = await startReceiver()
  const at = { host: '127.0.0.1', port: Number(new URL(receiver.url).port), isTls: false }
  try {
    receiver.answer = { status: 200, body: '{"errcode":310000,"errmsg":"sign not match"}' }
    const secret = await tryWebhook(at)
    expect(secret.en).toMatch(/rejected the message: 200 310000 sign not match\. Check the address and the secret/)
    expect(secret.zh).toMatch(/拒绝了消息：200 310000 sign not match。请检查地址和密钥/)
    receiver.answer = { status: 401, body: 'no such token' }
    const token = await tryWebhook(at, 'json')
    expect(token.en).toMatch(/rejected the message: 401 no such token/)
    expect(token.zh).toContain('拒绝了消息：401 no such token')
    receiver.answer = { status: 302, body: '', headers: { location: 'http://169.254.169.254/' } }
    const elsewhere = await tryWebhook(at, 'json')
    expect(elsewhere.en).toMatch(/redirects to another address, which is not followed/)
    expect(elsewhere.zh).toContain('重定向')
    expect(failedTry()).toMatchObject({ detail: expect.stringMatching(/^webhook: .*redirects/) })
  } finally {
    await receiver.close()
  }
})
