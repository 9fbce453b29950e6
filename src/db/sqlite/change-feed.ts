import { closeSync, existsSync, openSync, writeSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import {
  endsWith,
  frameBytes,
  frameOffset,
  type LogPosition,
  LogScanner,
  logHeaderBytes,
  logStart,
  saltsIn,
} from './log-file.ts'
import { rawDescriptor, readAt } from './raw-file.ts'

/** What was written cannot be followed any more; only comparing all pages says what has changed. */
export class LostChanges extends Error {}

// A quarter of a megabyte: no request waits for more than a millisecond.
const framesAtOnce = 64

// Below the 1000 at which the writing connection moves the log into the database by itself, at each commit from then on.
const resetFrames = 800

/** Opens a connection that holds the moment of now: a read transaction. */
function hold(file: string): Database.Database {
  const held = new Database(file, { fileMustExist: true, timeout: 5000 })
  held.pragma('query_only = ON')
  held.pragma('cache_size = -64')
  held.exec('BEGIN')
  // the first read is what fixes the moment
  held.pragma('user_version')
  return held
}

/** One moment of a database, page by page. Pages count from 1, as SQLite does. */
export interface PagesOfMoment {
  /** How many pages there are. */
  count: number
  pageBytes: number
  /** The schema's number. */
  schema: number
  /** The largest id that each table has had. */
  sequences: Record<string, number>
  /** Returns neighbouring pages. */
  read(first: number, count: number): Buffer
}

/** What was collected: pages as frames of four bytes for the number and one page. */
interface CollectedChanges {
  frames: number
  /** How many pages the database has now. */
  count: number
}

/** Returns the largest id that each table has had. */
export const readSequences = (sqlite: Database.Database): Record<string, number> =>
  Object.fromEntries(
    (sqlite.prepare('SELECT name, seq FROM sqlite_sequence').all() as { name: string; seq: number }[]).map(
      ({ name, seq }) => [name, seq],
    ),
  )

/**
 * Follows what all processes write to a database that this process has open, page by page, from its write-ahead log.
 * A read transaction, which is renewed with each step, keeps SQLite from beginning the log again before it has been read.
 *
 * Between two steps the log can begin again at most once, and only when the held moment has everything that was in it:
 * SQLite then moves nothing into the database while the moment is held, and does not begin a log again that it has not
 * moved. So frames after the position, or all frames of a new run, are what has changed.
 */
export class ChangeFeed {
  readonly #file: string
  readonly #pageBytes: number
  #held: Database.Database | undefined
  #position: LogPosition = logStart

  constructor(file: string) {
    this.#file = file
    const held = hold(file)
    this.#pageBytes = held.pragma('page_size', { simple: true }) as number
    held.close()
  }

  get #log(): string {
    return `${this.#file}-wal`
  }

  /** Begins with the moment of now, which can be read until the first `collect`. */
  async begin(): Promise<PagesOfMoment> {
    this.close()
    this.#position = logStart
    const held = hold(this.#file)
    this.#held = held
    const database = rawDescriptor(this.#file)
    const { pages, position, size } = await this.#withLog((log) => this.#scan(log))
    this.#position = position
    const pageBytes = this.#pageBytes
    const readDatabase = (first: number, count: number): Buffer => {
      const bytes = Buffer.alloc(count * pageBytes)
      readAt(database, (first - 1) * pageBytes, bytes.length).copy(bytes)
      return bytes
    }
    return {
      count: size || (held.pragma('page_count', { simple: true }) as number),
      pageBytes,
      schema: held.pragma('user_version', { simple: true }) as number,
      sequences: readSequences(held),
      read: (first, count) => {
        const bytes = readDatabase(first, count)
        const inLog = Array.from({ length: count }, (_, at) => pages.get(first + at)).some(
          (frame) => frame !== undefined,
        )
        if (!inLog) return bytes
        const log = openSync(this.#log, 'r')
        try {
          for (let at = 0; at < count; at++) {
            const frame = pages.get(first + at)
            if (frame !== undefined) this.#readPage(log, frame).copy(bytes, at * pageBytes)
          }
          // The log begins again only when all of it is in the database. Its header is written before its frames.
          if (this.#saltsOf(log) === position.salts) return bytes
        } finally {
          closeSync(log)
        }
        pages.clear()
        return readDatabase(first, count)
      },
    }
  }

  /** Whether something was probably written since the last step. */
  hasNews(): boolean {
    if (!existsSync(this.#log)) return false
    const log = openSync(this.#log, 'r')
    try {
      const scanner = this.#scannerFor(log)
      const frame = scanner.nextFrame
      if (frame === undefined) return false
      const next = readAt(log, frameOffset(frame, this.#pageBytes), 16)
      return next.length === 16 && next.toString('hex', 8, 16) === scanner.position.salts
    } finally {
      closeSync(log)
    }
  }

  /**
   * Writes the pages that have changed since the last step to a new file.
   *
   * @throws {LostChanges} when that is not known any more
   */
  async collect(path: string): Promise<CollectedChanges> {
    const next = hold(this.#file)
    const to = openSync(path, 'wx', 0o600)
    try {
      return await this.#withLog(async (log) => {
        const found = await this.#scan(log)
        let frames = await this.#copyFrames(log, to, found)
        this.#position = found.position
        this.#renew(next)
        let count = found.size
        if (this.#position.frames >= resetFrames) {
          const last = this.#reset(log, to)
          frames += last.frames
          count = last.count || count
        }
        return { frames, count }
      })
    } finally {
      closeSync(to)
      if (this.#held !== next && next.open) next.close()
    }
  }

  /** Ends it; SQLite can then begin the log again. */
  close(): void {
    this.#held?.close()
    this.#held = undefined
  }

  #renew(next: Database.Database): void {
    this.#held?.close()
    this.#held = next
  }

  /**
   * Lets the log begin again with the next write: without this, a reader that always holds the newest moment would keep
   * it for ever. Synchronous, so that this process writes nothing in between.
   */
  #reset(log: number, to: number): CollectedChanges {
    this.#renew(hold(this.#file))
    const found = this.#scanNow(log)
    const frames = this.#copyFramesNow(log, to, found)
    this.#position = found.position
    const writer = new Database(this.#file, { fileMustExist: true, timeout: 0 })
    try {
      writer.pragma('synchronous = FULL')
      writer.pragma('wal_checkpoint(PASSIVE)')
      this.#renew(hold(this.#file))
    } finally {
      writer.close()
    }
    return { frames, count: found.size }
  }

  async #withLog<T>(operation: (log: number) => Promise<T>): Promise<T> {
    // a connection that has read something has created it
    const log = openSync(this.#log, 'r')
    try {
      return await operation(log)
    } finally {
      closeSync(log)
    }
  }

  #saltsOf(log: number): string {
    return saltsIn(readAt(log, 0, logHeaderBytes), this.#pageBytes)
  }

  #readPage(log: number, frame: number): Buffer {
    return readAt(log, frameOffset(frame, this.#pageBytes), frameBytes(this.#pageBytes)).subarray(
      frameBytes(this.#pageBytes) - this.#pageBytes,
    )
  }

  /** @throws {LostChanges} when what was read last has been overwritten: its transaction failed after all */
  #scannerFor(log: number): LogScanner {
    const scanner = new LogScanner(this.#pageBytes, readAt(log, 0, logHeaderBytes), this.#position)
    const { frames, salts } = scanner.position
    if (frames > 0 && scanner.nextFrame !== undefined) {
      const last = readAt(log, frameOffset(frames - 1, this.#pageBytes), 24)
      if (salts !== this.#position.salts || !endsWith(scanner.position, last)) throw new LostChanges()
    }
    return scanner
  }

  *#scanSteps(log: number): Generator<void, LogScanner> {
    const scanner = this.#scannerFor(log)
    const length = frameBytes(this.#pageBytes)
    for (;;) {
      const frame = scanner.nextFrame
      if (frame === undefined) return scanner
      const bytes = readAt(log, frameOffset(frame, this.#pageBytes), framesAtOnce * length)
      const whole = bytes.subarray(0, bytes.length - (bytes.length % length))
      if (whole.length === 0 || !scanner.read(whole)) return scanner
      yield
    }
  }

  *#copySteps(log: number, to: number, { pages, position }: LogScanner): Generator<void, number> {
    const frames = [...pages].toSorted(([, a], [, b]) => a - b)
    const number = Buffer.alloc(4)
    for (const [at, [page, frame]] of frames.entries()) {
      number.writeUInt32BE(page)
      writeSync(to, Buffer.concat([number, this.#readPage(log, frame)]))
      if (at % framesAtOnce === framesAtOnce - 1) yield
    }
    if (frames.length > 0 && this.#saltsOf(log) !== position.salts) throw new LostChanges()
    return frames.length
  }

  #scan(log: number): Promise<LogScanner> {
    return inSlices(this.#scanSteps(log))
  }

  #scanNow(log: number): LogScanner {
    return atOnce(this.#scanSteps(log))
  }

  #copyFrames(log: number, to: number, found: LogScanner): Promise<number> {
    return inSlices(this.#copySteps(log, to, found))
  }

  #copyFramesNow(log: number, to: number, found: LogScanner): number {
    return atOnce(this.#copySteps(log, to, found))
  }
}

/** Runs steps and lets requests come in between. */
async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
