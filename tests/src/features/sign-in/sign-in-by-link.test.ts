import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const seconds = (app: TestApp) => Math.floor(app.app.now().getTime() / 1000)

async function linkMaker(app: TestApp) {
  const { login_secret_key } = await app.as('admin').adminSetting.getLoginSecretKey()
  const link = (username: string, more: Record<string, string> = {}): Record<string, string> => {
    const time = more['time'] ?? String(seconds(app))
    const token = createHash('md5').update(`${username}${login_secret_key}${time}`).digest('hex')
    return { username, time, token, ...more }
  }
  const follow = (fields: Record<string, string>) =>
    fetch(`${app.url}/api/ExtLogin/bySecretKey?${new URLSearchParams(fields)}`, { redirect: 'manual' })
  const refused = async (fields: Record<string, string>) => (await (await follow(fields)).json()) as object
  return { link, follow, refused }
}

/** The address that a link redirected to. */
const leadOf = (response: Response, app: TestApp) => new URL(response.headers.get('location') ?? '', app.url)

test('signs in a new person from another system, once for each link', async () => {
  const app = await createTestApp({ config: { base_path: '/docs' } })
  const { link, follow, refused } = await linkMaker(app)
  const fields = link('j.doe', { name: 'Jo', redirect: '/100/200' })
  const answer = await follow(fields)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const lead = leadOf(answer, app)
  expect(lead.pathname).toBe('/docs/user/loginByUserToken')
  expect(lead.searchParams.get('redirect_uri')).toBe('/100/200')
  const user_token = lead.searchParams.get('user_token') ?? ''
  expect((await app.call('user/info', { user_token })).json).toMatchObject({
    data: { username: 'j.doe', name: 'Jo', is_sso: '1', groupid: '2' },
  })
  expect(await refused(fields)).toMatchObject({ error_name: 'loginLinkUsed' })
  expect(await refused({ ...fields, token: fields['token']?.toUpperCase() ?? '' })).toMatchObject({
    error_name: 'loginLinkUsed',
  })
  expect(app.rows.all('user').filter((row) => row['username'] === 'j.doe')).toHaveLength(1)
})

test('exchanges the token in the address for one session, within minutes', async () => {
  const app = await createTestApp()
  const { link, follow } = await linkMaker(app)
  const user_token = leadOf(await follow(link('ann')), app).searchParams.get('user_token') ?? ''
  const [row] = app.rows.all('user_token').filter((one) => one['kind'] === 'link')
  expect(Number(row?.['token_expire']) - seconds(app)).toBeLessThanOrEqual(300)
  const headers = { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${user_token}` }
  expect((await app.call('user/loginByToken', {}, { headers })).json).toMatchObject({ data: { username: 'ann' } })
  expect((await app.call('user/loginByToken', {}, { headers })).json).toMatchObject({ error_code: 10102 })
  expect(app.rows.all('user_token').filter((one) => one['kind'] === 'link')).toEqual([])
})

test('rejects a link that is wrong, expired or not valid for this person', async () => {
  const app = await createTestApp()
  const made = { username: 'ann', time: String(seconds(app)) }
  const unsigned = createHash('md5').update(`${made.username}${made.time}`).digest('hex')
  const early = await fetch(`${app.url}/api/ExtLogin/bySecretKey?${new URLSearchParams({ ...made, token: unsigned })}`)
  expect(await early.json()).toMatchObject({ error_name: 'loginLinkWrong' })

  const { link, follow, refused } = await linkMaker(app)
  expect(await refused({ ...link('ann'), username: 'bob' })).toMatchObject({ error_name: 'loginLinkWrong' })
  expect(await refused(link('ann', { time: String(seconds(app) - 61) }))).toMatchObject({ error_name: 'loginLinkOld' })
  expect(await refused(link('ann', { time: String(seconds(app) + 61) }))).toMatchObject({ error_name: 'loginLinkOld' })
  expect(await refused(link('admin'))).toMatchObject({ error_name: 'loginLinkAdministrator' })
  expect(await refused(link('a b'))).toMatchObject({ error_name: 'accountNameBad' })
  expect(await refused({ ...link('ann'), token: 'x' })).toMatchObject({ error_name: 'badParameter' })
  expect(app.rows.all('user')).toHaveLength(1)
  await app.newUser('gone')
  app.rows.sqlite.prepare("UPDATE user SET is_disabled = 1 WHERE username = 'gone'").run()
  expect(await refused(link('gone'))).toMatchObject({ error_name: 'userDisabled' })
  await app.as('admin').adminSetting.resetLoginSecretKey()
  expect(await refused(link('ann'))).toMatchObject({ error_name: 'loginLinkWrong' })
  expect((await follow(link('ann'))).status).toBe(200)
})

test('limits guesses at links', async () => {
  const app = await createTestApp()
  const { link, refused } = await linkMaker(app)
  const wrong = { ...link('ann'), token: '0'.repeat(32) }
  for (let at = 0; at < 30; at++) await refused(wrong)
  expect(await refused(wrong)).toMatchObject({ error_name: 'tooManyTries' })
})

test('an administrator reads who used the key, when and from where, and what failed', async () => {
  const app = await createTestApp()
  const { link, follow, refused } = await linkMaker(app)
  await follow(link('ann', { name: 'Ann Lee' }))
  await refused({ ...link('ann'), username: 'secret typed here' })
  await refused(link('admin'))
  await app.newUser('bob')
  await app.visitor.user.login({ username: 'bob', password: 'a good password' })
  const { total, list } = await app.as('admin').adminSetting.loginKeyUses({})
  expect(total).toBe(3)
  expect(list.map(({ username, name, action, detail, ip }) => [username, name, action, detail, ip])).toEqual([
    ['admin', undefined, 'loginFailed', 'link: loginLinkAdministrator', '127.0.0.1'],
    ['', undefined, 'loginFailed', 'link: loginLinkWrong', '127.0.0.1'],
    ['ann', 'Ann Lee', 'login', 'link', '127.0.0.1'],
  ])
  expect((await app.as('admin').adminSetting.loginKeyUses({ page: 2, count: 2 })).list).toHaveLength(1)
  await expect(app.as('carl').adminSetting.loginKeyUses({})).rejects.toMatchObject({ errorName: 'adminOnly' })
})

test('sign-in with another service reports why it is not available', async () => {
  const app = await createTestApp()
  const oauth2 = async () => (await app.call('ExtLogin/oauth2', {}, { method: 'GET' })).json
  expect(await oauth2()).toMatchObject({ error_code: 10101, error_name: 'oauthOff' })
  await app.as('admin').adminSetting.saveOauth2Config({ oauth2_open: '1' })
  expect(await oauth2()).toMatchObject({ error_code: 10101, error_name: 'oauthNotReady' })
})
