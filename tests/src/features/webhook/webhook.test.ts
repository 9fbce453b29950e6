import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { webhookEvents } from '#shared/webhooks.ts'
import { readConfig, settings } from '#src/core/config.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { startReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'

const receivers: WebhookReceiver[] = []
const folders: string[] = []
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
  for (const data of folders.splice(0)) rmSync(dirname(data), { recursive: true, force: true })
})

/** An item with a page and a manager, a site whose webhooks may call this machine, and a receiver. */
async function start(config: Record<string, unknown> = {}) {
  const receiver = await startReceiver()
  receivers.push(receiver)
  const app = await createTestApp({
    config: { outbound_allow: ['127.0.0.0/8'], site_url: 'https://docs.example.com', ...config },
  })
  const item_id = await app.rows.newItem({ item_name: 'Shop', password: 'secret', allow_comment: 1 })
  const page_id = app.rows.newPage(item_id, 'Install')
  app.rows.newMember(item_id, 'manager', 'manage')
  app.rows.newMember(item_id, 'ed', 'edit')
  const save = (more: Record<string, unknown> = {}, as = 'ed') =>
    app.as(as).page.save({ page_id, item_id, page_title: 'Install', page_content: `${Math.random()}`, ...more })
  const add = (more: Record<string, unknown> = {}) =>
    app.as('manager').webhook.save({ item_id, url: `${receiver.url}/hook?key=abcdef1234`, ...more })
  return { app, receiver, item_id, page_id, save, add }
}

const statuses = (app: TestApp) => app.rows.all('outbox').map((row) => row['status'])
const settled = (app: TestApp, expected: unknown) => expect.poll(() => statuses(app)).toEqual(expected)

test('a change of a page is sent to the webhook of its item: signed, with the facts, without the text', async () => {
  const { app, receiver, item_id, page_id, save, add } = await start()
  await save()
  expect(app.rows.all('outbox')).toEqual([])
  const { secret } = await add()
  expect(secret).toMatch(/^whsec_/)
  await save({ page_comments: 'Newer steps', page_content: 'the text of the page' })
  await settled(app, ['done'])
  const [hook] = receiver.hooks
  expect(hook?.path).toBe('/hook?key=abcdef1234')
  const id = hook?.headers['webhook-id']
  expect(id).toBe(app.rows.all('outbox')[0]?.['delivery_id'])
  const key = Buffer.from(secret.slice(6), 'base64')
  const signed = `${id}.${hook?.headers['webhook-timestamp']}.${hook?.body}`
  expect(hook?.headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  expect(JSON.parse(hook?.body ?? '')).toMatchObject({
    type: 'page.updated',
    id,
    data: {
      actor: { username: 'ed' },
      project: { id: item_id, name: 'Shop', url: `https://docs.example.com/${item_id}` },
      page: { id: page_id, title: 'Install', url: `https://docs.example.com/${item_id}/${page_id}` },
      summary: 'Newer steps',
      text: '',
    },
  })
  expect(hook?.body).not.toContain('the text of the page')
})

test('its managers alone manage it; the address and the secret are never shown again', async () => {
  const { app, receiver, item_id, add } = await start()
  const { webhook_id, secret } = await add({ webhook_name: 'CI', events: 'page.created,page.deleted' })
  const [row] = await app.as('manager').webhook.getList({ item_id })
  expect(row).toMatchObject({ webhook_name: 'CI', secret: '********', events: ['page.created', 'page.deleted'] })
  expect(row?.url).toBe(`${receiver.url}/…1234`)
  expect(JSON.stringify(row)).not.toContain(secret)
  await expect(app.as('ed').webhook.getList({ item_id })).rejects.toThrow()
  await expect(app.as('stranger').webhook.save({ item_id, url: receiver.url })).rejects.toThrow()
  // the id of a webhook opens nothing by another door
  await expect(app.as('ed').webhook.delete({ webhook_id })).rejects.toThrow('no longer exists')
  await expect(app.as('ed').webhook.test({ webhook_id })).rejects.toThrow('no longer exists')
  await expect(app.as('admin').adminWebhook.delete({ webhook_id })).rejects.toThrow('no longer exists')
  await expect(add({ url: 'ftp://x.example' })).rejects.toThrow('https://')
  await expect(add({ url: 'https://ann:pw@x.example/' })).rejects.toThrow('https://')
  await expect(add({ events: '' })).rejects.toThrow('at least one event')
  // the masked address and secret keep what is stored; another host does not get the secret
  await app.as('manager').webhook.save({ item_id, webhook_id, url: row?.url ?? '', secret: '********' })
  expect(app.rows.all('webhook')[0]).toMatchObject({ url: `${receiver.url}/hook?key=abcdef1234`, secret })
  const moved = await app.as('manager').webhook.save({ item_id, webhook_id, url: 'https://other.example/' })
  expect(moved.secret).toMatch(/^whsec_/)
  expect(moved.secret).not.toBe(secret)
  const actions = app.rows.all('audit_log').map((entry) => entry['action'])
  expect(actions).toEqual(['webhookAdded', 'webhookChanged', 'webhookChanged'])
  expect(JSON.stringify(app.rows.all('audit_log'))).not.toMatch(/abcdef|whsec_/)
})

test('teams, people and the site have webhooks of their own', async () => {
  const { app, receiver, item_id, page_id, save } = await start()
  const team_id = app.rows.insert('team', { team_name: 'Docs', uid: app.uid('lead'), addtime: 1, last_update_time: 1 })
  await app.as('lead').webhook.save({ team_id, url: `${receiver.url}/team` })
  await app.as('admin').adminWebhook.save({ url: `${receiver.url}/site` })
  await expect(app.as('ed').webhook.save({ team_id, url: receiver.url })).rejects.toThrow()
  await expect(app.as('ed').adminWebhook.save({ url: receiver.url })).rejects.toThrow()
  await save()
  await settled(app, ['done'])
  expect(receiver.hooks.map((hook) => hook.path)).toEqual(['/site'])
  app.rows.insert('team_item', { team_id, item_id, addtime: 1 })
  app.rows.insert('team_item_member', { team_id, item_id, member_uid: app.uid('lead'), member_group_id: 0, addtime: 1 })
  await save()
  await settled(app, ['done', 'done', 'done'])
  expect(
    receiver.hooks
      .map((hook) => hook.path)
      .slice(1)
      .sort(),
  ).toEqual(['/site', '/team'])
  // ShowDoc's push address is the person's own webhook
  expect(await app.as('ed').user.getPushUrl()).toBe('')
  await app.as('ed').user.savePushUrl({ push_url: `${receiver.url}/mine/12345678` })
  expect(await app.as('ed').user.getPushUrl()).toBe(`${receiver.url}/…5678`)
  expect((await app.as('ed').webhook.getList({}))[0]).toMatchObject({ scope: 'user', format: 'json' })
  await app.as('ed').user.savePushUrl({ push_url: '' })
  expect(await app.as('ed').webhook.getList({})).toEqual([])
  expect(page_id).toBeGreaterThan(0)
})

test('a webhook has the rights of whoever saved it, at the moment of delivery', async () => {
  const { app, receiver, item_id, save, add } = await start()
  await add()
  app.rows.sqlite.prepare('UPDATE item_member SET member_group_id = 1 WHERE uid = ?').run(app.uid('manager'))
  await save()
  await settled(app, ['dropped'])
  expect(receiver.hooks).toEqual([])
  const [row] = await app.as('owner').webhook.getList({ item_id })
  expect(row).toMatchObject({ is_open: '0', closed_reason: 'right' })
  expect(app.rows.all('audit_log').at(-1)).toMatchObject({ action: 'webhookClosed' })
  // another manager takes it over
  await app.as('owner').webhook.save({ item_id, webhook_id: row?.webhook_id ?? 0, is_open: true })
  await save()
  await settled(app, ['dropped', 'done'])
})

test('drafts and deleted items are nobody’s business', async () => {
  const { app, receiver, item_id, add } = await start()
  await add()
  await app.as('ed').page.save({ page_id: 0, item_id, page_title: 'Secret plan', page_content: 'x', is_draft: 1 })
  await settled(app, ['dropped'])
  expect(receiver.hooks).toEqual([])
})

describe('an internal address', () => {
  const closed = () => start({ outbound_allow: [] })

  test('is not saved unless outbound_allow permits it, and the refusal names that setting', async () => {
    const { app, receiver, item_id, add } = await closed()
    const { port } = new URL(receiver.url)
    const addresses = {
      [`127.0.0.1:${port}`]: receiver.url,
      // by what the name resolves to now
      [`localhost:${port}`]: `http://localhost:${port}/`,
      '10.1.2.3': 'https://10.1.2.3/hook',
      '[fd00::1]': 'http://[fd00::1]/hook',
      '169.254.169.254': 'http://169.254.169.254/latest',
    }
    for (const [host, url] of Object.entries(addresses)) {
      await expect(add({ url })).rejects.toMatchObject({ errorName: 'webhookForbidden' })
      const of = (lang: string) =>
        app.call(
          'webhook/save',
          { item_id: String(item_id), url },
          { as: 'manager', headers: { 'accept-language': lang } },
        )
      expect((await of('en')).json['error_message']).toMatch(
        /is on an internal network.*outbound_allow in config\.json/,
      )
      expect((await of('en')).json['error_message']).toContain(host)
      expect((await of('zh')).json['error_message']).toMatch(/内部网络.*outbound_allow/)
    }
    await expect(app.as('ed').user.savePushUrl({ push_url: receiver.url })).rejects.toMatchObject({
      errorName: 'webhookForbidden',
    })
    await expect(app.as('admin').adminWebhook.save({ url: receiver.url })).rejects.toMatchObject({
      errorName: 'webhookForbidden',
    })
    expect(app.rows.all('webhook')).toEqual([])
  })

  test('cannot be switched on again once the permission has ended, and a test says why', async () => {
    const { app, receiver, item_id, add } = await start()
    const { webhook_id } = await add()
    const manager = app.as('manager')
    app.app.config.outbound_allow = []
    await expect(manager.webhook.save({ item_id, webhook_id, webhook_name: 'CI' })).rejects.toMatchObject({
      errorName: 'webhookForbidden',
    })
    expect(await manager.webhook.test({ item_id, webhook_id })).toEqual({
      is_ok: false,
      answer: expect.stringMatching(/^127\.0\.0\.1:\d+ is on an internal network .*outbound_allow/),
    })
    expect(receiver.hooks).toEqual([])
    await manager.webhook.save({ item_id, webhook_id, webhook_name: 'CI', is_open: '0' })
    await expect(manager.webhook.save({ item_id, webhook_id, is_open: '1' })).rejects.toMatchObject({
      errorName: 'webhookForbidden',
    })
  })

  test('is not checked for a name that cannot be resolved at the moment: each delivery does that', async () => {
    const { add } = await closed()
    expect(await add({ url: 'https://hooks.invalid/x' })).toMatchObject({ webhook_id: expect.any(String) })
  })
})

test('a failure is tried again, one that lasts for days closes the webhook, and so does an address that is gone', async () => {
  const { app, receiver, item_id, save, add } = await start()
  const { webhook_id } = await add()
  receiver.answer = { status: 503, body: 'busy', headers: { 'retry-after': '120' } }
  await save()
  await expect.poll(() => app.rows.all('outbox')[0]?.['attempts']).toBe(1)
  await settled(app, ['waiting'])
  const [row] = app.rows.all('outbox')
  expect(row?.['answer']).toBe('503 busy')
  expect(Number(row?.['next_time']) - Number(row?.['addtime'])).toBeGreaterThanOrEqual(120)
  expect((await app.as('manager').webhook.deliveries({ item_id, webhook_id }))[0]).toMatchObject({
    status: 'waiting',
    attempts: '1',
  })
  receiver.answer = { status: 200, body: 'ok' }
  await app.as('manager').webhook.retry({ item_id, webhook_id, outbox_id: Number(row?.['outbox_id']) })
  await settled(app, ['done'])
  // the same id in both attempts
  expect(new Set(receiver.hooks.map((hook) => hook.headers['webhook-id'])).size).toBe(1)
  receiver.answer = { status: 500, body: '' }
  app.rows.sqlite.prepare('UPDATE webhook SET fail_since = ?').run(Math.floor(Date.now() / 1000) - 4 * 86_400)
  await save()
  await settled(app, ['done', 'failed'])
  expect(app.rows.all('webhook')[0]).toMatchObject({ is_open: 0, closed_reason: 'failing' })
  expect(app.rows.all('audit_log').at(-1)).toMatchObject({ action: 'webhookClosed', object_id: item_id })
  await app.as('manager').webhook.save({ item_id, webhook_id, is_open: true })
  receiver.answer = { status: 410, body: '' }
  await save()
  await settled(app, ['done', 'failed', 'failed'])
  expect(app.rows.all('webhook')[0]).toMatchObject({ is_open: 0, closed_reason: 'gone' })
})

describe('webhooks of the start', () => {
  /** The webhooks as the configuration file has them. */
  const configured = (list: unknown[]) => ({
    webhooks: settings.webhooks.shape.parse(list),
    origin: { ...readConfig(new Map(), {}).origin, webhooks: '/etc/docstead.json' },
  })
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

  /** A data folder that several starts use, and a receiver. */
  async function folder() {
    const receiver = await startReceiver()
    receivers.push(receiver)
    const data = join(await mkdtemp(join(tmpdir(), 'docstead-start-')), 'data')
    folders.push(data)
    const open = async (list: unknown[]) =>
      createTestApp({ data, config: { outbound_allow: ['127.0.0.0/8'], ...configured(list) } })
    return { receiver, open }
  }

  test('deliver from the first start on, are shown without address and secret, and cannot be changed', async () => {
    const { receiver, open } = await folder()
    const app = await open([
      { name: 'CI', url: `${receiver.url}/hook?key=abcdef1234`, secret, events: ['page.updated'] },
      { name: 'Chat', url: 'https://oapi.dingtalk.com/robot/send?access_token=hidden', lang: 'zh' },
    ])
    const { adminWebhook } = app.as('admin')
    const [ci, chat] = await adminWebhook.getList()
    expect(ci).toMatchObject({
      webhook_name: 'CI',
      format: 'json',
      url: `${receiver.url}/…1234`,
      secret: '********',
      events: ['page.updated'],
      username: '',
      is_open: '1',
    })
    expect(chat).toMatchObject({ format: 'dingtalk', secret: '', events: [...webhookEvents.site] })
    expect(ci?.from_start).toBe('/etc/docstead.json')
    const { webhook_id = '' } = ci ?? {}
    for (const change of [
      () => adminWebhook.save({ webhook_id, webhook_name: 'mine' }),
      () => adminWebhook.delete({ webhook_id }),
    ])
      await expect(change()).rejects.toMatchObject({ errorName: 'webhookFromStart' })
    expect(JSON.stringify(app.rows.all('webhook'))).not.toMatch(/abcdef|whsec_|access_token/)
    expect(JSON.stringify(app.rows.all('audit_log'))).not.toMatch(/abcdef|whsec_|access_token/)

    const item_id = await app.rows.newItem({ item_name: 'Shop', password: 'secret' })
    const page_id = app.rows.newPage(item_id, 'Install')
    await app.as('admin').page.save({ page_id, item_id, page_title: 'Install', page_content: 'x' })
    await expect.poll(() => receiver.hooks.length).toBe(1)
    const [hook] = receiver.hooks
    const signed = `${hook?.headers['webhook-id']}.${hook?.headers['webhook-timestamp']}.${hook?.body}`
    const signature = createHmac('sha256', Buffer.alloc(32, 7)).update(signed).digest('base64')
    expect(hook).toMatchObject({ path: '/hook?key=abcdef1234', headers: { 'webhook-signature': `v1,${signature}` } })
    expect(await adminWebhook.test({ webhook_id })).toMatchObject({ is_ok: true })
  })

  test('a start brings them in line: changed, switched on again, removed with what waits', async () => {
    const { receiver, open } = await folder()
    const first = await open([{ name: 'CI', url: `${receiver.url}/one`, secret }])
    const added = first.uid('admin')
    await first.as('admin').adminWebhook.save({ url: `${receiver.url}/own` })
    const [ci] = first.rows.all('webhook')
    first.rows.sqlite.exec("UPDATE webhook SET is_open = 0, closed_reason = 'failing' WHERE is_from_start = 1")
    await first.close()
    const second = await open([
      { name: 'CI', url: `${receiver.url}/two`, secret, events: 'page.created' },
      { name: 'More', url: `${receiver.url}/more`, secret },
    ])
    expect(second.rows.all('webhook')).toMatchObject([
      { webhook_id: ci?.['webhook_id'], is_open: 1, closed_reason: '', events: 'page.created', uid: null },
      { uid: added, is_from_start: 0 },
      { webhook_name: 'More', is_from_start: 1 },
    ])
    const waits = { delivery_id: 'x', kind: 'webhook', event: 'page.created', status: 'waiting', addtime: 1 }
    second.rows.insert('outbox', { ...waits, webhook_id: ci?.['webhook_id'], next_time: 4_000_000_000 })
    await second.close()
    const third = await open([])
    expect(third.rows.all('webhook')).toMatchObject([{ is_from_start: 0 }])
    expect(third.rows.all('outbox')).toEqual([])
    const actions = third.rows.all('audit_log').map((row) => `${row['action']} ${row['detail']}`)
    expect(actions).toContain('webhookRemoved CI')
  })

  test.each<[string, unknown]>([
    ['JSON without a secret', [{ name: 'CI', url: 'https://ci.example.com/' }]],
    ['a short secret', [{ name: 'CI', url: 'https://ci.example.com/', secret: 'short' }]],
    ['no address', [{ name: 'CI', url: 'ci.example.com', secret }]],
    ['an address with a user part', [{ name: 'CI', url: 'https://a:b@ci.example.com/', secret }]],
    ['an event of people', [{ name: 'CI', url: 'https://ci.example.com/', secret, events: ['reply.added'] }]],
    ['no event', [{ name: 'CI', url: 'https://ci.example.com/', secret, events: [] }]],
    ['an unknown field', [{ name: 'CI', url: 'https://ci.example.com/', secret, events_: [] }]],
    ['one name twice', [1, 2].map((nth) => ({ name: 'CI', url: `https://ci.example.com/${nth}`, secret }))],
    ['no list', '{"name":"CI"}'],
    ['no JSON', '[{'],
  ])('%s prevents the start', (_, value) => {
    expect(settings.webhooks.shape.safeParse(value).success).toBe(false)
  })
})
