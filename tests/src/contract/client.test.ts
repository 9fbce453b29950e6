import { expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import type { Contract } from '#contract/index.ts'

/** What a call comes to when this is answered. */
const outcomeOf = async (answer: () => Response) => {
  const client = createClient<Contract>({ base: '', fetch: () => Promise.resolve(answer()) })
  return client.catalog.save({ item_id: 1, cat_name: 'Users' }).then(
    (data) => ({ data }),
    (error: { errorName?: string }) => error.errorName ?? error,
  )
}

const page = (status: number) => () =>
  new Response('<html><h1>Sign in to the network</h1></html>', { status, headers: { 'content-type': 'text/html' } })

test('what stands before the server does not pass for its answer, whatever status it gives', async () => {
  for (const status of [200, 403, 429, 502]) expect(await outcomeOf(page(status)), `${status}`).toBe('offline')
  const json = (status: number) => () => Response.json({ message: 'no healthy upstream' }, { status })
  for (const status of [403, 503]) expect(await outcomeOf(json(status)), `${status}`).toBe('offline')
})

test('an answer that breaks off has not come', async () => {
  const broken = () => new Response('{"error_code":0,"da', { headers: { 'content-type': 'application/json' } })
  expect(await outcomeOf(broken)).toBe('offline')
})

test('a proxy that takes less than the server is told from a server that is gone', async () => {
  expect(await outcomeOf(page(413))).toBe('bodyTooLarge')
})

test('the answers of the server: its data, its refusals, and files', async () => {
  expect(await outcomeOf(() => Response.json({ error_code: 0, data: { cat_id: 7 } }))).toEqual({ data: { cat_id: 7 } })
  expect(
    await outcomeOf(() =>
      Response.json(
        { error_code: 10500, error_name: 'internal', error_message: 'No.', request_id: 'r' },
        { status: 500 },
      ),
    ),
  ).toBe('internal')
  const file = new Response('a,b', { headers: { 'content-type': 'text/csv' } })
  expect(await outcomeOf(() => file)).toEqual({ data: file })
})
