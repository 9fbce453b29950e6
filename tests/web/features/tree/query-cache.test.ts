import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#contract/client.ts'
import type { ErrorName } from '#contract/errors.ts'
import { createQueryCache } from '#web/features/tree/query-cache.ts'

const refused = (error_name: ErrorName | 'offline', error_code: number) =>
  new ApiError({ error_code, error_name, error_message: '', request_id: '' })
const offline = () => refused('offline', -1)
const gone = () => new ApiError({ error_code: 10101, error_name: 'pageGone', error_message: 'gone', request_id: 'r' })

const shown = async (ask: (key: string) => Promise<string>) => {
  const store = createStore()
  const answers = createQueryCache(ask, 3)
  const answer = answers.of('1')
  const stop = store.sub(answer, () => undefined)
  await vi.waitFor(() => expect(store.get(answer)).toBeDefined())
  return { store, answers, answer, stop }
}

test('showing something asks for it, once', async () => {
  const ask = vi.fn(async (key: string) => `page ${key}`)
  const { store, answers, answer } = await shown(ask)
  expect(store.get(answer)).toMatchObject({ value: 'page 1' })
  expect(answers.of('1')).toBe(answer)
  await store.set(answer, 1000)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a new answer takes the place of the old one, which stays until then', async () => {
  let count = 0
  const { store, answer } = await shown(async () => `${(count += 1)}`)
  const asking = store.set(answer, 0)
  expect(store.get(answer)).toMatchObject({ value: '1' })
  await asking
  expect(store.get(answer)).toMatchObject({ value: '2' })
})

test('a failure is an answer, and asking again forgets it', async () => {
  let fails = true
  const { store, answer } = await shown(async () => {
    if (fails) throw gone()
    return 'here'
  })
  expect(store.get(answer)).toMatchObject({ error: { errorName: 'pageGone' } })
  fails = false
  const asking = store.set(answer, 'again')
  expect(store.get(answer)).toBeUndefined()
  await asking
  expect(store.get(answer)).toMatchObject({ value: 'here' })
})

test('without a network what is known stays; a refusal takes its place', async () => {
  let failure: Error | undefined
  const { store, answer } = await shown(async () => {
    if (failure) throw failure
    return 'here'
  })
  failure = offline()
  await store.set(answer, 0)
  expect(store.get(answer)).toMatchObject({ value: 'here' })
  failure = gone()
  await store.set(answer, 0)
  expect(store.get(answer)).toMatchObject({ error: { errorName: 'pageGone' } })
})

test.each([
  ['too many requests', refused('tooManyRequests', 10429)],
  ['a fault of the server', refused('internal', 10500)],
  ['a server that stops', refused('stopping', 10503)],
  ['an answer that takes too long', new DOMException('', 'TimeoutError')],
])('%s leaves what is known, and the next occasion asks again', async (_, passing) => {
  let failure: Error | undefined
  const ask = vi.fn(async () => {
    if (failure) throw failure
    return 'here'
  })
  const { store, answer } = await shown(ask)
  failure = passing
  await store.set(answer, 0)
  expect(store.get(answer)).toMatchObject({ value: 'here' })
  failure = undefined
  await store.set(answer, 30_000)
  expect(ask).toHaveBeenCalledTimes(3)
  failure = refused('itemPasswordNeeded', 10303)
  await store.set(answer, 0)
  expect(store.get(answer)).toMatchObject({ error: { errorName: 'itemPasswordNeeded' } })
})

test('a first answer that is a fault of the server is shown as one', async () => {
  const { store, answer } = await shown(async () => {
    throw refused('internal', 10500)
  })
  expect(store.get(answer)).toMatchObject({ error: { errorName: 'internal' } })
})

test('only the last of several answers counts', async () => {
  const waiting: ((value: string) => void)[] = []
  const store = createStore()
  const answer = createQueryCache(() => new Promise<string>((done) => waiting.push(done)), 3).of('1')
  const first = store.set(answer, 0)
  const second = store.set(answer, 0)
  waiting[1]?.('new')
  waiting[0]?.('old')
  await Promise.all([first, second])
  expect(store.get(answer)).toMatchObject({ value: 'new' })
})

test('two keys may share one answer, and the least used are forgotten', async () => {
  const { answers, answer } = await shown(async (key) => key)
  answers.alias('1', 'orders')
  expect(answers.of('orders')).toBe(answer)
  for (const key of ['2', '3', '4']) answers.of(key)
  expect(answers.of('1')).not.toBe(answer)
})
