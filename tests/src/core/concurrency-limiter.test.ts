import { expect, test } from 'vitest'
import { createFairLimiter } from '#src/core/concurrency-limiter.ts'

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('takes turns, so that nobody waits for the whole queue of another', async () => {
  const inTurn = createFairLimiter<string>({ atOnce: 1, mayWait: 100 }, { atOnce: 1, mayWait: 100 })
  const done: string[] = []
  const ask = (who: string) =>
    inTurn(who, async () => {
      await nextTurn()
      done.push(who)
    })
  await Promise.all([...Array.from({ length: 50 }, () => ask('ann')), ask('bob')])
  expect(done).toHaveLength(51)
  expect(done.indexOf('bob')).toBeLessThanOrEqual(2)
})

test('rejects work when too much is queued, per person and in total', async () => {
  const inTurn = createFairLimiter<string>({ atOnce: 1, mayWait: 1 }, { atOnce: 1, mayWait: 2 })
  const ask = (who: string) => inTurn(who, nextTurn)
  const ends = await Promise.allSettled(['ann', 'ann', 'ann', 'bob', 'cid', 'dan'].map(ask))
  expect(ends.map((end) => (end.status === 'fulfilled' ? 'done' : end.reason.errorName))).toEqual([
    'done',
    'done',
    'tooManyRequests',
    'done',
    'done',
    'tooManyRequests',
  ])
  await ask('ann')
})
