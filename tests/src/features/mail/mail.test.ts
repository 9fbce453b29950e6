import { afterEach, expect, test } from 'vitest'
import { transact } from '#src/db/database.ts'
import { queueMail } from '#src/features/mail/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { type MailServer, mailAccount, startMailServer } from '#tests/support/mail-server.ts'

const servers: MailServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function start(...of: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...of)
  servers.push(server)
  return server
}

const local = { config: { outbound_allow: ['127.0.0.0/8', '::1'] } }

const formOf = (server: MailServer, more: Record<string, string> = {}) =>
  JSON.stringify({
    host: server.host,
    port: String(server.port),
    ca: server.ca,
    security: 'tls',
    ...mailAccount,
    from: 'docs@example.com',
    from_name: '文档站',
    ...more,
  })

const steps = async (app: TestApp, mail_form: string, to = '') =>
  (await app.as('admin').adminMail.test({ mail_form, to })).steps

test.each(['tls', 'starttls', 'none'] as const)('the test goes through every step: %s', async (security) => {
  const server = await start(security)
  const app = await createTestApp(local)
  const found = await steps(app, formOf(server, { security }), 'ann@example.com')
  expect(found.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
    'connect ok',
    'encrypt ok',
    'signIn ok',
    'sender ok',
    'recipient ok',
    'send ok',
  ])
  expect(found[1]?.values['kind']).toBe(security)
  const [mail] = server.mails
  expect(mail?.from).toBe('docs@example.com')
  expect(mail?.to).toEqual(['ann@example.com'])
  expect(mail?.header('From')).toBe('文档站 <docs@example.com>')
  expect(mail?.header('Subject')).toBe('Docstead: test email')
  expect(mail?.text('text/plain')).toContain('to check whether mail arrives')
  expect(mail?.text('text/html')).toContain('<html lang="en">')
})

test('without a recipient the test ends after signing in', async () => {
  const server = await start('tls')
  const app = await createTestApp(local)
  expect((await steps(app, formOf(server))).map(({ step }) => step)).toEqual(['connect', 'encrypt', 'signIn'])
  expect(server.mails).toEqual([])
})

test('the test says what failed and what to try', async () => {
  const server = await start('starttls')
  const plain = await start('none', { needsAccount: false })
  const app = await createTestApp(local)
  const failureOf = async (form: string, to = '') => {
    const last = (await steps(app, form, to)).at(-1)
    return `${last?.step} ${last?.outcome}: ${last?.error_message}`
  }
  const use = { security: 'starttls' }
  expect(await failureOf(formOf(server, { ...use, password: 'other' }))).toMatch(
    /^signIn failed: localhost:\d+ rejects the account docs \(535.*app password/,
  )
  expect(await failureOf(formOf(server, { ...use, ca: '' }))).toMatch(/^encrypt failed: The certificate of localhost/)
  // a server that speaks plainly first
  expect(await failureOf(formOf(server))).toMatch(/^encrypt failed: localhost:\d+ does not start encryption/)
  // no password in the clear
  expect(await failureOf(formOf(plain, { security: 'auto' }))).toMatch(/^encrypt failed: .*offers no STARTTLS/)
  server.rejects.set('docs@example.com', { code: 553, text: 'not your address' })
  expect(await failureOf(formOf(server, use), 'ann@example.com')).toMatch(/^sender failed: .*not your address/)
  server.rejects.clear()
  server.rejects.set('ann@example.com', { code: 550, text: 'no such user' })
  expect(await failureOf(formOf(server, use), 'ann@example.com')).toMatch(/^recipient failed: .*no such user/)
  await server.close()
  expect(await failureOf(formOf(server, use))).toMatch(/^connect failed: No mail server answers at localhost/)
})

test('an internal mail server needs the permission of whoever starts the site', async () => {
  const server = await start('tls')
  const app = await createTestApp()
  expect((await steps(app, formOf(server))).at(-1)?.error_message).toContain('outbound_allow')
})

test('settings are saved; the password is never shown, and goes with the server', async () => {
  const server = await start('tls')
  const app = await createTestApp(local)
  const { adminMail } = app.as('admin')
  await expect(adminMail.save({ mail_open: true })).rejects.toThrow('Enter the host')
  await expect(adminMail.save({ mail_open: true, mail_form: formOf(server, { from: 'no address' }) })).rejects.toThrow(
    'Enter the address',
  )
  await expect(adminMail.save({ mail_form: JSON.stringify({ digest_time: '25:00' }) })).rejects.toThrow('08:00')
  await adminMail.save({ mail_open: true, mail_form: formOf(server) })
  const loaded = await adminMail.load()
  expect(loaded).toMatchObject({ mail_open: '1', from_start: '', has_address: false })
  expect(loaded.mail_form).toMatchObject({ host: 'localhost', password: '********', from: 'docs@example.com' })
  expect(JSON.stringify(app.rows.all('audit_log'))).not.toContain(mailAccount.password)
  await adminMail.save({ mail_form: JSON.stringify({ host: 'other.example.com', password: '********' }) })
  expect((await adminMail.load()).mail_form.password).toBe('')
  await expect(app.as('ben').adminMail.load()).rejects.toThrow()
})

test('settings of the start take precedence and cannot be changed in Admin', async () => {
  const server = await start('none')
  const app = await createTestApp({
    config: {
      ...local.config,
      smtp_host: server.host,
      smtp_port: server.port,
      smtp_security: 'none',
      smtp_user: mailAccount.user,
      smtp_password: mailAccount.password,
      smtp_from: 'start@example.com',
    },
  })
  const { adminMail } = app.as('admin')
  const loaded = await adminMail.load()
  expect(loaded.mail_form).toMatchObject({ from: 'start@example.com', password: '********' })
  await expect(adminMail.save({ mail_form: JSON.stringify({ host: 'evil.example.com' }) })).rejects.toThrow('restart')
  await adminMail.save({ mail_form: JSON.stringify({ ...loaded.mail_form, digest_time: '07:30' }) })
  expect((await adminMail.load()).mail_form.digest_time).toBe('07:30')
  expect((await steps(app, '{}', 'ann@example.com')).at(-1)?.step).toBe('send')
  expect(server.mails[0]?.from).toBe('start@example.com')
})

const content = {
  subject: '你好\r\nBcc: eve@example.com',
  lines: ['<b>One</b>', 'Two'],
  link: { label: 'Open', url: 'https://x.example/?a=1&b=2' },
}

test('a queued mail is sent after the commit, once, with headers that cannot be forged', async () => {
  const server = await start('tls')
  const app = await createTestApp(local)
  await app.as('admin').adminMail.save({ mail_open: true, mail_form: formOf(server) })
  const now = Math.floor(Date.now() / 1000)
  await expect(
    transact(app.app.db, async (tx) => {
      await queueMail(tx, { event: 'test', to: 'ann@example.com', lang: 'zh', content }, now)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await transact(app.app.db, (tx) => queueMail(tx, { event: 'test', to: 'ann@example.com', lang: 'zh', content }, now))
  await expect.poll(() => app.rows.all('outbox').map((row) => row.status)).toEqual(['done'])
  expect(server.mails).toHaveLength(1)
  const [mail] = server.mails
  const [row] = app.rows.all('outbox')
  expect(mail?.header('Message-ID')).toBe(`<${row?.delivery_id}@example.com>`)
  expect(mail?.header('Subject')).toBe('你好 Bcc: eve@example.com')
  expect(mail?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
  expect(mail?.text('text/html')).toContain('&lt;b&gt;One&lt;/b&gt;')
  expect(mail?.text('text/html')).toContain('https://x.example/?a=1&amp;b=2')
  expect(mail?.text('text/plain')).toContain('https://x.example/?a=1&b=2')
  // what it said is not kept
  expect(row).toMatchObject({ payload: '{}', attempts: 1 })
  const { list, total } = await app.as('admin').adminMail.deliveryList({})
  expect(total).toBe(1)
  expect(list[0]).toMatchObject({ event: 'test', target: 'ann@example.com', status: 'done', answer: '250 queued as 1' })
})

test('a mail that fails waits longer and longer, and can be tried again at once', async () => {
  const server = await start('tls')
  const app = await createTestApp(local)
  await app.as('admin').adminMail.save({ mail_open: true, mail_form: formOf(server) })
  server.rejects.set('ann@example.com', { code: 451, text: 'later' })
  server.rejects.set('ben@example.com', { code: 550, text: 'no such user' })
  const now = Math.floor(Date.now() / 1000)
  await transact(app.app.db, async (tx) => {
    await queueMail(tx, { event: 'a', to: 'ann@example.com', lang: 'en', content }, now)
    await queueMail(tx, { event: 'b', to: 'ben@example.com', lang: 'en', content }, now)
  })
  await expect
    .poll(() => app.rows.all('outbox').map((row) => `${row.status} ${row.attempts}`))
    .toEqual(['waiting 1', 'failed 1'])
  const [first, second] = app.rows.all('outbox')
  expect(first?.next_time).toBeGreaterThanOrEqual(now + 8)
  expect(second?.answer).toContain('no such user')
  server.rejects.clear()
  const { adminMail } = app.as('admin')
  await adminMail.retryDelivery({ outbox_id: Number(first?.outbox_id) })
  await adminMail.retryDelivery({ outbox_id: Number(second?.outbox_id) })
  await expect.poll(() => app.rows.all('outbox').map((row) => row.status)).toEqual(['done', 'done'])
  expect(server.mails.map((mail) => mail.to[0]).sort()).toEqual(['ann@example.com', 'ben@example.com'])
  await expect(adminMail.retryDelivery({ outbox_id: Number(first?.outbox_id) })).rejects.toThrow('already been sent')
})
