import { expect, test, vi } from 'vitest'
import { RateLimiter } from '#src/core/rate-limiter.ts'
import { transact } from '#src/db/database.ts'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })
const password = 'a good password'

test('a person signs in, is recognized, and signs out', async () => {
  const app = await createTestApp()
  await app.newUser('Ann', { password })
  const { user_token } = await app.visitor.user.loginByVerify({ username: ' ann ', password })
  const headers = { authorization: `Bearer ${user_token}` }
  expect((await app.call('user/info', {}, { headers })).json).toMatchObject({ data: { username: 'Ann' } })
  expect((await app.call('user/info', { user_token })).json).toMatchObject({ data: { username: 'Ann' } })
  expect((await app.call('user/logout', {}, { headers })).json).toEqual({ error_code: 0, data: [] })
  expect((await app.call('user/info', {}, { headers })).json).toMatchObject({ error_code: 10102 })
})

test('accepts the cookie from this site and ignores it from a page of another site', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const same = { 'sec-fetch-site': 'same-origin' }
  const login = await app.call('user/loginByVerify', { username: 'ann', password }, { headers: same })
  const [line = ''] = login.headers.getSetCookie()
  expect(line).toMatch(/HttpOnly; SameSite=Lax/)
  const cookie = line.split(';')[0] ?? ''
  const info = (headers: Record<string, string>) => app.call('user/info', {}, { headers: { cookie, ...headers } })
  expect((await info(same)).json).toMatchObject({ error_code: 0 })
  expect((await info({ 'sec-fetch-site': 'cross-site' })).json).toMatchObject({ error_name: 'crossSite' })
  expect((await info({ origin: 'https://evil.example' })).json).toMatchObject({ error_name: 'crossSite' })
  const elsewhere = await app.call('user/loginByVerify', { username: 'ann', password })
  expect(elsewhere.headers.getSetCookie()).toEqual([])
})

test('returns the same error for a wrong password and an unknown name', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const wrong = await app.call('user/loginByVerify', { username: 'ann', password: 'x' })
  const unknown = await app.call('user/loginByVerify', { username: 'nobody', password: 'x' })
  expect(wrong.json).toMatchObject({ error_code: 10210 })
  expect({ ...unknown.json, request_id: '' }).toEqual({ ...wrong.json, request_id: '' })
})

test('limits guesses at a name, and then rejects the correct password too', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const login = (typed: string) => app.call('user/loginByVerify', { username: 'ann', password: typed })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => login(`guess ${at}`)))
  const codes = answers.map(({ json }) => json.error_code)
  expect(codes.filter((code) => code === 10210).length).toBeLessThanOrEqual(5)
  expect(codes).toContain(10204)
  expect((await login(password)).json).toMatchObject({ error_code: 10204 })
})

test('rejects a disabled person, also with a token', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  app.rows.sqlite.prepare('UPDATE user SET is_disabled = 1').run()
  await expect(app.visitor.user.loginByVerify({ username: 'ann', password })).rejects.toMatchObject({ code: 10107 })
  await expect(app.as('ann').user.info()).rejects.toMatchObject({ code: 10102 })
})

test('a new password ends every other session', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const { user_token: other } = await app.visitor.user.loginByVerify({ username: 'ann', password })
  const ann = app.as('ann')
  await expect(ann.user.resetPassword({ password: 'wrong', new_password: 'another good one' })).rejects.toMatchObject(
    refusal('oldPasswordWrong'),
  )
  await expect(ann.user.resetPassword({ password, new_password: 'short' })).rejects.toMatchObject(
    refusal('passwordTooShort'),
  )
  const { user_token } = await ann.user.resetPassword({ password, new_password: 'another good one' })
  const info = (token: string) => app.call('user/info', { user_token: token })
  expect((await info(other)).json).toMatchObject({ error_code: 10102 })
  expect((await info(app.token('ann'))).json).toMatchObject({ error_code: 10102 })
  expect((await info(user_token)).json).toMatchObject({ error_code: 0 })
  await expect(app.visitor.user.loginByVerify({ username: 'ann', password })).rejects.toMatchObject({ code: 10210 })
})

test('registers a person when registration is open, with a valid name and password', async () => {
  const app = await createTestApp()
  const register = (more: object) =>
    app.visitor.user.registerByVerify({ username: 'newcomer', password, confirm_password: password, ...more })
  await expect(register({ username: 'a b' })).rejects.toMatchObject(refusal('usernameBad'))
  await expect(register({ confirm_password: 'x' })).rejects.toMatchObject(refusal('passwordsDiffer'))
  await expect(register({ password: '12345678', confirm_password: '12345678' })).rejects.toMatchObject(
    refusal('passwordCommon'),
  )
  expect(await register({ groupid: '1' })).toMatchObject({ username: 'newcomer', groupid: '2' })
  await expect(register({ username: 'NewComer' })).rejects.toMatchObject(refusal('usernameTaken'))
  app.rows.insert('options', { option_name: 'register_open', option_value: '0' })
  await expect(register({ username: 'late' })).rejects.toMatchObject(refusal('registerClosed'))
})

test('a person changes their own name and ends only their own sessions', async () => {
  const app = await createTestApp()
  const [ann, bob] = [app.as('ann'), app.as('bob')]
  expect(await ann.user.updateInfo({ name: ' Ann A. ' })).toEqual([])
  expect(await ann.user.info()).toMatchObject({ name: 'Ann A.' })
  await expect(ann.user.updateInfo({ name: 'x'.repeat(201) })).rejects.toMatchObject(refusal('textTooLong'))
  const [session] = await bob.user.sessionList()
  expect(session).toMatchObject({ is_current: true })
  await ann.user.sessionDelete({ id: session?.id ?? '' })
  expect(await bob.user.info()).toMatchObject({ username: 'bob' })
  await bob.user.sessionDelete({ id: session?.id ?? '' })
  await expect(bob.user.info()).rejects.toMatchObject({ code: 10102 })
})

test('creates an access token with the person’s password, shows it once, and revokes it on request', async () => {
  const app = await createTestApp()
  await app.newUser('kay', { password: 'a good password' })
  const kay = app.as('kay')
  const wanted = { name: ' Build server ', days: 30, password: 'a good password' }
  await expect(kay.user.tokenAdd({ ...wanted, password: 'guessed' })).rejects.toMatchObject(refusal('passwordWrong'))
  for (const wrong of [{ days: 0 }, { days: 181 }, { name: ' ' }, { name: 'two\nlines' }])
    await expect(kay.user.tokenAdd({ ...wanted, ...wrong })).rejects.toMatchObject({ code: 10101 })
  const { user_token, token_expire } = await kay.user.tokenAdd(wanted)
  expect(token_expire).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400)
  const info = () => app.call('user/info', { user_token })
  expect((await info()).json).toMatchObject({ data: { username: 'kay' } })

  const list = await kay.user.sessionList()
  const token = list.find(({ kind }) => kind === 'access')
  expect(token).toMatchObject({ name: 'Build server', is_current: false, token_expire })
  expect(JSON.stringify(list)).not.toContain(user_token)
  await kay.user.sessionDelete({ id: token?.id ?? '' })
  expect((await info()).json).toMatchObject({ error_code: 10102 })
  expect(app.rows.all('audit_log').map(({ action }) => action)).toContain('tokenMade')
})

test('limits a person to fifty access tokens, and a new password ends them all', async () => {
  const app = await createTestApp()
  await app.newUser('kay', { password: 'a good password' })
  const kay = app.as('kay')
  const { user_token } = await kay.user.tokenAdd({ name: 'first', days: 1, password: 'a good password' })
  const [{ uid } = { uid: 0 }] = app.rows.all('user_token').filter(({ name }) => name === 'first')
  const row = { uid, kind: 'access', token_expire: 4_000_000_000, addtime: 1, last_use_time: 1 }
  for (let at = 1; at < 50; at++) app.rows.insert('user_token', { ...row, token_hash: Buffer.alloc(32, at) })
  const more = kay.user.tokenAdd({ name: 'more', days: 1, password: 'a good password' })
  await expect(more).rejects.toMatchObject(refusal('tokenTooMany'))
  await kay.user.resetPassword({ password: 'a good password', new_password: 'another good password' })
  expect((await app.call('user/info', { user_token })).json).toMatchObject({ error_code: 10102 })
})

test('exchanges a token for a session of the browser', async () => {
  const app = await createTestApp()
  const answer = await app.call('user/loginByToken', {}, { as: 'ann', headers: { 'sec-fetch-site': 'same-origin' } })
  expect(answer.json).toMatchObject({ data: { username: 'ann' } })
  expect(answer.json['data']).not.toHaveProperty('user_token')
  expect(answer.headers.getSetCookie()[0]).toContain('docstead_session=')
  await expect(app.visitor.user.loginByToken()).rejects.toMatchObject({ code: 10102 })
})

test('rejects an expired session', async () => {
  const app = await createTestApp()
  await app.as('ann').user.info()
  app.app.now = () => new Date(Date.now() + 2 * 86_400_000)
  await expect(app.as('ann').user.info()).rejects.toMatchObject({ code: 10102 })
})

test('extends a session with its use, without delaying the request', async () => {
  const app = await createTestApp()
  await app.as('ann').user.info()
  app.app.now = () => new Date(Date.now() + 3_600_000)
  await app.as('ann').user.info()
  await Promise.all(app.app.background)
  const [token] = app.rows.all('user_token')
  expect(Number(token?.['token_expire'])).toBeGreaterThan(Date.now() / 1000 + 170 * 86_400)
})

test('a session that begins during a password change does not outlive the change', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const { promise: word, resolve: goOn } = Promise.withResolvers<void>()
  const changing = transact(app.app.db, async (tx) => {
    await word
    await tx.updateTable('user').set({ password: 'another hash' }).execute()
    await tx.deleteFrom('user_token').execute()
  })
  const waiting = vi.spyOn(app.app.db, 'transaction')
  const login = app.call('user/loginByVerify', { username: 'ann', password })
  const byToken = app.call('user/loginByToken', {}, { as: 'ann' })
  await expect.poll(() => waiting.mock.calls.length, { timeout: 10_000 }).toBe(2)
  goOn()
  await changing
  expect((await login).json).toMatchObject({ error_name: 'loginWrong' })
  expect((await byToken).json).toMatchObject({ error_name: 'notLoggedIn' })
  expect(app.rows.all('user_token')).toEqual([])
})

test('an address that has used up its attempts locks no more names', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const guess = (username: string) => app.call('user/loginByVerify', { username, password: 'x' })
  let now = 0
  app.app.limiter = new RateLimiter(() => now)
  for (let at = 0; at < 30; at++) await guess(`nobody${at}`)
  for (let at = 0; at < 6; at++) expect((await guess('ann')).json).toMatchObject({ error_name: 'tooManyTries' })
  expect(app.app.limiter.failures('login:ann', 60_000)).toBe(0)
  now += 15 * 60_000 + 1
  expect(await app.visitor.user.loginByVerify({ username: 'ann', password })).toMatchObject({ username: 'ann' })
}, 20_000)

test('signs a person in by e-mail address when only one account has it', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  await app.newUser('bob', { password })
  const setEmail = (username: string, email: string) =>
    app.rows.sqlite.prepare('UPDATE user SET email = ? WHERE username = ?').run(email, username)
  setEmail('ann', 'Ann@Example.com')
  expect(await app.visitor.user.login({ username: 'ANN@example.COM', password })).toMatchObject({ username: 'ann' })
  setEmail('bob', 'ann@example.com')
  await expect(app.visitor.user.login({ username: 'ann@example.com', password })).rejects.toMatchObject({ code: 10210 })
})

test('counts every spelling of a name as the same account', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  app.rows.sqlite.prepare("UPDATE user SET email = 'ann@example.com'").run()
  const spellings = ['ann', 'ANN', ' Ann ', 'ａｎｎ', 'ann@example.com']
  for (const username of spellings) await app.call('user/loginByVerify', { username, password: 'x' })
  for (const username of spellings) {
    await expect(app.visitor.user.loginByVerify({ username, password })).rejects.toMatchObject({ code: 10204 })
  }
})

test('guesses at a name do not affect its owner, who is signed in', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  for (let at = 0; at < 6; at++) await app.call('user/loginByVerify', { username: 'ann', password: `guess ${at}` })
  const { user_token } = await app.as('ann').user.resetPassword({ password, new_password: 'another good one' })
  expect((await app.call('user/info', { user_token })).json).toMatchObject({ error_code: 0 })
})

test('limits guesses at the person’s own password', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const reset = (typed: string) =>
    app.call('user/resetPassword', { password: typed, new_password: 'another good one' }, { as: 'ann' })
  for (let at = 0; at < 5; at++) expect((await reset('x')).json).toMatchObject({ error_name: 'oldPasswordWrong' })
  expect((await reset(password)).json).toMatchObject({ error_code: 10204 })
})

test('the responses have every field that existing clients read', async () => {
  const app = await createTestApp()
  const fields = { username: 'ann', password, confirm_password: password, inviteCode: 'x', invite_code: 'y' }
  const made = await app.visitor.user.register(fields)
  expect(made).toMatchObject({ username: 'ann', name: '', groupid: '2', email: '', email_verify: 0, avatar_small: '' })
  expect(made.user_token).toMatch(/^[0-9a-f]{64}$/)
  const { json } = await app.call('user/info', { user_token: made.user_token, redirect_login: 'false' })
  expect(Object.keys(json.data as object).toSorted()).toEqual(
    'avatar avatar_small email email_verify groupid is_sso is_wechat mobile name reg_time uid username'.split(' '),
  )
})

test('rejects a name of several lines', async () => {
  const app = await createTestApp()
  await expect(app.as('ann').user.updateInfo({ name: 'a\nb' })).rejects.toMatchObject(refusal('characterBad'))
  expect(await app.as('ann').user.updateInfo({ name: '' })).toEqual([])
  expect(app.rows.all('user')).toMatchObject([{ name: '' }])
})

test('signing out redirects to the sign-out of the other service', async () => {
  const app = await createTestApp()
  expect(await app.as('ann').user.logout({ confirm: '1' })).toEqual([])
  const logout_redirect_uri = 'https://id.example/logout'
  const { adminSetting } = app.as('admin')
  await adminSetting.saveOauth2Config({ oauth2_form: JSON.stringify({ logout_redirect_uri }) })
  expect(await app.as('bob').user.logout()).toEqual([])
  await adminSetting.saveOauth2Config({ oauth2_open: '1' })
  expect(await app.as('carl').user.logout({ confirm: '1' })).toEqual({ logout_redirect_uri })
  await expect(app.as('carl').user.info()).rejects.toMatchObject({ code: 10102 })
})

test('offers no sign-in by another service without settings', async () => {
  const app = await createTestApp()
  expect(await app.visitor.user.oauthInfo()).toEqual({ oauth2_open: '0', oauth2_entrance_tips: '', providers: [] })
})

test('an impossible password does not use up a captcha', async () => {
  const app = await createTestApp({ config: { captcha: 'always' } })
  const { captcha_id } = await app.visitor.common.createCaptcha()
  const captcha = String(app.rows.all('captcha')[0]?.['captcha'])
  const register = (typed: string) =>
    app.visitor.user.register({ username: 'ann', password: typed, confirm_password: typed, captcha, captcha_id })
  await expect(register('short')).rejects.toMatchObject(refusal('passwordTooShort'))
  expect(await register(password)).toMatchObject({ username: 'ann' })
})
