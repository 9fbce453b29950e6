import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { contract } from '#shared/contract/index.ts'
import { RateLimiter } from '#src/core/rate-limiter.ts'
import { hashSecret, newSecret } from '#src/core/secrets.ts'
import { transact } from '#src/db/database.ts'
import { fromBase32, totpCode } from '#src/features/two-step/totp.ts'
import { newToken } from '#src/features/user/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const password = 'a good password'
const refusal = (errorName: string) => ({ errorName })

/** A clock that the test moves, and the codes of an app at it. */
const phone = (app: TestApp) => {
  let ahead = 0
  app.app.now = () => new Date(Date.now() + ahead * 1000)
  const codeOf = (key: string, steps = 0) =>
    totpCode(fromBase32(key.replaceAll(' ', '')), (Math.floor(Date.now() / 1000 + ahead) / 30 + steps) | 0)
  return {
    codeOf,
    wait(seconds: number) {
      ahead += seconds
    },
  }
}

/** Sets up an app for a new account. */
const enrol = async (app: TestApp, username = 'ann') => {
  await app.newUser(username, { password })
  const { codeOf, wait } = phone(app)
  const me = app.as(username)
  const { manual_key } = await me.twoStep.startApp({ password })
  const { recovery_codes } = await me.twoStep.enableApp({ code: codeOf(manual_key) })
  wait(60)
  return { me, key: manual_key, recovery_codes, codeOf, wait }
}

/** Passes the first step; returns the ticket for the second. */
const firstStep = async (app: TestApp, username = 'ann') => {
  const { json } = await app.call('user/loginByVerify', { username, password })
  expect(json).toMatchObject({ error_code: 10101, error_name: 'secondStepNeeded' })
  expect(json.data).toBeUndefined()
  return String((json['error_values'] as { ticket: string }).ticket)
}

test('a person sets up an app with their password and a code, and gets ten recovery codes', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const ann = app.as('ann')
  const { codeOf } = phone(app)
  await expect(ann.twoStep.startApp({ password: 'x' })).rejects.toMatchObject(refusal('passwordWrong'))
  await expect(ann.twoStep.enableApp({ code: '123456' })).rejects.toMatchObject(refusal('secondStepGone'))
  const { manual_key, uri } = await ann.twoStep.startApp({ password })
  expect(uri).toContain(`secret=${manual_key.replaceAll(' ', '')}&issuer=Docstead`)
  await expect(ann.twoStep.enableApp({ code: '12345' })).rejects.toMatchObject(refusal('secondStepWrong'))
  // nothing is asked before a code has confirmed the key
  expect(await app.visitor.user.login({ username: 'ann', password })).toMatchObject({ username: 'ann' })
  const { recovery_codes } = await ann.twoStep.enableApp({ code: codeOf(manual_key) })
  expect(recovery_codes).toHaveLength(10)
  expect(await ann.twoStep.state()).toEqual({
    app_enabled: true,
    recovery_codes: 10,
    passkeys: [],
    passkeys_possible: false,
    is_forced: false,
    needs_password: true,
  })
  await expect(ann.twoStep.startApp({ password })).rejects.toMatchObject(refusal('secondStepThere'))
  await expect(ann.twoStep.enableApp({ code: codeOf(manual_key, 1) })).rejects.toMatchObject(refusal('secondStepThere'))
  const stored = JSON.stringify(app.rows.all('recovery_code'))
  for (const code of recovery_codes) expect(stored).not.toContain(code)
  expect(app.rows.all('audit_log').map(({ action }) => action)).toContain('secondStepOn')
})

test('a key that is confirmed too late counts for nothing', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const { codeOf, wait } = phone(app)
  const { manual_key } = await app.as('ann').twoStep.startApp({ password })
  wait(16 * 60)
  const late = app.as('ann').twoStep.enableApp({ code: codeOf(manual_key) })
  await expect(late).rejects.toMatchObject(refusal('secondStepGone'))
})

test('after the password nothing but a code gives a session', async () => {
  const app = await createTestApp()
  const { key, codeOf, wait } = await enrol(app)
  const before = app.rows.all('user_token').length
  for (const path of ['user/login', 'user/loginByVerify']) {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const answer = await app.call(path, { username: 'ann', password }, { headers })
    expect(answer.json).toMatchObject({ error_name: 'secondStepNeeded' })
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  expect(app.rows.all('user_token')).toHaveLength(before)
  const ticket = await firstStep(app)
  expect((await app.call('user/info', { user_token: ticket })).json).toMatchObject({ error_name: 'notLoggedIn' })
  const wrong = app.visitor.twoStep.signIn({ ticket, code: codeOf(key, 5) })
  await expect(wrong).rejects.toMatchObject(refusal('secondStepWrong'))
  const headers = { 'sec-fetch-site': 'same-origin' }
  const done = await app.call('twoStep/signIn', { ticket, code: codeOf(key) }, { headers })
  expect(done.json).toMatchObject({ error_code: 0, data: { username: 'ann' } })
  expect(done.headers.getSetCookie()[0]).toContain('docstead_session=')
  wait(30)
  const again = app.visitor.twoStep.signIn({ ticket, code: codeOf(key) })
  await expect(again).rejects.toMatchObject(refusal('signInTicketEnded'))
  const login = app.rows.all('audit_log').findLast(({ action }) => action === 'login')
  expect(login).toMatchObject({ detail: 'password, code' })
})

test('a code works once, also for two sign-ins at the same moment', async () => {
  const app = await createTestApp()
  const { key, codeOf } = await enrol(app)
  const tickets = [await firstStep(app), await firstStep(app), await firstStep(app)]
  const code = codeOf(key)
  const answers = await Promise.allSettled(tickets.map((ticket) => app.visitor.twoStep.signIn({ ticket, code })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('one ticket gives one session, also for two codes at the same moment', async () => {
  const app = await createTestApp()
  const { key, codeOf } = await enrol(app)
  const ticket = await firstStep(app)
  const codes = [codeOf(key), codeOf(key, 1)]
  const answers = await Promise.allSettled(codes.map((code) => app.visitor.twoStep.signIn({ ticket, code })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a ticket ends after ten minutes, after five wrong codes, and with a new password', async () => {
  const app = await createTestApp()
  const { me, key, codeOf, wait } = await enrol(app)
  const ended = refusal('signInTicketEnded')
  const old = await firstStep(app)
  wait(11 * 60)
  await expect(app.visitor.twoStep.signIn({ ticket: old, code: codeOf(key) })).rejects.toMatchObject(ended)
  const changed = await firstStep(app)
  await me.user.resetPassword({ password, new_password: password })
  await expect(app.visitor.twoStep.signIn({ ticket: changed, code: codeOf(key) })).rejects.toMatchObject(ended)
  const tried = await firstStep(app)
  for (let at = 0; at < 4; at++) {
    const guess = app.visitor.twoStep.signIn({ ticket: tried, code: codeOf(key, 100 + at) })
    await expect(guess).rejects.toMatchObject(refusal('secondStepWrong'))
  }
  const other = await firstStep(app)
  await expect(app.visitor.twoStep.signIn({ ticket: other, code: '0' })).rejects.toMatchObject(
    refusal('secondStepWrong'),
  )
  // five wrong codes within five minutes: the account waits, however many tickets there are
  const right = { ticket: await firstStep(app), code: codeOf(key) }
  await expect(app.visitor.twoStep.signIn(right)).rejects.toMatchObject(refusal('tooManyTries'))
  await expect(app.visitor.twoStep.signIn({ ticket: 'f'.repeat(64), code: '1' })).rejects.toMatchObject(ended)
})

test('guesses at codes are limited for the account over a day, not only for a while', async () => {
  const app = await createTestApp()
  await enrol(app)
  let now = 0
  app.app.limiter = new RateLimiter(() => now)
  let wrong = 0
  for (let round = 0; round < 80; round++) {
    const ticket = newSecret()
    const row = { uid: app.uid('ann'), action: 'login', way: 'password', expire_time: 9_999_999_999 }
    app.rows.insert('sign_in_ticket', { ticket_hash: hashSecret(ticket), ...row })
    const { json } = await app.call('twoStep/signIn', { ticket, code: '000' })
    if (json.error_name === 'secondStepWrong') wrong++
    now += 10 * 60_000
  }
  expect(wrong).toBe(60)
})

test('a recovery code works once, in any spelling, and new ones replace the old', async () => {
  const app = await createTestApp()
  const { me, key, recovery_codes, codeOf, wait } = await enrol(app)
  const [first = '', second = '', third = ''] = recovery_codes
  const signIn = async (code: string) => app.visitor.twoStep.signIn({ ticket: await firstStep(app), code })
  expect(await signIn(first.toUpperCase().replaceAll('-', ' '))).toMatchObject({ username: 'ann' })
  await expect(signIn(first)).rejects.toMatchObject(refusal('secondStepWrong'))
  expect(await me.twoStep.state()).toMatchObject({ recovery_codes: 9 })
  await expect(me.twoStep.makeRecoveryCodes({ password: 'x', code: second })).rejects.toMatchObject(
    refusal('passwordWrong'),
  )
  await expect(me.twoStep.makeRecoveryCodes({ password, code: '1' })).rejects.toMatchObject(refusal('secondStepWrong'))
  const { recovery_codes: fresh } = await me.twoStep.makeRecoveryCodes({ password, code: second })
  expect(fresh).toHaveLength(10)
  await expect(signIn(third)).rejects.toMatchObject(refusal('secondStepWrong'))
  expect(await signIn(fresh[9] ?? '')).toMatchObject({ username: 'ann' })
  wait(30)
  await me.twoStep.makeRecoveryCodes({ password, code: codeOf(key) })
  expect(await me.twoStep.state()).toMatchObject({ recovery_codes: 10 })
})

test('turning it off takes password and code', async () => {
  const app = await createTestApp()
  const { me, key, codeOf } = await enrol(app)
  const off = (more: object) => me.twoStep.disableApp({ password, code: codeOf(key), ...more })
  await expect(off({ password: '' })).rejects.toMatchObject(refusal('passwordWrong'))
  await expect(off({ code: '000000' })).rejects.toMatchObject(refusal('secondStepWrong'))
  await off({})
  await expect(off({})).rejects.toMatchObject(refusal('secondStepGone'))
  expect(await me.twoStep.state()).toMatchObject({ app_enabled: false, recovery_codes: 0 })
  expect(await app.visitor.user.login({ username: 'ann', password })).toMatchObject({ username: 'ann' })
  expect(app.rows.all('user_totp')).toEqual([])
})

test('the first second step ends other sessions, and each change gives the browser another token', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const { codeOf, wait } = phone(app)
  const sec = { 'sec-fetch-site': 'same-origin' }
  const cookieIn = ({ headers }: { headers: Headers }) =>
    /docstead_session=([0-9a-f]{64});/.exec(headers.getSetCookie()[0] ?? '')?.[1] ?? ''
  const enter = async () => cookieIn(await app.call('user/login', { username: 'ann', password }, { headers: sec }))
  const [here, elsewhere] = [await enter(), await enter()]
  const { user_token: access } = await app.as('ann').user.tokenAdd({ name: 'script', days: 30, password })
  const by = (cookie: string, path: string, fields = {}) =>
    app.call(path, fields, { headers: { ...sec, cookie: `docstead_session=${cookie}` } })
  const isIn = async (cookie: string) => (await by(cookie, 'user/info')).json.error_code === 0
  const { json } = await by(here, 'twoStep/startApp', { password })
  const { manual_key } = json.data as { manual_key: string }
  expect(await isIn(elsewhere)).toBe(true)
  const enabled = await by(here, 'twoStep/enableApp', { code: codeOf(manual_key) })
  const next = cookieIn(enabled)
  expect(next).toMatch(/^[0-9a-f]{64}$/)
  expect([await isIn(here), await isIn(elsewhere), await isIn(next)]).toEqual([false, false, true])
  expect((await app.call('user/info', { user_token: access })).json.error_code).toBe(0)
  // it began when the person signed in, and ends when it would have ended
  expect(app.rows.all('user_token').filter(({ kind }) => kind === 'session')).toHaveLength(1)
  wait(60)
  const proof = { password, code: codeOf(manual_key) }
  const wrong = await by(next, 'twoStep/disableApp', { password, code: codeOf(manual_key, 50) })
  expect([wrong.json.error_name, wrong.headers.getSetCookie()]).toEqual(['secondStepWrong', []])
  const last = cookieIn(await by(next, 'twoStep/disableApp', proof))
  expect([await isIn(next), await isIn(last)]).toEqual([false, true])
})

test('a disabled account gets no session from its second step', async () => {
  const app = await createTestApp()
  const { key, codeOf } = await enrol(app)
  const ticket = await firstStep(app)
  app.rows.sqlite.prepare('UPDATE user SET is_disabled = 1').run()
  const code = codeOf(key)
  await expect(app.visitor.twoStep.signIn({ ticket, code })).rejects.toMatchObject(refusal('userDisabled'))
})

test('a link of another system is a first step, and works for nothing else', async () => {
  const app = await createTestApp()
  app.rows.insert('options', { option_name: 'login_secret_key', option_value: 'the key' })
  const { key, codeOf } = await enrol(app)
  const time = String(Math.floor(app.app.now().getTime() / 1000))
  const link = { username: 'ann', time, token: createHash('md5').update(`annthe key${time}`).digest('hex') }
  const address = `${app.url}/api/ExtLogin/bySecretKey?${new URLSearchParams(link)}`
  const { headers } = await fetch(address, { redirect: 'manual' })
  const target = headers.get('location') ?? ''
  const user_token = new URL(target, app.url).searchParams.get('user_token') ?? ''
  expect(user_token).not.toBe('')
  for (const path of ['user/info', 'item/myList', 'twoStep/state', 'twoStep/startApp'])
    expect((await app.call(path, { user_token })).json).toMatchObject({ error_name: 'secondStepNeeded' })
  const { json } = await app.call('user/loginByToken', { user_token })
  expect(json).toMatchObject({ error_name: 'secondStepNeeded' })
  const { ticket } = json['error_values'] as { ticket: string }
  expect((await app.call('user/loginByToken', { user_token })).json).toMatchObject({ error_name: 'notLoggedIn' })
  expect(await app.visitor.twoStep.signIn({ ticket, code: codeOf(key) })).toMatchObject({ username: 'ann' })
})

test('an access token goes on working, and becomes a session without a second step', async () => {
  const app = await createTestApp()
  const { me } = await enrol(app)
  const { user_token } = await me.user.tokenAdd({ name: 'script', days: 2, password })
  expect((await app.call('user/info', { user_token })).json).toMatchObject({ error_code: 0 })
  expect((await app.call('user/loginByToken', { user_token })).json).toMatchObject({ error_code: 0 })
})

test('an account without a password needs a recent sign-in instead', async () => {
  const app = await createTestApp()
  const ann = app.as('ann')
  const { codeOf, wait } = phone(app)
  expect(await ann.twoStep.state()).toMatchObject({ needs_password: false })
  const { manual_key } = await ann.twoStep.startApp()
  expect(await ann.twoStep.enableApp({ code: codeOf(manual_key) })).toMatchObject({ recovery_codes: { length: 10 } })
  wait(11 * 60)
  const late = ann.twoStep.disableApp({ code: codeOf(manual_key) })
  await expect(late).rejects.toMatchObject(refusal('sessionTooOld'))
  // a session that continues an old one is as old
  const started = () =>
    app.rows.all('user_token').flatMap((row) => (row['uid'] === app.uid('ann') ? row['addtime'] : []))
  const [first] = started()
  expect((await app.call('user/loginByToken', { user_token: app.token('ann') })).json).toMatchObject({ error_code: 0 })
  expect(started()).toEqual([first, first])
})

test('a new password by an access token gives no session without the second step', async () => {
  const app = await createTestApp()
  const { me } = await enrol(app)
  const { user_token } = await me.user.tokenAdd({ name: 'script', days: 2, password })
  const input = { user_token, password, new_password: 'another good one' }
  expect((await app.call('user/resetPassword', input)).json).toMatchObject({ error_name: 'secondStepNeeded' })
})

test('an administrator takes the second step off another account, not off their own', async () => {
  const app = await createTestApp()
  const { key, codeOf } = await enrol(app)
  const { adminUser } = app.as('admin')
  const listed = async () => (await adminUser.getList({})).users.find(({ username }) => username === 'ann')
  expect(await listed()).toMatchObject({ has_second_step: true })
  const itself = adminUser.resetSecondStep({ uid: app.uid('admin') })
  await expect(itself).rejects.toMatchObject(refusal('notYourself'))
  const ticket = await firstStep(app)
  await adminUser.resetSecondStep({ uid: app.uid('ann') })
  expect(await listed()).toMatchObject({ has_second_step: false })
  const late = app.visitor.twoStep.signIn({ ticket, code: codeOf(key) })
  await expect(late).rejects.toMatchObject(refusal('signInTicketEnded'))
  // a session on a lost phone ends with it
  expect(app.rows.all('user_token').filter(({ uid }) => uid === app.uid('ann'))).toEqual([])
  expect(await app.visitor.user.login({ username: 'ann', password })).toMatchObject({ username: 'ann' })
  expect(app.rows.all('recovery_code')).toEqual([])
})

test('an administrator who must have a second step can do nothing before', async () => {
  const app = await createTestApp()
  await app.newUser('root', { password, groupid: 1 })
  await app.as('root').adminSetting.saveConfig({ admin_second_step: true })
  const missing = { error_name: 'secondStepMissing' }
  const open: string[] = []
  for (const [controller, actions] of Object.entries(contract))
    for (const [action, endpoint] of Object.entries(actions as Record<string, Endpoint>)) {
      const { access } = endpoint
      if (access === 'anyone' || (typeof access === 'object' && 'key' in access)) continue
      const { json } = await app.call(`${controller}/${action}`, {}, { as: 'root' })
      if (json.error_name !== missing.error_name) open.push(`${controller}/${action}`)
    }
  expect(open.toSorted()).toEqual([
    'twoStep/addPasskey',
    'twoStep/enableApp',
    'twoStep/passkeyOptions',
    'twoStep/startApp',
    'twoStep/state',
    'user/info',
    'user/loginByToken',
  ])
  // the link of another system leads no further
  const use = { kind: 'link', name: '', ip: '127.0.0.1', agent: '', days: 1 } as const
  const user_token = await transact(app.app.db, (tx) => newToken(app.app, tx, app.uid('root'), use))
  expect((await app.call('adminUser/getList', { user_token })).json).toMatchObject(missing)
  // where anyone may call, they count as nobody
  const name = { username: 'root', password }
  expect((await app.call('user/login', name)).json).toMatchObject({ data: { username: 'root' } })
  const { item_id } = await app.as('ann').item.add({ item_name: 'Secret', password: 'x' })
  expect((await app.call('item/info', { item_id: String(item_id) }, { as: 'root' })).json).toMatchObject(missing)

  const { codeOf } = phone(app)
  const root = app.as('root')
  expect(await root.twoStep.state()).toMatchObject({ is_forced: true, app_enabled: false })
  const { manual_key } = await root.twoStep.startApp({ password })
  expect((await app.call('item/myList', {}, { as: 'root' })).json).toMatchObject(missing)
  await root.twoStep.enableApp({ code: codeOf(manual_key) })
  expect((await app.call('item/myList', {}, { as: 'root' })).json).toMatchObject({ error_code: 0 })
  expect((await app.call('item/myList', {}, { as: 'ann' })).json).toMatchObject({ error_code: 0 })
})
