import { expect, test, vi } from 'vitest'
import { IdempotencyCache } from '#src/core/idempotency-cache.ts'

const minute = 60_000

test('runs an action once per key, also while it is still running', async () => {
  let nowMs = 0
  const answers = new IdempotencyCache(() => nowMs)
  const operation = vi.fn(async () => ({ id: operation.mock.calls.length }))
  const [first, second] = await Promise.all([answers.once('a', operation), answers.once('a', operation)])
  expect([first, second, await answers.once('a', operation)]).toEqual([{ id: 1 }, { id: 1 }, { id: 1 }])
  expect(await answers.once('b', operation)).toEqual({ id: 2 })
  nowMs = 16 * minute
  expect(await answers.once('a', operation)).toEqual({ id: 3 })
})

test('runs a failed action again', async () => {
  const answers = new IdempotencyCache(() => 0)
  await expect(answers.once('a', () => Promise.reject(new Error('on purpose')))).rejects.toThrow('on purpose')
  expect(await answers.once('a', async () => 1)).toBe(1)
})

test('evicts the oldest of many long responses to limit memory', async () => {
  const answers = new IdempotencyCache(() => 0)
  const long = 'x'.repeat(1_000_000)
  for (let key = 0; key < 20; key += 1) await answers.once(String(key), async () => long)
  const operation = vi.fn(async () => 'again')
  expect(await answers.once('0', operation)).toBe('again')
  expect(await answers.once('19', operation)).toBe(long)
  expect(operation).toHaveBeenCalledTimes(1)
})
