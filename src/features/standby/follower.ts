import { randomBytes } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Following } from '#src/core/app.ts'
import { StartError } from '#src/core/config.ts'
import { hasDatabase, isDiskFull, pathsIn, toStartError } from '#src/core/data-folder.ts'
import { StoredFiles } from '#src/core/files.ts'
import {
  followPaths,
  isFollowing,
  readFollowProgress,
  writeFollowProgress,
  writeFollowRecord,
} from '#src/core/follow-record.ts'
import type { Log } from '#src/core/log.ts'
import { hasFormer, newStagedName, planRestore, restoreSteps } from '#src/core/restore-swap.ts'
import type { OutboundResponse } from '#src/core/safe-fetch.ts'
import {
  closeLog,
  type FollowedDatabase,
  inspectDatabase,
  LogBuilder,
  NewerDatabase,
  rawDescriptor,
  readAt,
  readSchemaNumber,
  readSequences,
  requireStructure,
  schemaNumber,
} from '#src/db/engine.ts'
import { syncFolder } from '#src/db/sync-folder.ts'
import { requireRoom } from '#src/features/backup/index.ts'
import { findHistory } from '#src/features/options/index.ts'
import { hashesOf } from './primary.ts'
import { Interrupted, type PrimaryAddress, requestPrimary } from './primary-client.ts'
import {
  ChangesHeader,
  FileEntry,
  PieceReader,
  pageHash,
  pageHashBytes,
  pagesMost,
  SessionInfo,
  unpacker,
} from './protocol.ts'
import { findNewestFile, listFilesAfter } from './queries.ts'

/** What a follower needs to know. */
interface FollowerOptions {
  data: string
  primary: PrimaryAddress
  /** The id of this data folder. */
  follower: string
  /** The name of this machine. */
  name: string
  /** Whether what is in the data folder may be set aside, although it is not a copy of that server. */
  isDiscarding: boolean
  log: Log
}

// Fewer changed pages come as a log; more are written into a new file, because SQLite would read the log at once.
const pagesInLog = 4096
const pagesAtOnce = 64
const retryMs = { first: 500, most: 5000, stopped: 15_000 }
const progressEveryMs = 2000
const longMs = 6 * 3600_000

/** Where the content of the copy is. */
interface Target {
  /** The file to compare with: the copy, or what an interrupted one left behind. */
  base: string | undefined
  staged: string
  files: StoredFiles
  /** Whether the whole folder is new: there is no copy yet. */
  isWhole: boolean
}

/** The pages that differ. */
interface Wanted {
  pages: number[]
  /** The hashes of all pages. */
  hashes: Buffer
  /** Whether the copy has more pages. */
  isShorter: boolean
}

const hashIn = (hashes: Buffer, page: number): Buffer =>
  hashes.subarray((page - 1) * pageHashBytes, page * pageHashBytes)

/**
 * Keeps the copy of another server: first compares all pages and fetches those that differ, then takes over what changes.
 * The copy has a whole moment of that server at every time, whatever ends the process.
 */
export class Follower implements Following {
  readonly #options: FollowerOptions
  #session = ''
  #number = 0
  #currentMs: number | undefined
  #problem: StartError | undefined
  #database: FollowedDatabase | undefined
  #progressMs = 0
  #isSaid = ''

  constructor(options: FollowerOptions) {
    this.#options = options
  }

  get url(): string {
    return this.#options.primary.url
  }

  lagSeconds(): number | undefined {
    if (this.#currentMs !== undefined) return (performance.now() - this.#currentMs) / 1000
    const time = readFollowProgress(this.#options.data)?.time
    return time === undefined ? undefined : Math.max(0, Date.now() / 1000 - time)
  }

  problem(): StartError | undefined {
    return this.#problem
  }

  /**
   * Makes the first copy, or one for another schema, before anything is served. Goes on trying while the server cannot be
   * reached.
   *
   * @throws {StartError} what an administrator must do something about
   */
  async copy(signal: AbortSignal): Promise<void> {
    for (let waitMs = retryMs.first; !signal.aborted; waitMs = Math.min(waitMs * 2, retryMs.most)) {
      try {
        return await this.#synchronize(signal)
      } catch (error) {
        if (signal.aborted) return
        const known = this.#failureOf(error)
        if (known instanceof StartError) throw known
        this.#say(known)
        await delay(waitMs, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  /** Keeps an open copy current until the signal comes. */
  async run(database: FollowedDatabase, signal: AbortSignal): Promise<void> {
    this.#database = database
    let waitMs = retryMs.first
    while (!signal.aborted) {
      try {
        if (this.#session === '') await this.#synchronize(signal)
        this.#goesOn()
        for (;;) {
          await this.#next(signal)
          waitMs = retryMs.first
          this.#goesOn()
        }
      } catch (error) {
        if (signal.aborted) return
        this.#session = ''
        const known = this.#failureOf(error)
        this.#problem =
          known instanceof StartError
            ? known
            : new StartError('followUnreachable', { url: this.url, detail: known.message })
        this.#say(known)
        this.#writeProgress(true)
        const isStopped = known instanceof StartError
        await delay(isStopped ? retryMs.stopped : waitMs, undefined, { signal }).catch(() => undefined)
        waitMs = Math.min(waitMs * 2, retryMs.most)
      }
    }
  }

  #goesOn(): void {
    if (this.#problem) this.#options.log.info(`following ${this.url} again`)
    const wasProblem = this.#problem !== undefined
    this.#problem = undefined
    this.#isSaid = ''
    this.#writeProgress(wasProblem)
  }

  #say(error: Error): void {
    const line = error instanceof StartError ? error.line('en') : error.message
    if (line === this.#isSaid) return
    this.#isSaid = line
    this.#options.log.warn(line)
  }

  #failureOf(error: unknown): StartError | Interrupted {
    const { data, log } = this.#options
    if (error instanceof StartError || error instanceof Interrupted) return error
    if (isDiskFull(error)) return new StartError('diskFull', { path: data })
    const known = toStartError(error, data)
    if (known) return known
    log.error({ err: error }, 'following failed')
    return new Interrupted(error instanceof Error ? error.message : String(error))
  }

  #writeProgress(isNow: boolean): void {
    if (!isNow && performance.now() - this.#progressMs < progressEveryMs) return
    this.#progressMs = performance.now()
    const lag = this.lagSeconds()
    if (lag === undefined) return
    const problem = this.#problem && { en: this.#problem.line('en'), zh: this.#problem.line('zh') }
    const progress = { time: Date.now() / 1000 - lag, ...(problem && { problem }) }
    try {
      writeFollowProgress(this.#options.data, progress)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the progress could not be written down')
    }
  }

  #request(
    path: string,
    signal: AbortSignal,
    sent: { method?: string; body?: Buffer } = {},
  ): Promise<OutboundResponse> {
    return requestPrimary(this.#options.primary, path, { ...sent, signal, streamMs: longMs })
  }

  /** Reads an answer piece by piece; fails when something of it is missing or damaged. */
  async #read<T>(
    path: string,
    signal: AbortSignal,
    read: (from: PieceReader) => Promise<T>,
    body?: Buffer,
  ): Promise<T> {
    const response = await this.#request(path, signal, body ? { method: 'POST', body } : {})
    const unpacked = unpacker()
    response.body.once('error', (error) => unpacked.destroy(error))
    response.body.pipe(unpacked)
    const reader = new PieceReader(unpacked as AsyncIterable<Buffer>)
    try {
      return await read(reader)
    } catch (error) {
      throw isOurs(error) ? error : new Interrupted(error instanceof Error ? error.message : String(error))
    } finally {
      response.body.destroy()
      unpacked.destroy()
    }
  }

  /** Begins a session: compares everything and fetches what differs. */
  async #synchronize(signal: AbortSignal): Promise<void> {
    const { data, follower, name } = this.#options
    this.#session = ''
    const body = Buffer.from(JSON.stringify({ follower, name }))
    const response = await this.#request('session', signal, { method: 'POST', body })
    const startedMs = performance.now()
    const info = SessionInfo.parse(JSON.parse(await textOf(response)))
    await this.#requireNext(info)
    const target = this.#target()
    await mkdir(followPaths(data).work, { recursive: true, mode: 0o700 })
    await target.files.prepare()
    const session = `session=${info.session}`
    const wanted = await this.#compare(info, target, signal)
    const known = this.#database ? await findNewestFile(this.#database.open.db) : { file_id: 0, moved_time: 0 }
    const after = `after=${known.file_id}&moved=${known.moved_time}`
    const files = await this.#read(`files?${session}&${after}`, signal, readAll)
    await this.#fetchFiles(info.session, target.files, FileEntry.array().parse(JSON.parse(files)), signal)
    if (wanted.pages.length === 0 && target.base === pathsIn(data).database && !wanted.isShorter) {
      if (!this.#database) await this.#takeOver(info, target, signal)
    } else if (
      this.#database &&
      wanted.pages.length > 0 &&
      wanted.pages.length <= pagesInLog &&
      target.base === pathsIn(data).database
    ) {
      await this.#applyWanted(info, wanted, signal)
    } else {
      await this.#stage(info, target, wanted, signal)
      await this.#takeOver(info, target, signal)
    }
    this.#session = info.session
    this.#number = 0
    this.#currentMs = startedMs
    this.#writeProgress(true)
    if (this.#database) await this.#removeStrays(this.#database)
  }

  #target(): Target {
    const { data, isDiscarding } = this.#options
    const { work } = followPaths(data)
    const { database } = pathsIn(data)
    const isWhole = !hasDatabase(data) || (isDiscarding && !this.#database) || !isFollowing(data)
    const staged = pathsIn(work).database
    const base = existsSync(staged) ? staged : isWhole ? undefined : database
    return { base, staged, isWhole, files: new StoredFiles(isWhole ? work : data) }
  }

  /**
   * Checks that what the server has is the next moment of the copy.
   *
   * @throws {StartError} followNewer, followHistory, followWentBack
   */
  async #requireNext(info: SessionInfo): Promise<void> {
    const { data, isDiscarding } = this.#options
    const { url } = this
    if (info.schema > schemaNumber)
      throw new StartError('followNewer', { url, version: info.version, found: info.schema, known: schemaNumber })
    const { database } = pathsIn(data)
    if (!hasDatabase(data) || !isFollowing(data) || (isDiscarding && !this.#database)) return
    const own = await inspectDatabase(database, async ({ db, sqlite }) => ({
      schema: await readSchemaNumber(db),
      history: await findHistory(db),
      sequences: readSequences(sqlite),
    }))
    if (own.history !== info.history) throw new StartError('followHistory', { url })
    const back = Object.entries(own.sequences).find(([table, id]) => (info.sequences[table] ?? 0) < id)
    if (own.schema === info.schema && back) throw new StartError('followWentBack', { url, detail: back[0] })
  }

  /** Returns the pages that differ, with the hashes that they must have. */
  async #compare(info: SessionInfo, { base }: Target, signal: AbortSignal): Promise<Wanted> {
    const pages: number[] = []
    // 4 MB for each gigabyte of the database
    const hashes = Buffer.alloc(info.pages * pageHashBytes)
    const { page_bytes } = info
    const own = base === undefined ? undefined : rawDescriptor(base)
    const length = base === undefined ? 0 : (await stat(base)).size
    await this.#read(`hashes?session=${info.session}`, signal, async (from) => {
      for (let first = 1; first <= info.pages; first += pagesAtOnce) {
        const count = Math.min(pagesAtOnce, info.pages - first + 1)
        const theirs = await from.take(count * pageHashBytes)
        theirs.copy(hashes, (first - 1) * pageHashBytes)
        const bytes = own === undefined ? Buffer.alloc(0) : readAt(own, (first - 1) * page_bytes, count * page_bytes)
        const ours = hashesOf(bytes.subarray(0, bytes.length - (bytes.length % page_bytes)), page_bytes)
        for (let at = 0; at < count; at++) {
          if (!ours[at]?.equals(hashIn(hashes, first + at))) pages.push(first + at)
        }
        await nextTurn()
      }
      await from.end()
    })
    return { pages, hashes, isShorter: length > info.pages * page_bytes }
  }

  /** Fetches pages in their order, and checks each. */
  async #fetchPages(
    info: SessionInfo,
    { pages, hashes }: Wanted,
    signal: AbortSignal,
    take: (page: number, content: Buffer, at: number) => Promise<void>,
  ): Promise<void> {
    for (let start = 0; start < pages.length; start += pagesMost) {
      const some = pages.slice(start, start + pagesMost)
      const body = Buffer.alloc(some.length * 4)
      for (const [at, page] of some.entries()) body.writeUInt32BE(page, at * 4)
      await this.#read(
        `pages?session=${info.session}`,
        signal,
        async (from) => {
          for (const [at, page] of some.entries()) {
            const content = await from.take(info.page_bytes)
            if (!hashIn(hashes, page).equals(pageHash(content))) throw new Interrupted(`page ${page} arrived damaged`)
            await take(page, content, start + at)
          }
          await from.end()
        },
        body,
      )
    }
  }

  async #applyWanted(info: SessionInfo, wanted: Wanted, signal: AbortSignal): Promise<void> {
    const last = wanted.pages.length - 1
    await this.#applyLog(info.page_bytes, wanted.pages.length, signal, async (add) => {
      await this.#fetchPages(info, wanted, signal, (page, content, at) =>
        add(page, content, at === last ? info.pages : 0),
      )
    })
  }

  /** Builds a log with one transaction and takes it over. */
  async #applyLog(
    pageBytes: number,
    frames: number,
    signal: AbortSignal,
    build: (add: (page: number, content: Buffer, size: number) => Promise<void>) => Promise<void>,
    before: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    const database = this.#database
    if (!database) throw new Error('there is no copy yet')
    const path = join(followPaths(this.#options.data).work, 'changes')
    const builder = new LogBuilder(randomBytes(8))
    const handle = await open(path, 'w', 0o600)
    try {
      let waiting = [builder.header(pageBytes)]
      const flush = async () => {
        await writeAll(handle, Buffer.concat(waiting))
        waiting = []
      }
      await build(async (page, content, size) => {
        waiting.push(builder.frame(page, content, size))
        if (waiting.length >= pagesAtOnce) await flush()
      })
      await flush()
      await handle.sync()
    } finally {
      await handle.close()
    }
    await before()
    // a backup or a check may have the copy open for a while
    while (!database.applyLog(path, frames)) {
      if (!existsSync(path)) throw new Interrupted('another process read the copy while it went on')
      await delay(200, undefined, { signal })
    }
  }

  /** Makes the new database next to the copy. */
  async #stage(info: SessionInfo, { base, staged }: Target, wanted: Wanted, signal: AbortSignal): Promise<void> {
    const { page_bytes, pages } = info
    if (base !== staged) {
      requireRoom(dirname(staged), pages * page_bytes)
      await copyRaw(base, staged, signal)
    }
    const handle = await open(staged, 'r+')
    try {
      // neighbours together: one write for each page would take most of the time
      let waiting: Buffer[] = []
      let next = 0
      const flush = async () => {
        await writeAll(handle, Buffer.concat(waiting), (next - 1 - waiting.length) * page_bytes)
        waiting = []
      }
      await this.#fetchPages(info, wanted, signal, async (page, content) => {
        if (waiting.length > 0 && (page !== next || waiting.length >= pagesAtOnce)) await flush()
        waiting.push(content)
        next = page + 1
      })
      await flush()
      await handle.truncate(pages * page_bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  /** Puts what was fetched into the place of what was there. */
  async #takeOver(info: SessionInfo, { staged, isWhole }: Target, signal: AbortSignal): Promise<void> {
    const { data } = this.#options
    const { database } = pathsIn(data)
    const { work } = followPaths(data)
    if (!existsSync(staged)) return
    try {
      await inspectDatabase(staged, async (opened) => {
        if (info.schema === schemaNumber) await requireStructure(opened)
        if ((await readSchemaNumber(opened.db)) !== info.schema) throw new Interrupted('another schema arrived')
      })
    } catch (error) {
      // begun again from nothing, not from this
      await rm(staged, { force: true })
      throw error instanceof NewerDatabase || isOurs(error) ? error : new Interrupted(String(error))
    }
    if (isWhole) {
      await syncFolder(work)
      const name = newStagedName(randomBytes(8).toString('hex'))
      const former = hasFormer(data) ? `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}` : ''
      writeFollowRecord(data, { url: this.url, since: Math.floor(Date.now() / 1000) })
      renameSync(work, join(data, name))
      planRestore(data, { staged: name, former })
      for (const _step of restoreSteps(data));
      await mkdir(work, { recursive: true, mode: 0o700 })
      return
    }
    while (this.#database ? !this.#database.replaceWith(staged) : !closeLog(database))
      await delay(200, undefined, { signal })
    if (this.#database) return
    renameSync(staged, database)
    await syncFolder(data)
  }

  /** Fetches files that are not there yet. */
  async #fetchFiles(session: string, to: StoredFiles, files: FileEntry[], signal: AbortSignal): Promise<void> {
    for (const { name } of files) {
      if ((await to.size(name)) !== undefined) continue
      const path = to.incomingPath()
      try {
        if (await this.#fetchFile(session, name, path, signal)) await to.storeAs(path, name)
      } finally {
        await rm(path, { force: true })
      }
    }
  }

  /** @returns false when the server does not have the file any more */
  async #fetchFile(session: string, name: string, path: string, signal: AbortSignal): Promise<boolean> {
    let response: OutboundResponse
    try {
      response = await this.#request(`file?session=${session}&name=${name}`, signal)
    } catch (error) {
      if (error instanceof Interrupted && error.errorName === 'fileGone') return false
      throw error
    }
    const unpacked = unpacker()
    response.body.once('error', (error) => unpacked.destroy(error))
    response.body.pipe(unpacked)
    const handle = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of unpacked as AsyncIterable<Buffer>) await writeAll(handle, chunk)
    } catch (error) {
      throw isDiskFull(error) ? error : new Interrupted(error instanceof Error ? error.message : String(error))
    } finally {
      await handle.close()
      response.body.destroy()
    }
    return true
  }

  /** Waits for the next changes and takes them over. */
  async #next(signal: AbortSignal): Promise<void> {
    const database = this.#database
    if (!database) throw new Error('there is no copy yet')
    const { file_id, moved_time } = await findNewestFile(database.open.db)
    const path = `changes?session=${this.#session}&has=${this.#number}&file=${file_id}&moved=${moved_time}`
    let currentMs = 0
    const header = await this.#read(path, signal, async (from) => {
      const length = (await from.take(4)).readUInt32BE(0)
      // what comes shows the moment at which it was sent
      currentMs = performance.now()
      const changes = ChangesHeader.parse(JSON.parse((await from.take(length)).toString('utf8')))
      const { frames, pages } = changes
      if (frames === 0) {
        await from.end()
        return changes
      }
      const { pageBytes } = database
      await this.#applyLog(
        pageBytes,
        frames,
        signal,
        async (add) => {
          for (let at = 1; at <= frames; at++) {
            const page = (await from.take(4)).readUInt32BE(0)
            await add(page, await from.take(pageBytes), at === frames ? pages : 0)
          }
          await from.end()
        },
        // first, so that no page shows a file that is not there
        () => this.#fetchFiles(this.#session, new StoredFiles(this.#options.data), changes.files, signal),
      )
      return changes
    })
    this.#number = header.number
    this.#currentMs = currentMs
  }

  /** Removes files that no row of the copy names. */
  async #removeStrays({ open: { db } }: FollowedDatabase): Promise<void> {
    const files = new StoredFiles(this.#options.data)
    const known = new Set((await listFilesAfter(db, { file_id: 0, moved_time: 0 })).map(({ name }) => name))
    for await (const names of files.names()) for (const name of names) if (!known.has(name)) await files.remove(name)
  }
}

const isOurs = (error: unknown): boolean =>
  error instanceof StartError ||
  error instanceof Interrupted ||
  isDiskFull(error) ||
  (error as Error).name === 'AbortError'

async function textOf({ body }: OutboundResponse): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const readAll = (from: PieceReader): Promise<string> => from.rest()

async function writeAll(handle: FileHandle, bytes: Buffer, position?: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(
      bytes,
      done,
      bytes.length - done,
      position === undefined ? undefined : position + done,
    )
    done += bytesWritten
  }
}

// a megabyte
const copyBytes = 1 << 20

/** Copies a database file without closing a descriptor of it; without one, makes an empty file. */
async function copyRaw(from: string | undefined, to: string, signal: AbortSignal): Promise<void> {
  const handle = await open(`${to}.new`, 'w', 0o600)
  try {
    const descriptor = from === undefined ? undefined : rawDescriptor(from)
    for (let at = 0; descriptor !== undefined; ) {
      signal.throwIfAborted()
      const bytes = readAt(descriptor, at, copyBytes)
      if (bytes.length === 0) break
      await writeAll(handle, bytes)
      at += bytes.length
    }
  } finally {
    await handle.close()
  }
  renameSync(`${to}.new`, to)
}
