import { expect, test } from 'vitest'
import { Shares } from '#src/core/resource-shares.ts'

test('the largest holder comes first, with its oldest entry', () => {
  const shares = new Shares<string>()
  expect([shares.largest(), shares.oldestOf('')]).toEqual(['', undefined])
  shares.add('ann', 'a1', 30)
  shares.add('bob', 'b1', 10)
  shares.add('bob', 'b2', 10)
  shares.add('ann', 'a2', 5)
  shares.add('bob', 'b1', 20)
  expect(shares.total).toBe(75)
  expect([shares.of('ann'), shares.of('bob'), shares.of('cid')]).toEqual([35, 40, 0])
  expect(shares.largest()).toBe('bob')
  expect(shares.oldestOf('bob')).toBe('b1')
  expect(shares.largestFirst()).toEqual([
    ['b1', 'b2'],
    ['a1', 'a2'],
  ])
})

test('a removed entry is no longer held, and removing it twice does nothing', () => {
  const shares = new Shares<string>()
  shares.add('ann', 'a1', 30)
  shares.add('ann', 'a2', 1)
  shares.remove('a1')
  shares.remove('a1')
  shares.remove('never there')
  expect([shares.total, shares.of('ann'), shares.oldestOf('ann')]).toEqual([1, 1, 'a2'])
  shares.remove('a2')
  expect([shares.total, shares.largest(), shares.largestFirst()]).toEqual([0, '', []])
})
