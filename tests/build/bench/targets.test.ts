import { describe, expect, test } from 'vitest'
import type { Measured } from '#build/bench/measure.ts'
import { cpuRatio, evaluateTargets, figures, type Row } from '#build/bench/targets.ts'

const measured = (given: Partial<Measured>): Measured => ({
  connections: 16,
  cpuUs: 200,
  perSecond: 1000,
  p50: 1,
  p95: 2,
  p99: 3,
  peakMb: 100,
  ...given,
})
const row = (name: string, ours: Partial<Measured>[], plain: Partial<Measured>[] = [], site = 'M'): Row => ({
  site,
  name,
  ours: ours.map(measured),
  plain: plain.map(measured),
})

describe('a ratio', () => {
  test('compares rows with the same number of connections', () => {
    const one = row(
      'page/info',
      [{ connections: 1, cpuUs: 900 }, { cpuUs: 300 }],
      [{ cpuUs: 200 }, { connections: 1, cpuUs: 300 }],
    )
    expect([cpuRatio(one, 1), cpuRatio(one, 16), cpuRatio(one, 64)]).toEqual([3, 1.5, undefined])
  })

  test('is met up to and including its target', () => {
    const of = (cpuUs: number) => evaluateTargets([row('attachment', [{ cpuUs }], [{ cpuUs: 100 }])], [])
    expect(of(150)[0]).toMatchObject({ name: 'M attachment: CPU to the plain server', value: 1.5, isMet: true })
    expect(of(151)[0]).toMatchObject({ target: 1.5, unit: 'times', isMet: false })
  })
})

test('evaluates saves alone, in parallel and by throughput', () => {
  const saves = row('page/save', [
    { connections: 1, p50: 3.9 },
    { p99: 31, perSecond: 699, cpuUs: 1800 },
  ])
  expect(evaluateTargets([saves], []).map(({ value, isMet }) => [value, isMet])).toEqual([
    [1.8, true],
    [3.9, true],
    [31, false],
    [699, false],
  ])
})

test('evaluates a search of one item by its CPU, a search of all by how long one person waits', () => {
  const given = [{ connections: 1, p95: 21 }, { cpuUs: 401 }]
  const verdicts = evaluateTargets([row('item/search, rare', given), row('search/query, rare', given)], [])
  expect(verdicts.map(({ name, value, isMet }) => [name, value, isMet])).toEqual([
    ['M item/search, rare: CPU', 0.401, false],
    ['M search/query, rare: 95 %', 21, false],
  ])
})

test('growth compares the largest site with the next smaller one and needs both', () => {
  const sites = [row('page/save', [{ cpuUs: 100 }], [], 'M'), row('page/save', [{ cpuUs: 140 }], [], 'L')]
  expect(evaluateTargets(sites, []).at(-1)).toMatchObject({
    name: 'page/save: CPU at L to M',
    value: 1.4,
    isMet: false,
  })
  expect(evaluateTargets(sites.slice(0, 1), []).some(({ name }) => name.includes('CPU at'))).toBe(false)
})

test('a single number uses the target of its site, or the general one', () => {
  const given = [
    { site: 'S', name: figures.database, value: 30_000 },
    { site: 'M', name: figures.database, value: 9000 },
    { site: 'S', name: figures.loaded, value: 251 },
  ]
  expect(evaluateTargets([], given).map(({ name, isMet }) => [name, isMet])).toEqual([
    [`M ${figures.database}`, true],
    [`S ${figures.loaded}`, false],
  ])
})
