import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { measureBackup } from '#build/bench/backup.ts'
import { measureExports } from '#build/bench/export.ts'
import { measure, requireSameResponse, type Server, type Stream, warmUp } from '#build/bench/measure.ts'
import type { Options } from '#build/bench/options.ts'
import {
  freePort,
  packaged,
  pidsOf,
  readManifest,
  readMemoryMb,
  say,
  start,
  stop,
  stopAll,
  wait,
  waitUntilResponding,
} from '#build/bench/processes.ts'
import { type Scenario, shapeScenarios, sizeScenarios } from '#build/bench/scenarios.ts'
import { type Size, seedShapes, seedSize } from '#build/bench/seed.ts'
import { Site } from '#build/bench/site.ts'
import { median } from '#build/bench/statistics.ts'
import { exportFigure, type Figure, figures, memoryConnections, type Row } from '#build/bench/targets.ts'
import { dist, root } from '#build/paths.ts'

// The steps of `npm run bench`: starts, seeds and measures servers, size by size and scenario by scenario.

/** A start time is the median of this many starts. */
const starts = 5
/** How long a server idles before its memory is read, in ms. */
const idleMs = 5000

/** Warm-up before each measurement, in seconds; longer for the first one of a server, whose code is cold. */
const warmUpSeconds = { first: 5, next: 1 }

/** Provides a site on a data folder while `operation` runs. */
async function withSite<T>(operation: (site: Site) => Promise<T>): Promise<T> {
  const site = new Site()
  try {
    return await operation(site)
  } finally {
    await stopAll()
    site.remove()
  }
}

async function startPlain({ data }: Site): Promise<Server> {
  const port = await freePort()
  const packed = join(dist, 'web', `${readManifest().entry.js}.br`)
  const words = [join(root, 'build', 'bench', 'plain.ts'), data, packed, String(port)]
  const child = start(process.execPath, ['--disable-warning=ExperimentalWarning', ...words])
  const origin = `http://127.0.0.1:${port}`
  await waitUntilResponding(origin, child)
  return { origin, pids: pidsOf(child) }
}

function streamOf<Given>(site: Site, { method, person, requests }: Scenario<Given>, given: Given): Stream {
  const headers: Record<string, string> = { 'accept-encoding': 'br' }
  if (method === 'POST') headers['content-type'] = 'application/x-www-form-urlencoded'
  if (person) headers.authorization = `Bearer ${site.person(person)}`
  return { method, headers, requests: requests(given) }
}

/** One run of the benchmark with its results so far. */
export class Bench {
  readonly rows: Row[] = []
  readonly figures: Figure[] = []
  /** What could not be measured, and why. */
  readonly notMeasured: string[] = []
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  async run(): Promise<void> {
    if (this.#wants(figures.startEmpty, figures.idle, figures.firstVisit, figures.executable))
      await this.#attempt('empty folder', () => this.#empty())
    const scenarios = sizeScenarios.map((one) => one.name)
    if (this.#wants(figures.startSeeded, figures.database, figures.loaded, ...scenarios))
      for (const size of this.#options.sizes) await this.#attempt(size.name, () => this.#size(size))
    if (this.#wants(figures.loaded, ...shapeScenarios.map((one) => one.name)))
      await this.#attempt('any size', () => this.#shapes())
    // minutes of work for the disk: only when it is requested
    if (this.#options.only.startsWith('backup')) await this.#attempt('backup', () => this.#backup())
    if (this.#options.only.startsWith('export')) await this.#attempt('export', () => this.#exports())
  }

  #wants(...names: string[]): boolean {
    return names.some((name) => name.toLowerCase().includes(this.#options.only))
  }

  #note(site: string, name: string, value: number): void {
    if (this.#wants(name)) this.figures.push({ site, name, value })
  }

  /** Records a failed measurement for the report at the end; the others continue. */
  async #attempt(name: string, operation: () => Promise<void>): Promise<void> {
    try {
      await operation()
    } catch (error) {
      const line = `${name}: ${error instanceof Error ? error.message : String(error)}`
      say(line)
      this.notMeasured.push(line)
    }
  }

  /** Measures the product without any data: start, memory, size. */
  async #empty(): Promise<void> {
    const program = packaged()
    say(`the ${program.name} on an empty folder`)
    const times: number[] = []
    for (let turn = 0; turn < starts; turn++) {
      await withSite(async (site) => {
        const running = await site.serve(program)
        times.push(running.startMs)
        if (turn < starts - 1 || !this.#wants(figures.idle)) return
        await wait(idleMs)
        this.#note('', figures.idle, readMemoryMb(running.pids))
        this.#note('', figures.idleAnonymous, readMemoryMb(running.pids, 'RssAnon'))
      })
    }
    this.#note('', figures.startEmpty, median(times))
    const executable = join(dist, 'docstead')
    if (existsSync(executable)) this.#note('', figures.executable, statSync(executable).size / 1e6)
    this.#note('', figures.firstVisit, readManifest().sizes.firstLoadBrotli / 1000)
  }

  #size(size: Size): Promise<void> {
    return withSite(async (site) => {
      const count = size.items * size.pagesOfItem
      say(`seeding ${size.name}: ${count} pages in ${size.items} items`)
      const seeding = await site.serve()
      const pages = await seedSize(site, seeding, size)
      await stop(seeding.child)
      this.#note(size.name, figures.database, site.databaseBytes / count)
      if (this.#wants(figures.startSeeded))
        this.#note(size.name, figures.startSeeded, median(await site.startTimes(packaged(), starts)))
      await this.#scenarios(site, size.name, sizeScenarios, pages)
    })
  }

  #shapes(): Promise<void> {
    const { largeItemPages } = this.#options
    return withSite(async (site) => {
      say(`seeding an item of ${largeItemPages} pages, people with many items, older versions, a file`)
      const seeding = await site.serve()
      const shapes = await seedShapes(site, seeding, largeItemPages)
      await stop(seeding.child)
      await this.#scenarios(site, 'any', shapeScenarios, shapes)
    })
  }

  #backup(): Promise<void> {
    return withSite(async (site) => {
      const found = await measureBackup(site, packaged(), this.#options.backup)
      const values: [string, number][] = [
        [figures.backupRead, found.readMs],
        [figures.backupWrite, found.writeMs],
        [figures.backupQuietRead, found.quietReadMs],
        [figures.backupQuietWrite, found.quietWriteMs],
        [figures.backupServed, found.servedMs / 1000],
        [figures.backupMemory, found.serverMb],
        [figures.backupMade, found.backupMs / 1000],
        [figures.backupVerified, found.verifyMs / 1000],
        [figures.backupRestored, found.restoreMs / 1000],
        [figures.backupCommandMemory, found.commandMb],
      ]
      for (const [name, value] of values) this.figures.push({ site: '', name, value })
    })
  }

  #exports(): Promise<void> {
    return withSite(async (site) => {
      const found = await measureExports(site, packaged(), this.#options.exports)
      const note = (name: string, value: number) => this.figures.push({ site: '', name, value })
      note(figures.exportQuietRead, found.quietReadMs)
      note(figures.exportQuietWrite, found.quietWriteMs)
      note(figures.exportQuietMemory, found.quietMb)
      for (const { format, madeMs, fileMb, readMs, writeMs, serverMb } of found.formats) {
        note(exportFigure(format, 'made'), madeMs / 1000)
        note(exportFigure(format, 'file'), fileMb)
        note(exportFigure(format, 'read'), readMs)
        note(exportFigure(format, 'write'), writeMs)
        note(exportFigure(format, 'memory'), serverMb)
      }
      for (const line of found.failed) say(line)
      this.notMeasured.push(...found.failed)
    })
  }

  async #scenarios<Given>(site: Site, name: string, scenarios: Scenario<Given>[], given: Given): Promise<void> {
    const wantsMemory = this.#wants(figures.loaded)
    const wanted = scenarios.filter((scenario) => wantsMemory || this.#wants(scenario.name))
    if (wanted.length === 0) return
    const [ours, plain] = [await site.serve(), await startPlain(site)]
    const peaks: number[] = []
    for (const scenario of wanted) {
      await this.#attempt(`${name} ${scenario.name}`, async () => {
        say(`measuring ${name} ${scenario.name}`)
        const stream = streamOf(site, scenario, given)
        const warmUpFor = scenario === wanted[0] ? warmUpSeconds.first : warmUpSeconds.next
        const row = await this.#row(stream, { ours, plain: scenario.hasPlain ? plain : undefined, warmUpFor })
        this.rows.push({ site: name, name: scenario.name, ...row })
        peaks.push(...row.ours.filter((one) => one.connections === memoryConnections).map((one) => one.peakMb))
      })
    }
    if (peaks.length > 0) this.#note(name, figures.loaded, Math.max(...peaks))
  }

  /**
   * Measures both servers in turn at each number of connections, so that changes in the machine's speed affect both.
   */
  async #row(
    stream: Stream,
    { ours, plain, warmUpFor }: { ours: Server; plain: Server | undefined; warmUpFor: number },
  ): Promise<Pick<Row, 'ours' | 'plain'>> {
    const { seconds, connections } = this.#options
    const row: Pick<Row, 'ours' | 'plain'> = { ours: [], plain: [] }
    if (plain) {
      await requireSameResponse([ours, plain], stream)
      await warmUp(plain, stream, warmUpFor)
    }
    await warmUp(ours, stream, warmUpFor)
    for (const count of connections) {
      const at = { connections: count, seconds }
      if (plain) row.plain.push(await measure(plain, stream, at))
      row.ours.push(await measure(ours, stream, at))
    }
    return row
  }
}
