import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { type AnswerTwist, SoftwarePasskey } from '#tests/support/authenticator.ts'

const password = 'a good password'
const origin = 'https://docs.example.com'
const refusal = (errorName: string) => ({ errorName })
const rejected = refusal('passkeyRejected')

const createSite = () => createTestApp({ config: { site_url: origin } })

/** Adds a passkey to an account, which is created. */
const enrol = async (
  app: TestApp,
  username = 'ann',
  name = 'Laptop',
  proof: { code?: string; response?: string } = {},
) => {
  if (app.rows.all('user').every((row) => row['username'] !== username)) await app.newUser(username, { password })
  const passkey = new SoftwarePasskey(origin)
  const { twoStep } = app.as(username)
  const { options } = await twoStep.passkeyOptions({ password, ...proof })
  const { recovery_codes } = await twoStep.addPasskey({ name, response: passkey.create(options) })
  return { passkey, recovery_codes }
}

const signIn = async (app: TestApp, passkey: SoftwarePasskey, twist?: AnswerTwist, ticket?: string) => {
  const given = ticket === undefined ? {} : { ticket }
  const { options } = await app.visitor.twoStep.signInOptions(given)
  return app.visitor.twoStep.signInByPasskey({ ...given, response: passkey.get(options, twist) })
}

/** What a passkey of an account answers before a protection is changed. */
const proofBy = async (app: TestApp, passkey: SoftwarePasskey, username = 'ann', twist?: AnswerTwist) => {
  const { options } = await app.as(username).twoStep.confirmOptions()
  return { response: passkey.get(options, twist) }
}

const ticketOf = async (app: TestApp, username = 'ann') => {
  const { json } = await app.call('user/login', { username, password })
  expect(json).toMatchObject({ error_name: 'secondStepNeeded', error_values: { ways: 'passkey' } })
  return String((json['error_values'] as { ticket: string }).ticket)
}

test('a person adds passkeys with names, signs in with one alone, and removes it', async () => {
  const app = await createSite()
  expect(await app.visitor.twoStep.signInWays()).toEqual({ passkeys: false })
  const { passkey, recovery_codes } = await enrol(app)
  expect(recovery_codes).toHaveLength(10)
  const second = await enrol(app, 'ann', 'Phone', await proofBy(app, passkey))
  expect(second.recovery_codes).toEqual([])
  const { twoStep } = app.as('ann')
  const { passkeys } = await twoStep.state()
  expect(passkeys).toMatchObject([{ name: 'Laptop' }, { name: 'Phone', last_use_time: 0 }])
  expect(await app.visitor.twoStep.signInWays()).toEqual({ passkeys: true })
  expect(await signIn(app, passkey)).toMatchObject({ username: 'ann' })
  expect(app.rows.all('user_passkey')).toMatchObject([{ counter: 2 }, { counter: 0 }])
  const login = app.rows.all('audit_log').findLast(({ action }) => action === 'login')
  expect(login).toMatchObject({ username: 'ann', detail: 'passkey Laptop' })
  const passkey_id = passkeys[0]?.passkey_id ?? ''
  const code = recovery_codes[0] ?? ''
  await expect(twoStep.removePasskey({ passkey_id, password: 'x', code })).rejects.toMatchObject(
    refusal('passwordWrong'),
  )
  await expect(twoStep.removePasskey({ passkey_id, password })).rejects.toMatchObject(refusal('secondStepWrong'))
  await twoStep.removePasskey({ passkey_id, password, code })
  await expect(signIn(app, passkey)).rejects.toMatchObject(rejected)
  const again = twoStep.removePasskey({ passkey_id, password, ...(await proofBy(app, second.passkey)) })
  await expect(again).rejects.toMatchObject(refusal('secondStepGone'))
  expect(await twoStep.state()).toMatchObject({ recovery_codes: 9 })
  const last = { passkey_id: passkeys[1]?.passkey_id ?? '', password, ...(await proofBy(app, second.passkey)) }
  await twoStep.removePasskey(last)
  expect(await twoStep.state()).toMatchObject({ recovery_codes: 0, passkeys: [] })
  expect(await app.visitor.user.login({ username: 'ann', password })).toMatchObject({ username: 'ann' })
})

test('who has a second step shows it before anything is added, removed or made', async () => {
  const app = await createSite()
  const { passkey, recovery_codes } = await enrol(app)
  const { twoStep } = app.as('ann')
  const [{ passkey_id } = { passkey_id: '' }] = (await twoStep.state()).passkeys
  const changes = [
    (proof: object) => twoStep.passkeyOptions({ password, ...proof }),
    (proof: object) => twoStep.startApp({ password, ...proof }),
    (proof: object) => twoStep.makeRecoveryCodes({ password, ...proof }),
    (proof: object) => twoStep.removePasskey({ passkey_id, password, ...proof }),
  ]
  const former = { passkeys: app.rows.all('user_passkey'), codes: app.rows.all('recovery_code') }
  for (const change of changes) await expect(change({})).rejects.toMatchObject(refusal('secondStepWrong'))
  await expect(changes[0]?.({ code: '123456' })).rejects.toMatchObject(refusal('secondStepWrong'))
  // a sign-in is no proof for a change, and an answer works once
  const { options } = await app.visitor.twoStep.signInOptions({ ticket: await ticketOf(app) })
  await expect(changes[0]?.({ response: passkey.get(options) })).rejects.toMatchObject(rejected)
  expect({ passkeys: app.rows.all('user_passkey'), codes: app.rows.all('recovery_code') }).toEqual(former)
  const proof = await proofBy(app, passkey)
  await changes[0]?.(proof)
  await expect(changes[3]?.(proof)).rejects.toMatchObject(rejected)
  await changes[1]?.({ code: recovery_codes[0] })
  expect(await twoStep.makeRecoveryCodes({ password, ...(await proofBy(app, passkey)) })).toMatchObject({
    recovery_codes: expect.objectContaining({ length: 10 }),
  })
})

test('a passkey of another account, or a wrong answer of the right one, proves nothing', async () => {
  const app = await createSite()
  const { passkey } = await enrol(app)
  const other = await enrol(app, 'bob')
  const [{ passkey_id } = { passkey_id: '' }] = (await app.as('ann').twoStep.state()).passkeys
  const remove = (proof: object) => app.as('ann').twoStep.removePasskey({ passkey_id, password, ...proof })
  await expect(remove(await proofBy(app, other.passkey, 'bob'))).rejects.toMatchObject(rejected)
  await expect(remove(await proofBy(app, other.passkey, 'ann'))).rejects.toMatchObject(rejected)
  await expect(remove(await proofBy(app, passkey, 'ann', { flags: 1 }))).rejects.toMatchObject(rejected)
  await remove(await proofBy(app, passkey))
  await app.newUser('eve', { password })
  await expect(app.as('eve').twoStep.confirmOptions()).rejects.toMatchObject(refusal('secondStepGone'))
})

test('an account without a password shows a recent sign-in and its second step', async () => {
  const app = await createSite()
  const { passkey } = await enrol(app)
  app.rows.sqlite.exec("UPDATE user SET password = '' WHERE username = 'ann'")
  const [{ passkey_id } = { passkey_id: '' }] = (await app.as('ann').twoStep.state()).passkeys
  const remove = (proof: object) => app.as('ann').twoStep.removePasskey({ passkey_id, ...proof })
  await expect(remove({})).rejects.toMatchObject(refusal('secondStepWrong'))
  app.rows.sqlite.exec('UPDATE user_token SET addtime = addtime - 601')
  await expect(remove(await proofBy(app, passkey))).rejects.toMatchObject(refusal('sessionTooOld'))
  app.rows.sqlite.exec('UPDATE user_token SET addtime = addtime + 601')
  await remove(await proofBy(app, passkey))
})

test('after the password, a passkey or a recovery code is the second step', async () => {
  const app = await createSite()
  const { passkey, recovery_codes } = await enrol(app)
  const ticket = await ticketOf(app)
  const { options } = await app.visitor.twoStep.signInOptions({ ticket })
  expect(options).toMatchObject({ allowCredentials: [{ id: passkey.id.toString('base64url') }] })
  expect(await signIn(app, passkey, undefined, ticket)).toMatchObject({ username: 'ann' })
  await expect(signIn(app, passkey, undefined, ticket)).rejects.toMatchObject(refusal('signInTicketEnded'))
  const code = recovery_codes[0] ?? ''
  expect(await app.visitor.twoStep.signIn({ ticket: await ticketOf(app), code })).toMatchObject({ username: 'ann' })
})

test('the passkey of another account passes no second step', async () => {
  const app = await createSite()
  await enrol(app)
  const { passkey } = await enrol(app, 'bob')
  await expect(signIn(app, passkey, undefined, await ticketOf(app))).rejects.toMatchObject(rejected)
  expect(await signIn(app, passkey)).toMatchObject({ username: 'bob' })
})

test.each<[string, AnswerTwist]>([
  ['of another site', { origin: 'https://docs.example.com.evil.example' }],
  ['over http', { origin: 'http://docs.example.com' }],
  ['of another port', { origin: 'https://docs.example.com:8443' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['without a verified user', { flags: 1 }],
  ['without a present user', { flags: 4 }],
  ['that was made for adding', { type: 'webauthn.create' }],
  ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['signed with another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ['with a counter that stands still', { counter: 1 }],
  ['with a counter that went back', { counter: 0 }],
  ['for another user', { userHandle: Buffer.from('uid 99').toString('base64url') }],
])('rejects an answer %s', async (_, twist) => {
  const app = await createSite()
  const { passkey } = await enrol(app)
  await signIn(app, passkey)
  const sessions = app.rows.all('user_token').length
  await expect(signIn(app, passkey, twist)).rejects.toMatchObject(rejected)
  expect(app.rows.all('user_token')).toHaveLength(sessions)
  passkey.counter = 10
  expect(await signIn(app, passkey)).toMatchObject({ username: 'ann' })
})

test('an answer works once, and not for long', async () => {
  const app = await createSite()
  const { passkey } = await enrol(app)
  const { options } = await app.visitor.twoStep.signInOptions()
  const response = passkey.get(options)
  const answers = await Promise.allSettled([1, 2, 3].map(() => app.visitor.twoStep.signInByPasskey({ response })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const late = await app.visitor.twoStep.signInOptions()
  app.app.now = () => new Date(Date.now() + 301_000)
  const answer = app.visitor.twoStep.signInByPasskey({ response: passkey.get(late.options) })
  await expect(answer).rejects.toMatchObject(rejected)
})

test('a challenge serves only what it was made for', async () => {
  const app = await createSite()
  const { passkey } = await enrol(app)
  const ticket = await ticketOf(app)
  const alone = await app.visitor.twoStep.signInOptions()
  const bound = await app.visitor.twoStep.signInOptions({ ticket })
  const call = (options: Record<string, unknown>, more: object) =>
    app.visitor.twoStep.signInByPasskey({ ...more, response: passkey.get(options) })
  await expect(call(alone.options, { ticket })).rejects.toMatchObject(rejected)
  await expect(call(bound.options, {})).rejects.toMatchObject(rejected)
  const { options } = await app.as('ann').twoStep.passkeyOptions({ password, ...(await proofBy(app, passkey)) })
  await expect(call(options, {})).rejects.toMatchObject(rejected)
  // and the one of another person adds nothing
  await app.newUser('eve', { password })
  const forEve = await app.as('eve').twoStep.passkeyOptions({ password })
  const response = new SoftwarePasskey(origin).create(forEve.options)
  await expect(app.as('ann').twoStep.addPasskey({ name: 'x', response })).rejects.toMatchObject(rejected)
})

test.each<[string, AnswerTwist]>([
  ['of another site', { origin: 'https://evil.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['without a verified user', { flags: 1 | 64 }],
  ['that was made for signing in', { type: 'webauthn.get' }],
  ['to another challenge', { challenge: 'AAAA' }],
])('adds no passkey from an answer %s', async (_, twist) => {
  const app = await createSite()
  await app.newUser('ann', { password })
  const { twoStep } = app.as('ann')
  const { options } = await twoStep.passkeyOptions({ password })
  const response = new SoftwarePasskey(origin).create(options, twist)
  await expect(twoStep.addPasskey({ name: 'x', response })).rejects.toMatchObject(rejected)
  expect(app.rows.all('user_passkey')).toEqual([])
})

test('the same passkey belongs to one account', async () => {
  const app = await createSite()
  const { passkey } = await enrol(app)
  await app.newUser('eve', { password })
  const { options } = await app.as('eve').twoStep.passkeyOptions({ password })
  const response = passkey.create(options)
  await expect(app.as('eve').twoStep.addPasskey({ name: 'x', response })).rejects.toMatchObject(rejected)
})

test('rejects what is no answer at all, without a failure of the server', async () => {
  const app = await createSite()
  const { passkey } = await enrol(app)
  const { options } = await app.visitor.twoStep.signInOptions()
  const good = JSON.parse(passkey.get(options)) as { response: Record<string, unknown> }
  const bad: unknown[] = [
    'no JSON',
    '{}',
    '[]',
    'null',
    { ...good, id: '' },
    { ...good, type: 'password' },
    { ...good, rawId: 'other' },
    { ...good, response: { clientDataJSON: 'e30' } },
    { ...good, response: { ...good.response, clientDataJSON: Buffer.from('null').toString('base64url') } },
    { ...good, response: { ...good.response, clientDataJSON: Buffer.from('{"challenge":{}}').toString('base64url') } },
    { ...good, response: { ...good.response, authenticatorData: 'AA' } },
    { ...good, response: { ...good.response, authenticatorData: null } },
    { ...good, response: { ...good.response, signature: 1 } },
  ]
  for (const one of bad) {
    const response = typeof one === 'string' ? one : JSON.stringify(one)
    const { json, status } = await app.call('twoStep/signInByPasskey', { response })
    expect({ status, name: json.error_name }).toEqual({
      status: 200,
      name: expect.stringMatching(/^(passkeyRejected|badParameter)$/) as string,
    })
  }
  expect(app.errors).toEqual([])
})

test('guesses are limited by address', async () => {
  const app = await createSite()
  const { passkey } = await enrol(app)
  for (let at = 0; at < 30; at++)
    await expect(app.visitor.twoStep.signInByPasskey({ response: passkey.get({}) })).rejects.toMatchObject(rejected)
  await expect(signIn(app, passkey)).rejects.toMatchObject(refusal('tooManyTries'))
})

test('an account of another system uses a passkey as the second step only', async () => {
  const app = await createSite()
  const { passkey } = await enrol(app)
  app.rows.sqlite.prepare('UPDATE user SET is_sso = 1').run()
  await expect(signIn(app, passkey)).rejects.toMatchObject(refusal('passkeyNotAlone'))
  expect(await signIn(app, passkey, undefined, await ticketOf(app))).toMatchObject({ username: 'ann' })
})

test('a disabled account gets no session from its passkey', async () => {
  const app = await createSite()
  const { passkey } = await enrol(app)
  app.rows.sqlite.prepare('UPDATE user SET is_disabled = 1').run()
  await expect(signIn(app, passkey)).rejects.toMatchObject(refusal('userDisabled'))
})

test('an administrator who must have a second step may set up a passkey for it', async () => {
  const app = await createSite()
  await app.newUser('root', { password, groupid: 1 })
  app.rows.insert('options', { option_name: 'admin_second_step', option_value: '1' })
  expect((await app.call('adminSite/state', {}, { as: 'root' })).json).toMatchObject({
    error_name: 'secondStepMissing',
  })
  await enrol(app, 'root')
  expect((await app.call('adminSite/state', {}, { as: 'root' })).json).toMatchObject({ error_code: 0 })
})

test.each([
  ['', false],
  ['http://docs.example.com', false],
  ['https://10.0.0.7', false],
  ['https://[::1]', false],
  ['http://127.0.0.1:4999', false],
  ['http://localhost:4999', true],
  ['https://docs.example.com/wiki', true],
])('with the address “%s”, passkeys are possible: %s', async (site_url, isPossible) => {
  const app = await createTestApp({ config: { site_url } })
  await app.newUser('ann', { password })
  expect(await app.as('ann').twoStep.state()).toMatchObject({ passkeys_possible: isPossible })
  const options = app.as('ann').twoStep.passkeyOptions({ password })
  if (isPossible) expect(await options).toMatchObject({ options: { rp: { id: new URL(site_url).hostname } } })
  else await expect(options).rejects.toMatchObject(refusal('passkeysImpossible'))
})
