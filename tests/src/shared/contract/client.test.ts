import { expect, test } from 'vitest'
import { createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'

/** The result of a call that gets this response. */
const outcomeOf = async (answer: () => Response) => {
  const client = createClient<Contract>({ base: '', fetch: () => Promise.resolve(answer()) })
  return client.catalog.save({ item_id: 1, cat_name: 'Users' }).then(
    (data) => ({ data }),
    (error: { errorName?: string }) => error.errorName ?? error,
  )
}

const page = (status: number) => () =>
  new Response('<html><h1>Sign in to the network</h1></html>', { status, headers: { 'content-type': 'text/html' } })

test("does not accept a proxy's response as the server's, whatever its status", async () => {
  for (const status of [200, 403, 429, 502]) expect(await outcomeOf(page(status)), `${status}`).toBe('offline')
  const json = (status: number) => () => Response.json({ message: 'no healthy upstream' }, { status })
  for (const status of [403, 503]) expect(await outcomeOf(json(status)), `${status}`).toBe('offline')
})

test('treats a truncated response as no response', async () => {
  const broken = () => new Response('{"error_code":0,"da', { headers: { 'content-type': 'application/json' } })
  expect(await outcomeOf(broken)).toBe('offline')
})

test('distinguishes a proxy with a smaller size limit from an unreachable server', async () => {
  expect(await outcomeOf(page(413))).toBe('bodyTooLarge')
})

test("reads the server's responses: data, errors and files", async () => {
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
