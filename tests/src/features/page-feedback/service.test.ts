import { expect, test } from 'vitest'
import { RateLimiter } from '#src/core/rate-limiter.ts'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string, code: number) => ({ errorName, code })

/** An open item that asks its readers, with a page; ed and reader are members. */
async function appWithPage(given: Record<string, unknown> = {}) {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ allow_feedback: 1, ...given })
  const page_id = app.rows.newPage(item_id, 'Install')
  app.rows.newMember(item_id, 'ed', 'edit')
  app.rows.newMember(item_id, 'reader', 'read')
  return { app, item_id, page_id }
}

test('a person has one vote, which they can change and withdraw', async () => {
  const { app, page_id } = await appWithPage()
  const { pageFeedback } = app.as('ed')
  expect(await pageFeedback.getStat({ page_id })).toEqual({ my_feedback: 0, helpful_count: 0, unhelpful_count: 0 })
  expect(await pageFeedback.submit({ page_id, feedback_type: 1 })).toMatchObject({ my_feedback: 1, helpful_count: 1 })
  const changed = { my_feedback: 2, helpful_count: 0, unhelpful_count: 1 }
  expect(await pageFeedback.submit({ page_id, feedback_type: 2 })).toEqual(changed)
  expect(await pageFeedback.getStat({ page_id })).toEqual(changed)
  await pageFeedback.submit({ page_id, feedback_type: 0 })
  expect(await pageFeedback.getStat({ page_id })).toEqual({ my_feedback: 0, helpful_count: 0, unhelpful_count: 0 })
  expect(app.rows.counts()).toMatchObject({ page_feedback: 0 })
})

test('each browser has a vote without an account', async () => {
  const { app, page_id } = await appWithPage()
  const { pageFeedback } = app.visitor
  await pageFeedback.submit({ page_id, feedback_type: 1, client_id: 'one' })
  await pageFeedback.submit({ page_id, feedback_type: 1, client_id: 'two' })
  await pageFeedback.submit({ page_id, feedback_type: 2, client_id: 'two' })
  expect(await pageFeedback.getStat({ page_id, client_id: 'one' })).toEqual({ my_feedback: 1 })
  expect(await pageFeedback.getStat({ page_id, client_id: 'two' })).toEqual({ my_feedback: 2 })
  expect(await pageFeedback.getStat({ page_id })).toEqual({ my_feedback: 0 })
  expect(await app.as('ed').pageFeedback.getStat({ page_id })).toMatchObject({ helpful_count: 1, unhelpful_count: 1 })
  await expect(pageFeedback.submit({ page_id, feedback_type: 1 })).rejects.toMatchObject({
    errorName: 'badParameter',
    values: { field: 'client_id' },
  })
})

test('ignores the browser of a signed-in person', async () => {
  const { app, page_id } = await appWithPage()
  const { pageFeedback } = app.as('reader')
  await pageFeedback.submit({ page_id, feedback_type: 1, client_id: 'one' })
  await pageFeedback.submit({ page_id, feedback_type: 1, client_id: 'two' })
  expect(app.rows.all('page_feedback')).toMatchObject([{ uid: app.uid('reader'), client_id: '' }])
})

test('shows the number of helpful votes only to people who can edit the page', async () => {
  const { app, page_id } = await appWithPage()
  await app.as('stranger').pageFeedback.submit({ page_id, feedback_type: 1 })
  expect(await app.as('reader').pageFeedback.getStat({ page_id })).toEqual({ my_feedback: 0 })
  expect(await app.as('stranger').pageFeedback.getStat({ page_id })).toEqual({ my_feedback: 1 })
  expect(await app.as('ed').pageFeedback.getStat({ page_id })).toMatchObject({ helpful_count: 1 })
  expect(await app.as('owner').pageFeedback.getStat({ page_id })).toMatchObject({ helpful_count: 1 })
})

test('a private item asks only people who can read it', async () => {
  const { app, page_id } = await appWithPage({ password: 'secret' })
  const vote = { page_id: String(page_id), feedback_type: '1', client_id: 'one' }
  expect((await app.call('pageFeedback/submit', vote)).json.error_code).toBe(10303)
  expect((await app.call('pageFeedback/submit', { ...vote, _item_pwd: 'secret' })).json.data).toEqual({
    my_feedback: 1,
  })
})

test('rejects votes where readers are not asked or nothing can be written', async () => {
  const { app, item_id, page_id } = await appWithPage()
  const { pageFeedback } = app.as('reader')
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1').run()
  const vote = () => pageFeedback.submit({ page_id, feedback_type: 1 })
  await expect(vote()).rejects.toMatchObject(refusal('itemArchived', 10303))
  expect(await pageFeedback.getStat({ page_id })).toEqual({ my_feedback: 0 })
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 0').run()
  await app.as('owner').item.update({ item_id, item_name: 'I', allow_feedback: '0' })
  await expect(vote()).rejects.toMatchObject(refusal('feedbackOff', 10303))
  await expect(pageFeedback.getStat({ page_id })).rejects.toMatchObject(refusal('feedbackOff', 10303))
})

test('limits the votes of a person and of a network', async () => {
  const { app, page_id } = await appWithPage()
  let now = 0
  app.app.limiter = new RateLimiter(() => now)
  const submit = (client_id: string) => app.visitor.pageFeedback.submit({ page_id, feedback_type: 1, client_id })
  const tooMany = refusal('tooManyRequests', 10429)
  for (let at = 0; at < 30; at++) await submit(`client${at}`)
  await expect(submit('client30')).rejects.toMatchObject(tooMany)
  await app.as('reader').pageFeedback.submit({ page_id, feedback_type: 1 })
  for (let at = 30; at < 100; at++) {
    if (at % 30 === 0) now += 60_001
    await submit(`client${at}`)
  }
  now += 60_001
  await expect(submit('client100')).rejects.toMatchObject(tooMany)
  expect(app.rows.counts()).toMatchObject({ page_feedback: 101 })
})

test('moves votes with their page, and does not copy them', async () => {
  const { app, item_id, page_id } = await appWithPage()
  app.rows.newPage(item_id, 'Another')
  await app.as('reader').pageFeedback.submit({ page_id, feedback_type: 1 })
  const to_item_id = await app.rows.newItem({ allow_feedback: 1 })
  const { page, pageFeedback } = app.as('owner')
  const copy = await page.copy({ page_id, to_item_id })
  expect(await pageFeedback.getStat({ page_id: copy.page_id })).toMatchObject({ helpful_count: 0 })
  await page.copy({ page_id, to_item_id, is_del: '1' })
  expect(await pageFeedback.getStat({ page_id })).toMatchObject({ helpful_count: 1 })
  expect(app.rows.all('page_feedback')).toMatchObject([{ item_id: to_item_id }])
})
