import { expect, test } from 'vitest'
import { followApiChanges } from '#src/features/api-change/follow.ts'
import { describePage } from '#src/features/export/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const apiPage = (names: readonly string[]) =>
  JSON.stringify({
    info: { type: 'api', method: 'get', url: '/pets' },
    request: { query: names.map((name) => ({ name, type: 'string', require: '1' })), params: { mode: 'none' } },
  })

const outbox = (app: TestApp) => app.rows.all('outbox').filter((row) => row['event'] === 'api.breaking')

test('watchers and webhooks are informed of breaking changes, once an entry is complete', async () => {
  const app = await createTestApp()
  const clock = { now: Date.now() }
  app.app.now = () => new Date(clock.now)
  const follow = () => followApiChanges(app.app, describePage)
  const item_id = await app.rows.newItem({ addtime: Math.floor(clock.now / 1000) - 1000 })
  const [owner, ann] = [app.as('owner'), app.as('ann')]
  app.rows.newMember(item_id, 'ann', 'read')
  const page = { item_id, page_title: 'Pets' }
  const saved = await owner.page.save({ ...page, page_id: 0, page_content: apiPage([]) })
  const page_id = Number(saved.page_id)
  await owner.subscription.savePage({ page_id, uids: [app.uid('ann'), app.uid('owner')] })
  await owner.webhook.save({ item_id, url: 'https://hooks.test/x', events: ['api.breaking'] })
  await ann.webhook.save({ url: 'https://hooks.test/y', events: ['api.breaking'] })
  await follow()
  clock.now += 700_000
  await follow()
  // an API that was added breaks nothing
  expect(outbox(app)).toEqual([])
  await owner.page.save({ ...page, page_id, page_content: apiPage(['owner']) })
  await follow()
  expect(outbox(app)).toEqual([])
  clock.now += 700_000
  await follow()
  expect(outbox(app).map((row) => [row['kind'], row['webhook_id']])).toHaveLength(2)
  const payload = JSON.parse(String(outbox(app)[0]?.['payload'])) as { page_id: number; api: { changes: object[] } }
  expect(payload).toMatchObject({ page_id, api: { breaking_count: 1, changes: [{ level: 'breaking' }] } })
  expect(await ann.message.getUnread()).toMatchObject({ remind: { action_type: 'api', message_content: '1' } })
  // who made the change knows
  expect(await owner.message.getUnread()).toMatchObject({ remind_count: 0 })
  await follow()
  expect(outbox(app)).toHaveLength(2)
  expect(app.rows.all('api_change').map((row) => [row['is_open'], row['base']])).toEqual([
    [0, null],
    [0, null],
  ])
})

test('a change that was taken back in time is nobody’s business', async () => {
  const app = await createTestApp()
  const clock = { now: Date.now() }
  app.app.now = () => new Date(clock.now)
  const item_id = await app.rows.newItem({ addtime: Math.floor(clock.now / 1000) })
  const page_id = app.rows.newPage(item_id, 'Pets', { page_content: apiPage([]) })
  const save = (names: string[]) =>
    app.as('owner').page.save({ item_id, page_id, page_title: 'Pets', page_content: apiPage(names) })
  app.rows.insert('subscription', { uid: app.uid('ann'), object_id: page_id, sub_time: 1 })
  for (const names of [['a'], []]) {
    await save(names)
    await followApiChanges(app.app, describePage)
  }
  clock.now += 700_000
  await followApiChanges(app.app, describePage)
  expect([app.rows.all('api_change'), app.rows.all('message')]).toEqual([[], []])
})

test('an import of a description that is there is one entry', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const shop = (paths: object) =>
    new File([JSON.stringify({ openapi: '3.0.3', info: { title: 'Shop', version: '1' }, paths })], 'shop.json')
  const operation = (type: string) => ({
    get: { summary: 'List', parameters: [{ name: 'n', in: 'query', schema: { type, maximum: 10 } }] },
  })
  const { item_id } = await owner.import.auto({ file: shop({ '/a': operation('string'), '/b': operation('integer') }) })
  await followApiChanges(app.app, describePage)
  expect(app.rows.all('api_change')).toEqual([])
  await owner.import.auto({
    item_id,
    file: shop({ '/a': operation('integer'), '/b': operation('integer'), '/c': operation('integer') }),
  })
  await followApiChanges(app.app, describePage)
  expect(app.rows.all('api_change_queue')).toEqual([])
  const { list } = await owner.apiChange.list({ item_id })
  expect(list).toMatchObject([{ source: 'import', name: 'Shop', operations: ['GET /a', 'GET /c'] }])
  expect(list[0]?.breaking_count).toBeGreaterThan(0)
  const whole = await owner.apiChange.info({ item_id, api_change_id: Number(list[0]?.api_change_id) })
  expect(whole.pages.map((one) => one.operation)).toEqual(['GET /a', 'GET /c'])
})
