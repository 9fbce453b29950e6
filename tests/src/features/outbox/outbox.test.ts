import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isLastAttempt, pauseAfter } from '#src/features/outbox/retry.ts'
import { createTestApp } from '#tests/support/app.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

test('pauses grow, differ, and end', () => {
  const middle = Array.from({ length: 14 }, (_, at) => pauseAfter(at + 1, () => 0.5))
  expect(middle.slice(0, 8)).toEqual([10, 30, 120, 600, 1_800, 3_600, 10_800, 21_600])
  expect(middle.at(-1)).toBe(21_600)
  expect(pauseAfter(1, () => 0)).toBe(8)
  expect(pauseAfter(1, () => 1)).toBe(12)
  expect(isLastAttempt({ attempts: 13, addtime: 0 }, 10)).toBe(false)
  expect(isLastAttempt({ attempts: 14, addtime: 0 }, 10)).toBe(true)
  expect(isLastAttempt({ attempts: 1, addtime: 0 }, 3 * 86_400)).toBe(true)
})

/** A site on a folder that outlives it, with an item and a page. */
async function start(data: string) {
  const app = await createTestApp({ data, config: { outbound_allow: ['127.0.0.0/8'] } })
  const found = app.rows.all('item')[0]
  const item_id = found ? Number(found['item_id']) : await app.rows.newItem({ item_name: 'Shop' })
  const page_id = found ? Number(app.rows.all('page')[0]?.['page_id']) : app.rows.newPage(item_id, 'Install')
  return { app, item_id, page_id }
}

test('after a crash, what was under way is sent again with its id, and what was confirmed is not', async () => {
  const receiver = await startReceiver()
  const folder = mkdtempSync(join(tmpdir(), 'docstead-outbox-'))
  open.push(receiver.close, () => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const first = await start(data)
  const { item_id, page_id } = first
  await first.app.as('owner').webhook.save({ item_id, url: receiver.url })
  const save = () => first.app.as('owner').page.save({ page_id, item_id, page_title: 'Install', page_content: 'x' })
  await save()
  await expect.poll(() => first.app.rows.all('outbox').map((row) => row['status'])).toEqual(['done'])
  await save()
  await expect.poll(() => first.app.rows.all('outbox').map((row) => row['status'])).toEqual(['done', 'done'])
  // as a kill leaves it that comes before the confirmation is written
  first.app.rows.sqlite
    .prepare(
      "UPDATE outbox SET status = 'sending', end_time = 0, lease_until = 9999999999, payload = ? WHERE outbox_id = 2",
    )
    .run(JSON.stringify({ uid: first.app.uid('owner'), item_id, page_id, time: 1 }))
  await first.app.close()
  const second = await start(data)
  await expect.poll(() => second.app.rows.all('outbox').map((row) => row['status'])).toEqual(['done', 'done'])
  await second.app.close()
  const ids = receiver.hooks.map((hook) => hook.headers['webhook-id'])
  expect(ids).toHaveLength(3)
  expect(ids[2]).toBe(ids[1])
  expect(ids[0]).not.toBe(ids[1])
})

test('a place that does not answer holds up nobody else, and is left alone after a failure', async () => {
  const [good, bad] = [await startReceiver(), await startReceiver()]
  open.push(good.close, bad.close)
  bad.answer = { status: 500, body: 'no' }
  const app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8'] } })
  const item_id = await app.rows.newItem({ item_name: 'Shop' })
  const page_id = app.rows.newPage(item_id, 'Install')
  const { webhook, page } = app.as('owner')
  await webhook.save({ item_id, url: bad.url })
  await webhook.save({ item_id, url: good.url })
  for (let nth = 0; nth < 12; nth++)
    await page.save({ page_id, item_id, page_title: 'Install', page_content: `${nth}` })
  await expect.poll(() => good.hooks.length, { timeout: 5_000 }).toBe(12)
  expect(new Set(good.hooks.map((hook) => hook.headers['webhook-id'])).size).toBe(12)
  // at most as many as were under way before the first answer
  expect(bad.hooks.length).toBeLessThanOrEqual(4)
  expect(app.errors).toEqual([])
})
