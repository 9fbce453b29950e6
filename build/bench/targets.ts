import type { Measured } from '#build/bench/measure.ts'
import { type ExportFormatName, exportFormatNames } from '#shared/export-formats.ts'

/** A scenario with the measurements of both servers, by number of connections. */
export type Row = { site: string; name: string; ours: Measured[]; plain: Measured[] }

/** A single figure, such as the time to start. `site` is empty when it belongs to none. */
export type Figure = { site: string; name: string; value: number }

/** A figure compared with its target. */
export type Verdict = { name: string; value: number; target: number; unit: string; isMet: boolean }

type Judged = Omit<Verdict, 'isMet'> & { isLeast?: boolean }

/** CPU is compared and throughput measured at this many connections. */
const usual = 16

// CPU per request, as a multiple of the plain server's.
const ratioTargets: Record<string, number> = {
  'page/info': 1.2,
  'item/info': 1.2,
  'item/info, large': 1.2,
  'item/myList, 50 items': 1.5,
  'item/myList, 200 items': 1.5,
  'page/history': 1.5,
  attachment: 1.5,
  'web file': 1.3,
}

// CPU per request, in ms, on the current machine.
const cpuTargets: Record<string, number> = {
  'page/info': 0.16,
  'item/search, common': 1,
  'item/search, rare': 0.4,
  'page/save': 1.8,
  'page/history': 0.7,
  'index page': 0.05,
  'M item/info': 0.3,
  'L item/info': 0.5,
  'item/myList, 50 items': 0.3,
  'item/myList, 200 items': 0.6,
}

// Requests a second at 16 connections, on the current machine.
const throughputTargets: Record<string, number> = { 'page/save': 700, '9 reads, 1 save': 3500, attachment: 12_000 }

/** The memory under load is read at this many connections. */
export const memoryConnections = 64

/** The names of single figures. */
export const figures = {
  startEmpty: 'start on an empty folder',
  startSeeded: 'start on a seeded folder',
  idle: 'memory when idle',
  idleAnonymous: 'memory when idle, without pages of files',
  loaded: `memory under ${memoryConnections} connections`,
  database: 'database for each page, with a former version',
  firstVisit: 'first visit: scripts and styles, compressed',
  executable: 'executable',
  backupRead: 'backup: longest wait for page/info',
  backupWrite: 'backup: longest wait for page/save',
  backupQuietRead: 'no backup: longest wait for page/info',
  backupQuietWrite: 'no backup: longest wait for page/save',
  backupServed: 'backup: made and verified by the server',
  backupMemory: 'backup: memory of the server',
  backupMade: 'backup: made by a command',
  backupVerified: 'backup: verified by a command',
  backupRestored: 'backup: restored by a command',
  backupCommandMemory: 'backup: memory of a command',
  exportQuietRead: 'no export: 99 % of page/info',
  exportQuietWrite: 'no export: 99 % of page/save',
  exportQuietMemory: 'no export: memory of the server',
}

const exportFigures = {
  made: 'made while people work',
  file: 'size of the file',
  read: '99 % of page/info',
  write: '99 % of page/save',
  memory: 'memory of the server',
}

/** Returns the name of a figure of an export. */
export const exportFigure = (format: ExportFormatName, what: keyof typeof exportFigures): string =>
  `export ${format}: ${exportFigures[what]}`

// For 5,000 pages of 8 KB, in seconds.
const exportSeconds: Record<string, number> = { markdown: 20, docx: 90, pdf: 120, site: 60 }

const exportTargets = Object.fromEntries(
  exportFormatNames.flatMap((format) => {
    const seconds = exportSeconds[format]
    return [
      ...(seconds === undefined ? [] : [[exportFigure(format, 'made'), { target: seconds, unit: 's' }] as const]),
      [exportFigure(format, 'read'), { target: 100, unit: 'ms' }] as const,
      [exportFigure(format, 'write'), { target: 100, unit: 'ms' }] as const,
      [exportFigure(format, 'memory'), { target: 300, unit: 'MB' }] as const,
    ]
  }),
)

const figureTargets: Record<string, { target: number; unit: string }> = {
  [figures.startEmpty]: { target: 400, unit: 'ms' },
  [figures.startSeeded]: { target: 400, unit: 'ms' },
  [figures.idle]: { target: 80, unit: 'MB' },
  [figures.loaded]: { target: 200, unit: 'MB' },
  [`M ${figures.database}`]: { target: 9000, unit: 'bytes' },
  [figures.firstVisit]: { target: 200, unit: 'KB' },
  [figures.executable]: { target: 125, unit: 'MB' },
  // For 100,000 pages and 1 GB of files.
  [figures.backupRead]: { target: 100, unit: 'ms' },
  [figures.backupWrite]: { target: 100, unit: 'ms' },
  [figures.backupMemory]: { target: 300, unit: 'MB' },
  [figures.backupMade]: { target: 60, unit: 's' },
  [figures.backupVerified]: { target: 60, unit: 's' },
  [figures.backupRestored]: { target: 60, unit: 's' },
  [figures.backupCommandMemory]: { target: 300, unit: 'MB' },
  ...exportTargets,
}

// How much more a request may cost at the largest size than at the next smaller one.
const growthTarget = 1.2
const isGrowing = (name: string): boolean => /^(page\/info|page\/save|item\/search)/.test(name)

/** Returns the measurement at this many connections. */
const at = (measured: readonly Measured[], connections: number): Measured | undefined =>
  measured.find((one) => one.connections === connections)

/** Returns the CPU of a scenario as a multiple of the plain server's; undefined when that has no measurement. */
export function cpuRatio({ ours, plain }: Row, connections: number): number | undefined {
  const [own, other] = [at(ours, connections), at(plain, connections)]
  return own && other ? own.cpuUs / other.cpuUs : undefined
}

function judgedOf(row: Row): Judged[] {
  const name = `${row.site} ${row.name}`.trim()
  const [alone, busy] = [at(row.ours, 1), at(row.ours, usual)]
  const ratio = cpuRatio(row, usual)
  const judged: (Judged | undefined)[] = []
  const most = (what: string, value: number | undefined, target: number | undefined, unit: string) =>
    judged.push(
      value === undefined || target === undefined ? undefined : { name: `${name}: ${what}`, value, target, unit },
    )
  most('CPU to the plain server', ratio, ratioTargets[row.name], 'times')
  most('CPU', busy && busy.cpuUs / 1000, cpuTargets[name] ?? cpuTargets[row.name], 'ms')
  if (row.name === 'page/info') most('95 %', alone?.p95, 1, 'ms')
  if (row.name.startsWith('search/query')) most('95 %', alone?.p95, 20, 'ms')
  if (row.name === 'new page') most('median', alone?.p50, 5, 'ms')
  if (row.name === 'page/save') {
    most('median of one', alone?.p50, 4, 'ms')
    most(`99 % at ${usual} connections`, busy?.p99, 30, 'ms')
  }
  const fewest = throughputTargets[row.name]
  if (busy && fewest !== undefined)
    judged.push({ name: `${name}: at least`, value: busy.perSecond, target: fewest, unit: '/s', isLeast: true })
  return judged.filter((one) => one !== undefined)
}

function growthOf(rows: readonly Row[]): Judged[] {
  const byName = Map.groupBy(
    rows.filter((row) => isGrowing(row.name)),
    (row) => row.name,
  )
  return [...byName].flatMap(([name, sizes]) => {
    const [small, large] = [sizes.at(-2), sizes.at(-1)]
    const [from, to] = [small && at(small.ours, usual), large && at(large.ours, usual)]
    if (!small || !large || !from || !to || small === large) return []
    const value = to.cpuUs / from.cpuUs
    return [{ name: `${name}: CPU at ${large.site} to ${small.site}`, value, target: growthTarget, unit: 'times' }]
  })
}

/** Evaluates all figures that have a target. `rows` go from the smallest site to the largest. */
export function evaluateTargets(rows: readonly Row[], singles: readonly Figure[]): Verdict[] {
  const single = singles.flatMap(({ site, name, value }) => {
    const whole = `${site} ${name}`.trim()
    const given = figureTargets[whole] ?? figureTargets[name]
    return given ? [{ name: whole, value, ...given }] : []
  })
  return [...rows.flatMap(judgedOf), ...growthOf(rows), ...single].map(({ isLeast, ...one }: Judged) => ({
    ...one,
    isMet: isLeast ? one.value >= one.target : one.value <= one.target,
  }))
}
