import { expect, test } from 'vitest'
import { removeLostSubscriptions } from '#src/features/subscription/index.ts'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string, code = 10101) => ({ errorName, code })

async function appWithPage(given: Record<string, unknown> = {}) {
  const app = await createTestApp()
  const item_id = await app.rows.newItem(given)
  const page_id = app.rows.newPage(item_id, 'T')
  app.rows.newMember(item_id, 'ed', 'edit')
  app.rows.newMember(item_id, 'reader', 'read')
  return { app, item_id, page_id, ed: app.as('ed') }
}

test('subscribes people to a page once each, and unsubscribes them', async () => {
  const { app, page_id, ed } = await appWithPage()
  const uids = ['owner', 'reader', 'ed'].map(app.uid)
  expect(await ed.subscription.savePage({ page_id, uids: uids.join(',') })).toEqual([])
  await ed.subscription.savePage({ page_id, uids: String(uids[0]) })
  const list = await ed.subscription.getPageList({ page_id })
  expect(list).toMatchObject([
    { uid: String(uids[0]), object_id: String(page_id), object_type: 'page', action_type: 'update', username: 'owner' },
    { username: 'reader', name: 'reader' },
    { username: 'ed' },
  ])
  expect(list[0]?.sub_time).toMatch(/^\d{4}-/)
  expect(await ed.subscription.deletePage({ page_id, uids: `${uids[0]},${uids[2]},999` })).toEqual([])
  expect(app.rows.all('subscription')).toMatchObject([{ uid: uids[1] }])
  await ed.subscription.deletePage({ page_id, uids: '' })
  expect(await ed.subscription.getPageList({ page_id: 0 })).toEqual([])
})

test('rejects by name a person who cannot read the page, and adds nobody', async () => {
  const { app, item_id, page_id, ed } = await appWithPage()
  app.rows.newMember(item_id, 'limited', 'edit', [app.rows.newCatalog(item_id, 'A')])
  const uids = ['owner', 'stranger', 'limited'].map(app.uid)
  await expect(ed.subscription.savePage({ page_id, uids: `${uids.join(',')},99999` })).rejects.toMatchObject({
    ...refusal('subscriberMayNotRead'),
    message: expect.stringContaining('stranger, limited, 99999'),
  })
  expect(app.rows.all('subscription')).toEqual([])
  await ed.subscription.savePage({ page_id, uids: app.uid('admin') })
  expect(app.rows.all('subscription')).toMatchObject([{ uid: app.uid('admin') }])
})

test('requires the right to edit the page, within the person’s catalogs, in a live item', async () => {
  const { app, item_id, page_id } = await appWithPage()
  app.rows.newMember(item_id, 'limited', 'edit', [app.rows.newCatalog(item_id, 'A')])
  const calls = (who: string, page: number) => {
    const { subscription } = app.as(who)
    return [
      subscription.getPageList({ page_id: page }),
      subscription.savePage({ page_id: page, uids: '' }),
      subscription.deletePage({ page_id: page, uids: '' }),
    ]
  }
  for (const call of calls('reader', page_id)) await expect(call).rejects.toMatchObject({ code: 10103 })
  for (const call of calls('limited', page_id)) await expect(call).rejects.toMatchObject(refusal('pageGone'))
  for (const call of calls('ed', 999)) await expect(call).rejects.toMatchObject(refusal('pageGone'))
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1').run()
  const uids = String(app.uid('ed'))
  await expect(app.as('ed').subscription.savePage({ page_id, uids })).rejects.toMatchObject(
    refusal('itemArchived', 10303),
  )
  await expect(app.as('ed').subscription.deletePage({ page_id, uids })).rejects.toMatchObject({ code: 10303 })
})

test('rejects invalid lists', async () => {
  const { page_id, ed } = await appWithPage()
  for (const uids of ['x', '1,x', '0', '-1'])
    await expect(ed.subscription.savePage({ page_id, uids })).rejects.toMatchObject(refusal('badParameter'))
})

test('cleans up subscriptions of deleted pages', async () => {
  const { app, page_id, ed } = await appWithPage()
  await ed.subscription.savePage({ page_id, uids: app.uid('ed') })
  app.rows.insert('subscription', { uid: app.uid('ed'), object_id: 999, sub_time: 1 })
  await removeLostSubscriptions(app.app.db)
  expect(app.rows.all('subscription')).toMatchObject([{ object_id: page_id }])
})
