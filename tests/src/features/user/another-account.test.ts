import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const ownPage = { 'sec-fetch-site': 'same-origin' }

/** Sends a token from a browser where `name` is signed in; returns the response and its change to the cookie. */
async function sendToken(
  app: TestApp,
  given: { signedIn?: string; token: string; fields?: Record<string, string>; headers?: Record<string, string> },
) {
  const { signedIn, token, fields = {}, headers = ownPage } = given
  const answer = await app.call('user/loginByToken', fields, {
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'accept-language': 'en',
      ...(signedIn && { cookie: `docstead_session=${app.token(signedIn)}` }),
    },
  })
  return { ...answer.json, cookie: answer.headers.get('set-cookie') }
}

const sessionsOf = (app: TestApp, name: string) =>
  app.rows.all('user_token').filter((row) => row['uid'] === app.uid(name)).length

describe('a token of another account than the one that is signed in', () => {
  test('changes nothing, and the error names both accounts', async () => {
    const app = await createTestApp()
    app.rows.sqlite.prepare("UPDATE user SET name = 'Ann Lee' WHERE uid = ?").run(app.uid('ann'))
    const token = app.token('ben')
    const before = [sessionsOf(app, 'ann'), sessionsOf(app, 'ben')]
    const answer = await sendToken(app, { signedIn: 'ann', token })
    expect(answer).toMatchObject({
      error_name: 'otherAccount',
      error_message: 'You are signed in as Ann Lee (ann), and this link is for ben.',
      error_values: { uid: app.uid('ann'), current: 'Ann Lee (ann)', next: 'ben' },
      cookie: null,
    })
    expect([sessionsOf(app, 'ann'), sessionsOf(app, 'ben')]).toEqual(before)
  })

  test('replaces the account when the person confirms it, and ends its session here', async () => {
    const app = await createTestApp()
    const token = app.token('ben')
    const answer = await sendToken(app, {
      signedIn: 'ann',
      token,
      fields: { instead_of: String(app.uid('ann')) },
    })
    expect(answer).toMatchObject({ error_code: 0, data: { username: 'ben' } })
    expect(answer.cookie).toContain('docstead_session=')
    expect(sessionsOf(app, 'ann')).toBe(0)
  })

  test('does not replace a third account that has signed in in the meantime', async () => {
    const app = await createTestApp()
    const fields = { instead_of: String(app.uid('ann')) }
    const answer = await sendToken(app, { signedIn: 'cleo', token: app.token('ben'), fields })
    expect(answer).toMatchObject({ error_name: 'otherAccount', error_values: { current: 'cleo' }, cookie: null })
  })
})

test('needs no confirmation for the same account, or when nobody is signed in', async () => {
  const app = await createTestApp()
  const token = app.token('ben')
  expect(await sendToken(app, { signedIn: 'ben', token })).toMatchObject({ error_code: 0, data: { username: 'ben' } })
  expect(await sendToken(app, { token })).toMatchObject({ error_code: 0, data: { username: 'ben' } })
})

test('needs no confirmation for a session that has ended', async () => {
  const app = await createTestApp()
  const token = app.token('ben')
  await app.as('ann').user.logout()
  expect(await sendToken(app, { signedIn: 'ann', token })).toMatchObject({ error_code: 0, data: { username: 'ben' } })
})

test('an invalid token leaves the session unchanged', async () => {
  const app = await createTestApp()
  const answer = await sendToken(app, { signedIn: 'ann', token: '0'.repeat(43) })
  expect(answer).toMatchObject({ error_code: 10102, cookie: null })
  expect(sessionsOf(app, 'ann')).toBe(1)
})

describe('a page of another site', () => {
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }

  test('cannot switch the account by a form, with a token or with a password', async () => {
    const app = await createTestApp()
    await app.newUser('ben', { password: 'a good password' })
    const cookie = `docstead_session=${app.token('ann')}`
    for (const [path, fields] of [
      ['user/loginByToken', { user_token: app.token('ben'), instead_of: String(app.uid('ann')) }],
      ['user/login', { username: 'ben', password: 'a good password' }],
    ] as const) {
      const { headers } = await app.call(path, fields, { headers: { ...foreign, cookie } })
      expect(headers.get('set-cookie')).toBeNull()
    }
    expect(sessionsOf(app, 'ann')).toBe(1)
  })

  test('cannot switch the account by a link of another system, which leads to the confirmation page', async () => {
    const app = await createTestApp()
    const { login_secret_key } = await app.as('admin').adminSetting.getLoginSecretKey()
    const time = String(Math.floor(Date.now() / 1000))
    const token = createHash('md5').update(`ben${login_secret_key}${time}`).digest('hex')
    const query = new URLSearchParams({ username: 'ben', time, token })
    const answer = await fetch(`${app.url}/api/ExtLogin/bySecretKey?${query}`, {
      redirect: 'manual',
      headers: { ...foreign, cookie: `docstead_session=${app.token('ann')}` },
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    const lead = new URL(answer.headers.get('location') ?? '', app.url)
    expect(lead.pathname).toBe('/user/loginByUserToken')
    const sent = { signedIn: 'ann', token: lead.searchParams.get('user_token') ?? '' }
    expect(await sendToken(app, sent)).toMatchObject({ error_name: 'otherAccount', cookie: null })
    // Showing the confirmation page has not used up the link.
    const fields = { instead_of: String(app.uid('ann')) }
    expect(await sendToken(app, { ...sent, fields })).toMatchObject({ error_code: 0, data: { username: 'ben' } })
  })

  test('cannot switch the account by an address: rejects a call by GET', async () => {
    const app = await createTestApp()
    const address = `user/loginByToken?user_token=${app.token('ben')}`
    expect((await app.call(address, {}, { method: 'GET', headers: foreign })).status).toBe(405)
  })
})
