import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashSecret } from '#src/core/secrets.ts'
import { ticketHint } from '#src/features/cas/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { TestBrowser } from '#tests/support/browser.ts'
import { startTextServer, type TextServer } from '#tests/support/saml-provider.ts'

let app: TestApp
let server: TextServer
/** What the server says about the ticket that it gave. */
let success: string

const cas = 'xmlns:cas="http://www.yale.edu/tp/cas"'
const answer = (inner: string) => `<cas:serviceResponse ${cas}>\n${inner}\n</cas:serviceResponse>`
const person = (more = '') =>
  answer(`<cas:authenticationSuccess><cas:user>lin</cas:user>${more}</cas:authenticationSuccess>`)
const failure = (code: string) =>
  answer(`<cas:authenticationFailure code="${code}">Ticket not recognized</cas:authenticationFailure>`)

const save = (form: object = {}) =>
  app.as('admin').adminProvider.save({
    provider_id: 'firm',
    type: 'cas',
    name: 'Firm',
    is_open: '1',
    form: JSON.stringify({ server_url: `${server.url}/cas/`, timeout: '2', ...form }),
  })

beforeAll(async () => {
  server = await startTextServer()
})

afterAll(() => server.close())

beforeEach(async () => {
  app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8'] } })
  app.rows.insert('options', { option_name: 'site_url', option_value: app.url })
  server.requests.length = 0
  success = person(
    '<cas:attributes><cas:displayName>林小雨</cas:displayName><cas:mail>lin@example.com</cas:mail></cas:attributes>',
  )
  const used = new Set<string>()
  for (const path of ['/cas/serviceValidate', '/cas/p3/serviceValidate']) {
    server.texts.set(path, (query) => {
      const ticket = query.get('ticket') ?? ''
      const isGood = /^ST-\d+-good$/.test(ticket) && !used.has(ticket)
      used.add(ticket)
      if (!query.get('service')?.startsWith(`${app.url}/sign-in/firm/callback?state=`))
        return failure('INVALID_SERVICE')
      return isGood ? success : failure('INVALID_TICKET')
    })
  }
})

let count = 0

async function signIn(ticket = `ST-${++count}-good`, browser = new TestBrowser(app)): Promise<URL> {
  const there = await browser.open('/sign-in/firm')
  expect(there.origin + there.pathname).toBe(`${server.url}/cas/login`)
  const service = new URL(there.searchParams.get('service') ?? '')
  service.searchParams.set('ticket', ticket)
  return browser.open(service.pathname + service.search)
}

const userOf = async (end: URL) =>
  (await app.call('user/info', { user_token: end.searchParams.get('user_token') ?? '' })).json.data

const reasons = () =>
  app.rows.all('audit_log').flatMap((row) => (row['action'] === 'loginFailed' ? [row['detail']] : []))

async function rejects(reason: RegExp, ticket?: string): Promise<void> {
  const before = reasons().length
  expect((await signIn(ticket)).pathname).toBe('/user/login')
  expect(reasons().slice(before)).toEqual([expect.stringMatching(reason)])
  expect(app.rows.all('user_identity')).toEqual([])
  expect(app.errors).toEqual([])
}

describe('a sign-in with CAS', () => {
  test('gives a person an account, with what protocol 3 says', async () => {
    await save({ email_trusted: '1' })
    const end = await signIn()
    expect(reasons()).toEqual([])
    expect(await userOf(end)).toMatchObject({ username: 'lin', name: '林小雨', email: 'lin@example.com', is_sso: '1' })
    expect(app.rows.all('user_identity')).toMatchObject([{ authority: `${server.url}/cas`, subject: 'lin' }])
    expect(server.requests.at(-1)?.pathname).toBe('/cas/p3/serviceValidate')
  })

  test('takes the username alone with protocol 2', async () => {
    success = person()
    await save({ protocol_version: '2' })
    expect(await userOf(await signIn())).toMatchObject({ username: 'lin' })
    expect(server.requests.at(-1)?.pathname).toBe('/cas/serviceValidate')
  })

  test('ends at the server too, and here when it ends there', async () => {
    await save()
    const browser = new TestBrowser(app)
    const enter = async (ticket: string) => {
      const end = await signIn(ticket, browser)
      await browser.call('user/loginByToken', { user_token: end.searchParams.get('user_token') ?? '' })
    }
    const isIn = async () => (await browser.call('user/info')).error_name === undefined
    const logout = async (ticket: string) => {
      const logoutRequest = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="l"><samlp:SessionIndex>${ticket}</samlp:SessionIndex></samlp:LogoutRequest>`
      const response = await fetch(`${app.url}/sign-in/firm/callback?state=x`, {
        method: 'POST',
        body: new URLSearchParams({ logoutRequest }),
      })
      expect(response.status).toBe(200)
    }
    await enter('ST-1000-good')
    await logout('ST-1001-good')
    await logout('')
    await logout('<!DOCTYPE x>')
    expect(await isIn()).toBe(true)
    await logout('ST-1000-good')
    expect(await isIn()).toBe(false)
    await enter('ST-1002-good')
    const { data } = await browser.call('user/logout')
    expect(data?.['logout_redirect_uri']).toBe(`${server.url}/cas/logout?service=${encodeURIComponent(`${app.url}/`)}`)
  })

  test('lets nobody in with a ticket that is wrong, used, or of a proxy', async () => {
    await save()
    await rejects(/INVALID_TICKET/, 'ST-1-bad')
    await rejects(/came without a ticket/, '')
    await rejects(/not one for this site/, 'PT-1-good')
    await rejects(/not one for this site/, `ST-${'x'.repeat(600)}`)
    success = person('<cas:proxies><cas:proxy>https://evil.example</cas:proxy></cas:proxies>')
    await rejects(/ticket is that of a proxy/)
  })

  test('lets nobody in with an answer that is nonsense', async () => {
    await save()
    for (const [text, reason] of [
      ['', /no XML|well-formed/],
      ['<html/>', /not that of a CAS server/],
      ['yes\nlin\n', /well-formed/],
      [answer(''), /neither yes nor no/],
      [answer('<cas:authenticationSuccess/>'), /does not say who/],
      [
        answer('<cas:authenticationSuccess><cas:user>a</cas:user><cas:user>b</cas:user></cas:authenticationSuccess>'),
        /does not say who/,
      ],
      [
        person().replace('</cas:serviceResponse>', `${failure('X').slice(failure('X').indexOf('<cas:auth'))}`),
        /^firm: rejected/,
      ],
      [`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${person()}`, /document type/],
      [`<a>${'x'.repeat(450_000)}</a>`, /too large|unreachable/],
      ['<cas:serviceResponse xmlns:cas="http://evil.example"/>', /not that of a CAS server/],
    ] as const) {
      success = text
      await rejects(reason)
    }
    server.texts.set('/cas/p3/serviceValidate', { status: 500, text: '' })
    await rejects(/HTTP 500/)
    await save({ server_url: 'http://127.0.0.1:1/cas' })
    const end = await new TestBrowser(app).open('/sign-in/firm')
    const service = new URL(end.searchParams.get('service') ?? '')
    expect(service.origin).toBe(app.url)
  })

  test('ends a sign-in that still waits for its second step', async () => {
    await save()
    const uid = app.uid('lin')
    const hint = { provider_id: 'firm', way: 'token', action: 'login', uid, expire_time: 9_999_999_999 }
    for (const ticket of ['ST-2000-good', 'ST-2001-good'])
      app.rows.insert('sign_in_ticket', { ...hint, ticket_hash: hashSecret(ticket), sign_out_hint: ticketHint(ticket) })
    const logoutRequest =
      '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="l"><samlp:SessionIndex>ST-2000-good</samlp:SessionIndex></samlp:LogoutRequest>'
    const body = new URLSearchParams({ logoutRequest })
    await fetch(`${app.url}/sign-in/firm/callback?state=x`, { method: 'POST', body })
    expect(app.rows.all('sign_in_ticket')).toMatchObject([{ sign_out_hint: ticketHint('ST-2001-good') }])
  })

  test('needs the address of the site in the settings: one that a request names can be anybody’s', async () => {
    await save()
    app.rows.sqlite.prepare("DELETE FROM options WHERE option_name = 'site_url'").run()
    const end = await new TestBrowser(app).open('/sign-in/firm')
    expect(end.pathname).toBe('/user/login')
    await expect(save()).rejects.toMatchObject({ errorName: 'providerIncomplete', values: { field: 'site_url' } })
    expect(server.requests).toEqual([])
  })

  test('gives the account of a person whom SCIM has renamed to nobody of the former name', async () => {
    await save({ link_by_name: '1' })
    const uid = app.uid('lin')
    app.rows.sqlite.prepare("UPDATE user SET is_sso = 1, password = '' WHERE uid = ?").run(uid)
    const row = { uid, external_id: '1', given_name: '', family_name: '', email: '', is_active: 1, has_disabled: 0 }
    const names = { user_name: 'lin.x', user_name_key: 'lin.x' }
    app.rows.insert('scim_user', { ...row, ...names, addtime: 1, change_time: 1 })
    await rejects(/providerNameTaken: lin/)
    app.rows.sqlite.prepare("UPDATE scim_user SET user_name_key = 'lin'").run()
    expect(await userOf(await signIn())).toMatchObject({ uid: String(uid) })
  })

  test('lets nobody in from another browser', async () => {
    await save()
    const there = await new TestBrowser(app).open('/sign-in/firm')
    const service = new URL(there.searchParams.get('service') ?? '')
    service.searchParams.set('ticket', 'ST-77-good')
    const end = await new TestBrowser(app).open(service.pathname + service.search)
    expect(end.pathname).toBe('/user/login')
    expect(server.requests).toEqual([])
  })

  test('is tested in Admin', async () => {
    const steps = async (form: object) =>
      (
        await app.as('admin').adminProvider.test({ provider_id: 'firm', type: 'cas', form: JSON.stringify(form) })
      ).steps.map(({ step, outcome, error_message }) => [step, outcome, error_message])
    expect(await steps({ server_url: `${server.url}/cas` })).toEqual([
      ['ticket', 'ok', ''],
      ['callback', 'ok', ''],
    ])
    expect(await steps({ server_url: `${server.url}/other` })).toEqual([
      ['ticket', 'failed', expect.stringContaining('HTTP 404')],
    ])
    expect(await steps({ server_url: 'cas.example.com' })).toEqual([
      ['form', 'failed', expect.stringContaining('server_url')],
    ])
    server.texts.set('/cas/p3/serviceValidate', { text: failure('UNAUTHORIZED_SERVICE') })
    expect((await steps({ server_url: `${server.url}/cas` }))[0]?.[2]).toContain('register')
    server.texts.set('/cas/p3/serviceValidate', { text: person() })
    expect((await steps({ server_url: `${server.url}/cas` }))[0]?.[2]).toContain('accepts any ticket')
  })
})
