import { cpuRatio, type Figure, type Row, type Verdict } from '#build/bench/targets.ts'

/** Formats rows of cells as text: the first column aligned left, the others right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, column) => Math.max(cell.length, known[column] ?? 0)),
    [],
  )
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
  return rows.map((row) => `${line(row).join('  ').trimEnd()}\n`).join('')
}

/** Formats a number: the smaller it is, the more decimals. */
export const shown = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '' : value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)

const head = [
  '',
  'connections',
  'CPU us',
  'plain us',
  'ratio',
  'requests/s',
  'median ms',
  '95 % ms',
  '99 % ms',
  'memory MB',
]

function lines(row: Row): string[][] {
  return row.ours.map((own, place) => {
    const plain = row.plain.find((one) => one.connections === own.connections)
    const name = place === 0 ? `${row.site} ${row.name}`.trim() : ''
    const numbers = [own.perSecond, own.p50, own.p95, own.p99].map(shown)
    const costs = [own.cpuUs, plain?.cpuUs, cpuRatio(row, own.connections)].map(shown)
    return [name, String(own.connections), ...costs, ...numbers, String(own.peakMb)]
  })
}

/** Formats the whole result for a terminal: measurements, single figures, and whether each target is met. */
export function formatReport(result: {
  rows: readonly Row[]
  figures: readonly Figure[]
  verdicts: readonly Verdict[]
  notMeasured: readonly string[]
}): string {
  const { rows, figures, verdicts, notMeasured } = result
  const met = verdicts.filter((one) => one.isMet).length
  const judged = verdicts.map(({ name, value, target, unit, isMet }) => [
    name,
    shown(value),
    String(target),
    unit,
    isMet ? 'met' : 'NOT MET',
  ])
  return [
    rows.length > 0 ? table([head, ...rows.flatMap(lines)]) : '',
    figures.length > 0 ? table(figures.map(({ site, name, value }) => [`${site} ${name}`.trim(), shown(value)])) : '',
    verdicts.length > 0 ? table([['', 'is', 'target', '', ''], ...judged]) : '',
    verdicts.length > 0 ? `${met} of ${verdicts.length} targets met\n` : '',
    notMeasured.map((line) => `could not be measured: ${line}\n`).join(''),
  ]
    .filter((part) => part !== '')
    .join('\n')
}
