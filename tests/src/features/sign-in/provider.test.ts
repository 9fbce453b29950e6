import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#tests/support/openid-provider.ts'

let provider: OpenIdProvider
let app: TestApp

beforeAll(async () => {
  provider = await startOpenIdProvider()
})

afterAll(() => provider.close())

const form = () => ({ issuer: provider.issuer, client_id: provider.client.id, client_secret: provider.client.secret })

const save = (more: object = {}) =>
  app.as('admin').adminProvider.save({
    provider_id: 'keycloak',
    name: 'Keycloak',
    is_open: '1',
    form: JSON.stringify({ ...form(), ...more }),
  })

/** A browser that signs in. */
class Browser {
  cookie = ''

  async open(path: string): Promise<URL> {
    const response = await fetch(new URL(path, app.url), { redirect: 'manual', headers: { cookie: this.cookie } })
    const cookie = response.headers.getSetCookie()[0]
    if (cookie) this.cookie = cookie.split(';')[0] ?? ''
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${response.status}: ${await response.text()}`)
    return new URL(location, app.url)
  }

  /** Begins a sign-in, signs in at the provider, and returns where that leads. */
  async answer(sub: string): Promise<URL> {
    const there = await this.open('/sign-in/keycloak')
    provider.allowCallback(there.searchParams.get('redirect_uri') ?? '')
    return provider.signIn(there.href, sub)
  }

  async signIn(sub: string): Promise<URL> {
    const back = await this.answer(sub)
    return this.open(back.pathname + back.search)
  }
}

const userOf = async (end: URL) => {
  const user_token = end.searchParams.get('user_token') ?? ''
  return (await app.call('user/info', { user_token })).json.data
}

/** Why sign-ins failed, as the administrator reads it. */
const reasons = () => app.rows.all('audit_log').flatMap((row) => (row['action'] === 'loginFailed' ? [row['detail']] : []))

beforeEach(async () => {
  provider.behave()
  provider.people.clear()
  provider.people.set('u-1', { sub: 'u-1', preferred_username: 'lin', name: '林小雨' })
  app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8'] } })
})

test('a person of the provider signs in and gets an account', async () => {
  await save()
  expect(await app.visitor.user.oauthInfo()).toMatchObject({
    providers: [{ provider_id: 'keycloak', name: 'Keycloak', path: '/sign-in/keycloak' }],
  })
  const end = await new Browser().signIn('u-1')
  expect(reasons()).toEqual([])
  expect(end.pathname).toBe('/user/loginByUserToken')
  expect(await userOf(end)).toMatchObject({ username: 'lin', name: '林小雨', is_sso: '1', groupid: '2' })
  expect(app.rows.all('user_identity')).toMatchObject([
    { provider: 'keycloak', authority: provider.issuer, subject: 'u-1', provider_name: 'lin' },
  ])
  expect(app.errors).toEqual([])
})
