import { afterEach, expect, test } from 'vitest'
import { createMailApp, type MailApp } from '#tests/support/mail-app.ts'

let started: MailApp[] = []
afterEach(async () => {
  await Promise.all(started.map(({ server }) => server.close()))
  started = []
})

async function start() {
  const one = await createMailApp()
  started.push(one)
  await one.app.newUser('ann')
  return one
}

const refusal = (errorName: string) => ({ errorName })
const term = { member_group_id: 1, days: 7 }

test('each invited person gets a link of their own by mail, which works once', async () => {
  const { app, server, linkIn } = await start()
  const item_id = await app.rows.newItem({ owner: 'ann', item_name: 'Shop', password: 'visit' })
  const { invitation } = app.as('ann')
  const emails = 'Bob@Example.com, cy@example.com;bob@example.com'
  const sent = await invitation.send({ item_id, ...term, emails })
  expect(sent.map(({ email }) => email)).toEqual(['bob@example.com', 'cy@example.com'])
  await expect.poll(() => server.mails.length).toBe(2)
  const toBob = server.mails.find(({ to }) => to[0] === 'bob@example.com')
  expect(toBob?.text('text/plain')).toContain('ann invites you to the project “Shop”')
  const [path, token = ''] = linkIn(toBob).split('#invite=')
  expect(path).toBe('/user/register')
  // only its hash is stored, and the outbox never had it
  expect(JSON.stringify([app.rows.all('outbox'), app.rows.all('invitation')])).not.toContain(token)
  expect(await app.as('bob').invitation.accept({ token })).toMatchObject({ item_id: String(item_id) })
  await expect(app.as('dan').invitation.accept({ token })).rejects.toMatchObject(refusal('invitationUsedUp'))
  expect(await invitation.list({ item_id })).toMatchObject([
    { email: 'cy@example.com', uses_most: 1, state: 'open' },
    { email: 'bob@example.com', uses_most: 1, state: 'usedUp' },
  ])
  const audit = app.rows.all('audit_log').filter(({ action }) => action === 'invitationMade')
  expect(audit).toMatchObject([{ username: 'ann', detail: expect.stringContaining('bob@example.com, cy@example.com') }])
})

test('a mail that waits is not sent once its invitation works no longer', async () => {
  const { app, server } = await start()
  const item_id = await app.rows.newItem({ owner: 'ann', item_name: 'Shop' })
  server.rejects.set('bob@example.com', { code: 451, text: 'later' })
  const [made] = await app.as('ann').invitation.send({ item_id, ...term, emails: 'bob@example.com' })
  await expect.poll(() => app.rows.all('outbox')[0]).toMatchObject({ attempts: 1, status: 'waiting' })
  await app.as('ann').invitation.revoke({ item_id, invitation_id: made?.invitation_id ?? '' })
  server.rejects.clear()
  app.rows.sqlite.prepare('UPDATE outbox SET next_time = 0').run()
  await app.as('ann').invitation.send({ item_id, ...term, emails: 'cy@example.com' })
  await expect.poll(() => app.rows.all('outbox').map(({ status }) => status)).toEqual(['dropped', 'done'])
  expect(app.rows.all('outbox')[0]).toMatchObject({ answer: 'the invitation no longer works' })
  expect(server.mails.map(({ to }) => to[0])).toEqual(['cy@example.com'])
})

test('an administrator invites people to the site and a team; nobody else does', async () => {
  const { app, server } = await start()
  await app.newUser('root', { groupid: 1 })
  await app.as('root').team.save({ team_name: 'Writers' })
  const team_id = Number(app.rows.all('team')[0]?.['id'])
  await app.as('root').invitation.sendToSite({ team_id, days: 30, emails: 'new@example.com' })
  await expect.poll(() => server.mails.length).toBe(1)
  expect(server.mails[0]?.text('text/plain')).toContain('to the team “Writers”')
  const { invitation } = app.as('bob')
  const item_id = await app.rows.newItem({ owner: 'ann' })
  await expect(invitation.sendToSite({ days: 1, emails: 'a@example.com' })).rejects.toMatchObject(refusal('adminOnly'))
  await expect(invitation.send({ item_id, ...term, emails: 'a@example.com' })).rejects.toMatchObject(refusal('noRight'))
})

test('bad addresses send nothing, and an account sends a hundred an hour at most', async () => {
  const { app } = await start()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const send = (emails: string) => app.as('ann').invitation.send({ item_id, ...term, emails })
  await expect(send('bob@example.com, not-an-address')).rejects.toMatchObject(refusal('mailAddressBad'))
  await expect(send(' ')).rejects.toThrow()
  await expect(send(Array.from({ length: 21 }, (_, at) => `p${at}@example.com`).join(' '))).rejects.toThrow()
  expect(app.rows.all('invitation')).toEqual([])
  for (const part of [0, 1, 2, 3, 4]) {
    await send(Array.from({ length: 20 }, (_, at) => `p${part}-${at}@example.com`).join('\n'))
    app.rows.sqlite.prepare('UPDATE invitation SET revoke_time = 1').run()
  }
  await expect(send('one-more@example.com')).rejects.toMatchObject(refusal('tooManyRequests'))
})

test('without mail it says so', async () => {
  const { app } = await createMailApp({ smtp_host: '' }).then((one) => {
    started.push(one)
    return one
  })
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const send = app.as('ann').invitation.send({ item_id, ...term, emails: 'bob@example.com' })
  await expect(send).rejects.toMatchObject(refusal('mailOff'))
})
