import { afterEach, expect, test } from 'vitest'
import { createMailApp, type MailApp } from '#tests/support/mail-app.ts'

let started: MailApp[] = []
afterEach(async () => {
  await Promise.all(started.map(({ server }) => server.close()))
  started = []
})

async function start(config: Record<string, unknown> = {}) {
  const one = await createMailApp(config)
  started.push(one)
  return one
}

const tokenIn = (link: string) => new URL(link, 'https://x.example').hash.slice(1)
const password = 'a good password'

test('an address counts once its owner has followed the link', async () => {
  const { app, server, linkIn } = await start()
  await app.newUser('ann')
  const { user } = app.as('ann')
  await expect(user.mailLink({ email: 'ann@example.com', password: 'wrong' })).rejects.toThrow()
  await expect(user.mailLink({ email: 'no address', password })).rejects.toThrow('isn’t an email address')
  await user.mailLink({ email: 'Ann@Example.com', password })
  await expect.poll(() => server.mails.length).toBe(1)
  expect((await user.info()).email).toBe('')
  const link = linkIn(server.mails[0])
  expect(link).toMatch(/^\/user\/login\?do=verify-email#[0-9a-f]{64}$/)
  // only its hash is stored, and the outbox never had it
  expect(JSON.stringify(app.rows.all('outbox'))).not.toContain(tokenIn(link))
  expect(await app.visitor.user.verifyEmail({ token: tokenIn(link) })).toEqual({ email: 'ann@example.com' })
  expect(await user.info()).toMatchObject({ email: 'ann@example.com', email_verify: 1 })
  await expect(app.visitor.user.verifyEmail({ token: tokenIn(link) })).rejects.toThrow('already been used')
  // another address: the former one is told
  await user.mailLink({ email: 'other@example.com', password })
  await expect.poll(() => server.mails.length).toBe(2)
  await app.visitor.user.verifyEmail({ token: tokenIn(linkIn(server.mails[1])) })
  await expect.poll(() => server.mails.length).toBe(3)
  expect(server.mails[2]).toMatchObject({ to: ['ann@example.com'] })
  await user.removeEmail({ password })
  expect((await user.info()).email).toBe('')
})

test('two accounts cannot have one address; a claimed one gives way to a proved one', async () => {
  const { app, server, linkIn, withAddress } = await start()
  await app.newUser('ann')
  withAddress('ben')
  app.rows.sqlite.prepare('UPDATE user SET email = ? WHERE uid = ?').run('claimed@example.com', app.uid('eve'))
  await app.as('ann').user.mailLink({ email: 'ben@example.com', password })
  await expect.poll(() => server.mails.length).toBe(1)
  await expect(app.visitor.user.verifyEmail({ token: tokenIn(linkIn(server.mails[0])) })).rejects.toThrow(
    'Another account',
  )
  await app.as('ann').user.mailLink({ email: 'claimed@example.com', password })
  await expect.poll(() => server.mails.length).toBe(2)
  await app.visitor.user.verifyEmail({ token: tokenIn(linkIn(server.mails[1])) })
  expect((await app.as('eve').user.info()).email).toBe('')
})

test('a forgotten password is set by a link, once; every session ends and the owner is told', async () => {
  const { app, server, linkIn, withAddress } = await start()
  await app.newUser('ann')
  withAddress('ann')
  await app.visitor.user.requestReset({ username: 'ann@example.com' })
  await expect.poll(() => server.mails.length).toBe(1)
  const token = tokenIn(linkIn(server.mails[0]))
  expect(linkIn(server.mails[0])).toMatch(/^\/user\/login\?do=reset-password#/)
  const reset = (new_password: string, confirm_password = new_password) =>
    app.visitor.user.resetByMail({ token, new_password, confirm_password })
  // what is not allowed does not cost the link
  await expect(reset('short')).rejects.toThrow()
  await expect(reset('another one 12', 'another one 13')).rejects.toThrow()
  await reset('another one 12')
  await expect(app.as('ann').user.info()).rejects.toThrow()
  expect((await app.visitor.user.login({ username: 'ann', password: 'another one 12' })).username).toBe('ann')
  await expect(app.visitor.user.login({ username: 'ann', password })).rejects.toThrow()
  await expect(reset('yet another 13')).rejects.toThrow('already been used')
  await expect.poll(() => server.mails.length).toBe(2)
  expect(server.mails[1]?.header('Subject')).toBe('Docstead: your password was changed')
  expect(app.rows.all('audit_log').map((row) => row['action'])).toContain('passwordReset')
})

test('a link works for half an hour, and only the newest one', async () => {
  const { app, server, linkIn, withAddress } = await start()
  await app.newUser('ann')
  withAddress('ann')
  await app.visitor.user.requestReset({ username: 'ann' })
  await expect.poll(() => server.mails.length).toBe(1)
  await app.visitor.user.requestReset({ username: 'ann' })
  await expect.poll(() => server.mails.length).toBe(2)
  const use = (at: number) => {
    const token = tokenIn(linkIn(server.mails[at]))
    return app.visitor.user.resetByMail({ token, new_password: 'another one 12', confirm_password: 'another one 12' })
  }
  await expect(use(0)).rejects.toThrow('expired')
  const now = Date.now()
  app.app.now = () => new Date(now + 31 * 60_000)
  await expect(use(1)).rejects.toThrow('expired')
})

test('nobody learns which accounts exist, and unconfirmed addresses get nothing', async () => {
  const { app, server } = await start()
  await app.newUser('ann')
  app.rows.sqlite.prepare('UPDATE user SET email = ? WHERE uid = ?').run('ann@example.com', app.uid('ann'))
  for (const username of ['ann', 'ann@example.com', 'nobody', 'nobody@example.com'])
    expect(await app.visitor.user.requestReset({ username })).toEqual([])
  await Promise.all(app.app.background)
  expect(app.rows.all('outbox')).toEqual([])
  expect(server.mails).toEqual([])
})

test('requests are limited: for one account silently, from one address openly', async () => {
  const { app, withAddress } = await start()
  await app.newUser('ann')
  withAddress('ann')
  for (let nth = 0; nth < 8; nth++) await app.visitor.user.requestReset({ username: 'ann' })
  await Promise.all(app.app.background)
  expect(app.rows.all('outbox')).toHaveLength(5)
  for (let nth = 0; nth < 22; nth++) await app.visitor.user.requestReset({ username: `nobody${nth}` })
  await expect(app.visitor.user.requestReset({ username: 'one more' })).rejects.toThrow()
})

test('an account of the directory is told where its password is', async () => {
  const { app, server } = await start()
  const uid = app.uid('ann')
  app.rows.sqlite.prepare("UPDATE user SET email = 'ann@example.com', is_sso = 1 WHERE uid = ?").run(uid)
  app.rows.insert('user_identity', { provider: 'ldap', subject: 's', uid, addtime: 1 })
  await app.visitor.user.requestReset({ username: 'ann' })
  await expect.poll(() => server.mails.length).toBe(1)
  expect(server.mails[0]?.text('text/plain')).toContain('company’s directory')
  expect(server.mails[0]?.text('text/plain')).not.toContain('#')
})

test('a site without mail says so', async () => {
  const { app } = await start({ smtp_host: '' })
  await expect(app.visitor.user.requestReset({ username: 'ann' })).rejects.toThrow('doesn’t send mail')
})
