import { atom, createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import type { ErrorName } from '#shared/contract/errors.ts'
import { dependentQueryAtom, queryAtom, queryFamily, queryScopeAtom } from '#web/lib/query.ts'

const refused = (error_name: ErrorName | 'offline', error_code: number) =>
  new ApiError({ error_code, error_name, error_message: '', request_id: '' })
const offline = () => refused('offline', -1)
const gone = () => new ApiError({ error_code: 10101, error_name: 'pageGone', error_message: 'gone', request_id: 'r' })

const shown = async (ask: (key: string) => Promise<string>) => {
  const store = createStore()
  const family = queryFamily(ask, 3)
  const answers = store.get(family)
  const answer = answers.of('1')
  const stop = store.sub(answer, () => undefined)
  await vi.waitFor(() => expect(store.get(answer)).toBeDefined())
  return { store, family, answers, answer, stop }
}

test('fetches a shown query once', async () => {
  const ask = vi.fn(async (key: string) => `page ${key}`)
  const { store, answers, answer } = await shown(ask)
  expect(store.get(answer)).toMatchObject({ value: 'page 1' })
  expect(answers.of('1')).toBe(answer)
  await store.set(answer, 1000)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('keeps the former result until a new one replaces it', async () => {
  let count = 0
  const { store, answer } = await shown(async () => `${(count += 1)}`)
  const asking = store.set(answer, 0)
  expect(store.get(answer)).toMatchObject({ value: '1' })
  await asking
  expect(store.get(answer)).toMatchObject({ value: '2' })
})

test('stores an error as a result, and clears it when fetching again', async () => {
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

test('keeps the result while offline, and replaces it on a rejection', async () => {
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
])('%s keeps the result, and the next use fetches again', async (_, passing) => {
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

test('shows a first response that is a server error as an error', async () => {
  const { store, answer } = await shown(async () => {
    throw refused('internal', 10500)
  })
  expect(store.get(answer)).toMatchObject({ error: { errorName: 'internal' } })
})

test('only the last of several responses counts', async () => {
  const waiting: ((value: string) => void)[] = []
  const store = createStore()
  const answer = queryAtom(() => new Promise<string>((done) => waiting.push(done)))
  const first = store.set(answer, 0)
  const second = store.set(answer, 0)
  waiting[1]?.('new')
  waiting[0]?.('old')
  await Promise.all([first, second])
  expect(store.get(answer)).toMatchObject({ value: 'new' })
})

test('a request that gets no response in one store does not keep another from its own', async () => {
  const responses = [new Promise<string>(() => undefined), Promise.resolve('here')]
  const query = queryAtom(() => responses.shift() ?? Promise.reject(new Error('requested too often')))
  const [left, shownNow] = [createStore(), createStore()]
  left.sub(query, () => undefined)()
  shownNow.sub(query, () => undefined)
  await vi.waitFor(() => expect(shownNow.get(query)).toMatchObject({ value: 'here' }))
})

test('two keys may share one result, and the least recently used are removed', async () => {
  const { answers, answer } = await shown(async (key) => key)
  answers.alias('1', 'orders')
  expect(answers.of('orders')).toBe(answer)
  for (const key of ['2', '3', '4']) answers.of(key)
  expect(answers.of('1')).not.toBe(answer)
})

test('a sign-in or an access password drops the results', async () => {
  const { store, family, answer } = await shown(async (key) => key)
  store.set(queryScopeAtom, (scope) => scope + 1)
  expect(store.get(family).of('1')).not.toBe(answer)
})

test('an expected value is shown at once, and a request in progress does not replace it', async () => {
  const waiting: ((value: string) => void)[] = []
  const store = createStore()
  const query = queryAtom(() => new Promise<string>((done) => waiting.push(done)))
  await store.set(query, { value: 'first' })
  const asking = store.set(query, 0)
  expect(store.get(query.isBusy)).toBe(true)
  await store.set(query, (value) => `${value}, changed`)
  expect(store.get(query.isBusy)).toBe(false)
  waiting[0]?.('late')
  await asking
  expect(store.get(query)).toMatchObject({ value: 'first, changed' })
})

test('a change of a value that is not known does nothing', async () => {
  const store = createStore()
  const query = queryAtom(async () => 'here')
  await store.set(query, () => 'changed')
  expect(store.get(query)).toBeUndefined()
})

test('invalidating fetches a shown query at once, and a hidden one when it is shown', async () => {
  const ask = vi.fn(async (key: string) => key)
  const { store, answer, stop } = await shown(ask)
  await store.set(answer, 'invalidate')
  expect(ask).toHaveBeenCalledTimes(2)
  stop()
  await store.set(answer, 'invalidate')
  expect(ask).toHaveBeenCalledTimes(2)
  store.sub(answer, () => undefined)
  expect(ask).toHaveBeenCalledTimes(3)
})

test('a query that depends on others is replaced with its result when they change', async () => {
  const store = createStore()
  const user = atom('Ann')
  const query = dependentQueryAtom((get) => {
    const name = get(user)
    return queryAtom(async () => `items of ${name}`)
  })
  store.sub(query, () => undefined)
  await vi.waitFor(() => expect(store.get(query)).toMatchObject({ value: 'items of Ann' }))
  await store.set(query, (value) => `${value}, changed`)
  expect(store.get(query)).toMatchObject({ value: 'items of Ann, changed' })
  store.set(user, 'Ben')
  expect(store.get(query)).toBeUndefined()
  expect(store.get(query.isBusy)).toBe(true)
  await vi.waitFor(() => expect(store.get(query)).toMatchObject({ value: 'items of Ben' }))
})

test('queries by key give up after 20 s, and those of one component do not', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const { stop } = await shown(async (key) => key)
  expect(timeout).toHaveBeenCalledWith(20_000)
  stop()
  timeout.mockClear()
  await createStore().set(queryAtom(async () => 'here'))
  expect(timeout).not.toHaveBeenCalled()
})
