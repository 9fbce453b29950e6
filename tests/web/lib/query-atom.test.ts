import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import type { ErrorName } from '#shared/contract/errors.ts'
import { queryAtom } from '#web/lib/query-atom.ts'

const refused = (error_name: ErrorName | 'offline', error_code: number) =>
  new ApiError({ error_code, error_name, error_message: '', request_id: '' })

async function shown(ask: () => Promise<string>) {
  const store = createStore()
  const told = queryAtom(ask)
  store.sub(told, () => undefined)
  await vi.waitFor(() => expect(store.get(told)).toBeDefined())
  return { store, told }
}

test.each([
  ['no answer', refused('offline', -1)],
  ['too many requests', refused('tooManyRequests', 10429)],
  ['a fault of the server', refused('internal', 10500)],
])('%s keeps the result, and lost rights remove it', async (_, passing) => {
  let failure: Error | undefined
  const { store, told } = await shown(async () => {
    if (failure) throw failure
    return 'here'
  })
  failure = passing
  await store.set(told)
  expect(store.get(told)).toEqual({ value: 'here' })
  failure = refused('noRight', 10103)
  await store.set(told)
  expect(store.get(told)).toEqual({ error: failure })
})

test('reports a first response that is a server error', async () => {
  const failure = refused('internal', 10500)
  const { store, told } = await shown(() => Promise.reject(failure))
  expect(store.get(told)).toEqual({ error: failure })
})
