import { expect, test } from 'vitest'
import { formatReport } from '#build/bench/report.ts'

const one = { connections: 16, cpuUs: 300.4, perSecond: 1234.5, p50: 1, p95: 22.25, p99: 3, peakMb: 99 }

test('the report lists what was measured, what met its target and what is missing', () => {
  const text = formatReport({
    rows: [{ site: 'M', name: 'page/info', ours: [one], plain: [{ ...one, cpuUs: 200 }] }],
    figures: [{ site: '', name: 'start', value: 480 }],
    verdicts: [
      { name: 'M page/info', value: 1.502, target: 1.5, unit: 'times', isMet: false },
      { name: 'start', value: 480, target: 500, unit: 'ms', isMet: true },
    ],
    notMeasured: ['M page/save: no answer'],
  })
  expect(text.split('\n')).toEqual([
    '             connections  CPU us  plain us  ratio  requests/s  median ms  95 % ms  99 % ms  memory MB',
    'M page/info           16     300       200   1.50        1235       1.00     22.3     3.00         99',
    '',
    'start  480',
    '',
    '               is  target',
    'M page/info  1.50     1.5  times  NOT MET',
    'start         480     500     ms      met',
    '',
    '1 of 2 targets met',
    '',
    'could not be measured: M page/save: no answer',
    '',
  ])
})
