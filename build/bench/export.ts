import { setTimeout as delay } from 'node:timers/promises'
import { type Program, say, stop } from '#build/bench/processes.ts'
import { owner, seedSize } from '#build/bench/seed.ts'
import type { Running, Site } from '#build/bench/site.ts'
import { peakMbOf, whileWorking } from '#build/bench/while-working.ts'
import type { ExportFormatName } from '#shared/export-formats.ts'

/** Which exports are measured. */
export type ExportSize = { pages: number; formats: ExportFormatName[] }

/** What was measured of one format. Times in ms, memory and size in MB. */
type ExportMeasured = {
  format: ExportFormatName
  /** From the call that starts the task to its end. */
  madeMs: number
  fileMb: number
  /** 99 % of the requests of people in the meantime were answered in this time. */
  readMs: number
  writeMs: number
  /** The most memory of the server. */
  serverMb: number
}

/** What was measured of all formats. */
type ExportsMeasured = {
  /** The same times without an export. */
  quietReadMs: number
  quietWriteMs: number
  /** The memory of the server in the meantime. */
  quietMb: number
  formats: ExportMeasured[]
  /** The formats that could not be exported, and why. */
  failed: string[]
}

const percentile99 = (waits: readonly number[]): number =>
  waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.99)] ?? 0

const quietMs = 15_000
const pollMs = 200

/** Exports an item as a task. @returns the size of the file in bytes @throws when the task fails */
async function exported(site: Site, running: Running, item_id: number, format: ExportFormatName): Promise<number> {
  const client = site.client(running, owner)
  const { job_id } = await client.export.start({ item_id, format })
  for (;;) {
    const job = (await client.job.list()).find((one) => one.job_id === job_id)
    if (job?.state === 'done') return job.file_bytes
    if (job?.state !== 'running') throw new Error(job?.error_message || 'the task is gone')
    await delay(pollMs)
  }
}

/** Measures the export of one item in each format while people read and save its pages. */
export async function measureExports(
  site: Site,
  program: Program,
  { pages: pagesOfItem, formats }: ExportSize,
): Promise<ExportsMeasured> {
  say(`seeding an item of ${pagesOfItem} pages`)
  const seeding = await site.serve()
  const pages = await seedSize(site, seeding, { name: '', items: 1, pagesOfItem })
  await stop(seeding.child)
  const item_id = pages[0]?.item_id ?? 0
  const found: ExportsMeasured = { quietReadMs: 0, quietWriteMs: 0, quietMb: 0, formats: [], failed: [] }
  for (const format of formats) {
    // each in a server of its own: memory that one export has taken is not counted for the next
    const running = await site.serve(program)
    try {
      await whileWorking(site, running, pages, () => delay(3000))
      if (found.quietReadMs === 0) {
        say('without an export')
        const quiet = await whileWorking(site, running, pages, async () => {
          found.quietMb = await peakMbOf(running.pids, () => delay(quietMs))
        })
        found.quietReadMs = percentile99(quiet.reads)
        found.quietWriteMs = percentile99(quiet.writes)
      }
      say(`while the server exports as ${format}`)
      let madeMs = 0
      let bytes = 0
      let serverMb = 0
      const { reads, writes } = await whileWorking(site, running, pages, async () => {
        serverMb = await peakMbOf(running.pids, async () => {
          const startedMs = performance.now()
          bytes = await exported(site, running, item_id, format)
          madeMs = performance.now() - startedMs
        })
      })
      const waits = { readMs: percentile99(reads), writeMs: percentile99(writes) }
      found.formats.push({ format, madeMs, fileMb: bytes / 1e6, ...waits, serverMb })
    } catch (error) {
      found.failed.push(`export ${format}: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      await stop(running.child)
    }
  }
  return found
}
