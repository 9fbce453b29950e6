import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { keepAnswers } from '#web/features/tree/answers.ts'

const offline = () => new ApiError({ error_code: -1, error_name: 'offline', error_message: '', request_id: '' })
const gone = () => new ApiError({ error_code: 10101, error_name: 'pageGone', error_message: 'gone', request_id: 'r' })

const shown = async (ask: (key: string) => Promise<string>) => {
  const store = createStore()
  const answers = keepAnswers(ask, 3)
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

test('only the last of several answers counts', async () => {
  const waiting: ((value: string) => void)[] = []
  const store = createStore()
  const answer = keepAnswers(() => new Promise<string>((done) => waiting.push(done)), 3).of('1')
  const first = store.set(answer, 0)
  const second = store.set(answer, 0)
  waiting[1]?.('new')
  waiting[0]?.('old')
  await Promise.all([first, second])
  expect(store.get(answer)).toMatchObject({ value: 'new' })
})

test('two keys may share one answer, and the least used are forgotten', async () => {
  const { answers, answer } = await shown(async (key) => key)
  answers.join('1', 'orders')
  expect(answers.of('orders')).toBe(answer)
  for (const key of ['2', '3', '4']) answers.of(key)
  expect(answers.of('1')).not.toBe(answer)
})
