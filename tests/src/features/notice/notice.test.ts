import { afterEach, expect, test } from 'vitest'
import { createMailApp, type MailApp, siteUrl } from '#tests/support/mail-app.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'

let started: MailApp[] = []
afterEach(async () => {
  await Promise.all(started.map(({ server }) => server.close()))
  started = []
})

/** A page that ann watches and ed changes. */
async function start() {
  const one = await createMailApp()
  started.push(one)
  const { app } = one
  const item_id = await app.rows.newItem({ item_name: 'Shop', password: 'secret', allow_comment: 1 })
  const page_id = app.rows.newPage(item_id, 'Install')
  app.rows.newMember(item_id, 'ed', 'edit')
  app.rows.newMember(item_id, 'ann', 'read')
  one.withAddress('ann')
  await app.as('ed').subscription.savePage({ page_id, uids: String(app.uid('ann')) })
  const save = (notify_content = 'New steps') =>
    app.as('ed').page.save({
      page_id,
      item_id,
      page_title: 'Install',
      page_content: `the text ${Math.random()}`,
      is_notify: 1,
      notify_content,
    })
  const statuses = () => app.rows.all('outbox').map((row) => row['status'])
  return { ...one, item_id, page_id, save, statuses }
}

test('who watches a page gets a mail, in their language, with a link and without the text', async () => {
  const { app, server, item_id, page_id, save, linkIn } = await start()
  await app.as('ann').notice.save({ lang: 'zh' })
  await save()
  await expect.poll(() => server.mails.length).toBe(1)
  const [mail] = server.mails
  expect(mail?.to).toEqual(['ann@example.com'])
  expect(mail?.header('Subject')).toBe('[Shop] ed 修改了页面“Install”')
  expect(mail?.text('text/plain')).toContain('New steps')
  expect(mail?.raw).not.toContain('the text')
  expect(linkIn(mail)).toBe(`/${item_id}/${page_id}`)
  expect(mail?.text('text/html')).toContain('lang="zh-CN"')
  expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
})

test('a mail ends with one action, by its signed link alone', async () => {
  const { app, server, save } = await start()
  await save()
  await expect.poll(() => server.mails.length).toBe(1)
  const oneClick = /<([^>]+)>/.exec(server.mails[0]?.header('List-Unsubscribe') ?? '')?.[1] ?? ''
  expect(oneClick.startsWith(`${siteUrl}/server/api/notice/unsubscribe/uid/`)).toBe(true)
  const forged = oneClick.replace(/sign\/.{8}/, 'sign/AAAAAAAA')
  // as a mail program posts it
  const post = async (url: string) => {
    const response = await fetch(url.replace(siteUrl, app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    return ((await response.json()) as { error_code: number }).error_code
  }
  expect(await post(forged)).not.toBe(0)
  expect((await app.as('ann').notice.get()).page).toBe('now')
  // a program that only looks at links changes nothing
  await fetch(oneClick.replace(siteUrl, app.url))
  expect((await app.as('ann').notice.get()).page).toBe('now')
  expect(await post(oneClick)).toBe(0)
  expect((await app.as('ann').notice.get()).page).toBe('off')
  await save()
  expect(app.rows.all('outbox')).toHaveLength(1)
})

test('whoever has lost the right by the time of delivery gets nothing', async () => {
  const { app, server, save, statuses } = await start()
  await app.as('ann').notice.save({ page: 'digest' })
  await save()
  expect(statuses()).toEqual(['held', 'waiting'])
  app.rows.sqlite.prepare('DELETE FROM item_member WHERE uid = ?').run(app.uid('ann'))
  const now = Date.now()
  app.app.now = () => new Date(now + 2 * 86_400_000)
  await expect.poll(statuses, { timeout: 15_000 }).toEqual(['dropped', 'dropped'])
  expect(server.mails).toEqual([])
})

test('a daily summary has everything once', async () => {
  const { app, server, item_id, save, statuses } = await start()
  await app.as('ann').notice.save({ page: 'digest', comment: 'now' })
  await save('first')
  await save('second')
  expect(statuses()).toEqual(['held', 'waiting', 'held'])
  const now = Date.now()
  app.app.now = () => new Date(now + 86_400_000)
  await expect.poll(() => server.mails.length, { timeout: 15_000 }).toBe(1)
  const [mail] = server.mails
  expect(mail?.header('Subject')).toBe('Docstead: your daily summary (2)')
  expect(mail?.text('text/plain')).toContain('Shop · first')
  expect(mail?.text('text/plain')).toContain('Shop · second')
  expect(mail?.text('text/plain')).toContain(`${siteUrl}/${item_id}/`)
  await expect.poll(statuses).toEqual(['done', 'done', 'done'])
})

test('replies, locks and new members are addressed to a person; comments and announcements only on request', async () => {
  const { app, server, item_id, page_id, withAddress } = await start()
  withAddress('owner')
  withAddress('ben')
  const { comment_id } = await app.as('ann').pageComment.add({ page_id, content: 'Why?' })
  expect(app.rows.all('outbox')).toEqual([])
  await app.as('ed').pageComment.add({ page_id, content: 'A secret reason', parent_id: comment_id })
  await expect.poll(() => server.mails.length).toBe(1)
  expect(server.mails[0]).toMatchObject({ to: ['ann@example.com'] })
  expect(server.mails[0]?.header('Subject')).toBe('[Shop] ed replied to you on “Install”')
  expect(server.mails[0]?.raw).not.toContain('A secret reason')
  await app.as('owner').member.save({ item_id, username: 'ben', member_group_id: 0 })
  await expect.poll(() => server.mails.length).toBe(2)
  expect(server.mails[1]?.header('Subject')).toBe('[Shop] owner added ben to “Shop”')
  await app.as('admin').adminMail.save({ mail_form: JSON.stringify({ notice_text: 'on' }) })
  await app.as('owner').notice.save({ comment: 'now', announce: 'now' })
  await app.as('ann').pageComment.add({ page_id, content: 'I see' })
  await expect.poll(() => server.mails.length).toBe(3)
  expect(server.mails[2]?.to).toEqual(['owner@example.com'])
  expect(server.mails[2]?.text('text/plain')).toContain('I see')
  await app.as('admin').adminMessage.addAnnouncement({ message_content: '<p>We <b>move</b> &amp; rest</p>' })
  await expect.poll(() => server.mails.length).toBe(4)
  expect(server.mails[3]?.to).toEqual(['owner@example.com'])
  expect(server.mails[3]?.text('text/plain')).toContain('We move & rest')
})

test('without mail and webhooks nothing is written', async () => {
  const one = await createMailApp({ smtp_host: '' })
  started.push(one)
  const { app } = one
  const item_id = await app.rows.newItem({ item_name: 'Shop' })
  const page_id = app.rows.newPage(item_id, 'Install')
  app.rows.newMember(item_id, 'ann', 'read')
  one.withAddress('ann')
  await app.as('owner').subscription.savePage({ page_id, uids: String(app.uid('ann')) })
  await app.as('owner').page.save({ page_id, item_id, page_title: 'x', page_content: 'y', is_notify: 1 })
  expect(app.rows.all('outbox')).toEqual([])
})

test('whoever saved a webhook is told when it is switched off', async () => {
  const receiver = await startReceiver()
  const { app, server, item_id, page_id, withAddress } = await start()
  withAddress('owner')
  receiver.answer = { status: 410, body: '' }
  await app.as('owner').webhook.save({ item_id, url: receiver.url, webhook_name: 'CI', lang: 'zh' })
  await app.as('ed').page.save({ page_id, item_id, page_title: 'Install', page_content: 'x' })
  await expect.poll(() => server.mails.length).toBe(1)
  expect(server.mails[0]?.to).toEqual(['owner@example.com'])
  expect(server.mails[0]?.header('Subject')).toBe('Docstead：Webhook“CI”已停用')
  await receiver.close()
})

test('a summary that fails is sent later, with what came in the meantime', async () => {
  const { app, server, save, statuses } = await start()
  await app.as('ann').notice.save({ page: 'digest' })
  await save('first')
  server.rejects.set('ann@example.com', { code: 451, text: 'later' })
  app.token('admin')
  app.rows.sqlite.exec('UPDATE user_token SET token_expire = 9999999999')
  const now = Date.now()
  app.app.now = () => new Date(now + 86_400_000)
  await expect
    .poll(() => app.rows.all('outbox')[1], { timeout: 15_000 })
    .toMatchObject({ attempts: 1, status: 'waiting' })
  await save('second')
  expect(statuses()).toEqual(['held', 'waiting', 'held'])
  server.rejects.clear()
  await app.as('admin').adminMail.retryDelivery({ outbox_id: Number(app.rows.all('outbox')[1]?.['outbox_id']) })
  await expect.poll(statuses).toEqual(['done', 'done', 'done'])
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]?.text('text/plain')).toContain('Shop · second')
})
