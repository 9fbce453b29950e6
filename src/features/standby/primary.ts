import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { type App, type FollowerStatus, nowSeconds } from '#src/core/app.ts'
import { pathsIn } from '#src/core/data-folder.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { versionText } from '#src/core/version.ts'
import { ChangeFeed, LostChanges, type PagesOfMoment } from '#src/db/engine.ts'
import { recordAudit } from '#src/features/audit/index.ts'
import { beginHistory, findHistory } from '#src/features/options/index.ts'
import {
  type ChangesHeader,
  packer,
  pageHash,
  pagesMost,
  type SessionInfo,
  SessionRequest,
  sessionSeconds,
  standbyPath,
  waitSeconds,
} from './protocol.ts'
import { type KnownFiles, listFilesAfter } from './queries.ts'

/** A request of a follower. */
export interface StandbyRequest {
  request: IncomingMessage
  response: ServerResponse
  /** The path below the base path. */
  path: string
  query: string
  /** The client's address. */
  ip: string
}

// SQLite has four marks for readers at different moments, and the product itself needs some.
const sessionsMost = 2
const newsEveryMs = 200
const hashesAtOnce = 64
const auditEvery = 3600
const bodyMost = pagesMost * 4

/** One follower, and what it has. */
class Session {
  readonly id = randomBytes(16).toString('hex')
  readonly name: string
  readonly ip: string
  readonly follower: string
  readonly feed: ChangeFeed
  readonly #incomingPath: () => string
  moment: PagesOfMoment | undefined
  /** The number of the changes that the follower has. */
  #acknowledged = 0
  #sent: { number: number; path: string; frames: number; pages: number } | undefined
  /** When the follower last had everything, by `performance.now`. */
  currentMs = performance.now()
  #usedMs = performance.now()
  #uses = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(app: App, { follower, name, ip }: { follower: string; name: string; ip: string }) {
    this.follower = follower
    this.name = name
    this.ip = ip
    this.feed = new ChangeFeed(pathsIn(app.config.data).database)
    this.#incomingPath = () => app.files.incomingPath()
  }

  get isIdle(): boolean {
    return this.#uses === 0 && performance.now() - this.#usedMs > sessionSeconds * 1000
  }

  /** Keeps the session for as long as an operation runs. */
  async use<T>(operation: () => Promise<T>): Promise<T> {
    this.#uses++
    try {
      return await operation()
    } finally {
      this.#uses--
      this.#usedMs = performance.now()
    }
  }

  /** Runs one after the other: a follower may ask again while its former request has not ended here. */
  inTurn<T>(operation: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(operation)
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  /**
   * Returns what has changed, and waits for it for a while.
   *
   * @param has the number of the changes that the follower has
   * @throws {AppError} followGone when it does not fit to what was sent
   */
  async changes(has: number, isWanted: () => boolean): Promise<Omit<ChangesHeader, 'files'> & { path: string }> {
    if (this.#sent?.number === has) {
      await rm(this.#sent.path, { force: true })
      this.#sent = undefined
      this.#acknowledged = has
    } else if (has !== this.#acknowledged) fail('followGone')
    this.moment = undefined
    const endsMs = performance.now() + waitSeconds * 1000
    while (!this.#sent && isWanted()) {
      const startedMs = performance.now()
      if (this.feed.hasNews()) await this.#collect()
      if (!this.#sent) this.currentMs = startedMs
      if (this.#sent || performance.now() > endsMs) break
      await delay(newsEveryMs)
    }
    return this.#sent ?? { number: has, frames: 0, pages: 0, path: '' }
  }

  async #collect(): Promise<void> {
    const path = this.#incomingPath()
    try {
      const { frames, count } = await this.feed.collect(path)
      if (frames > 0) this.#sent = { number: this.#acknowledged + 1, path, frames, pages: count }
    } finally {
      if (this.#sent?.path !== path) await rm(path, { force: true })
    }
  }

  async end(): Promise<void> {
    // what still reads the moment ends: nothing holds it any more
    this.moment = undefined
    this.feed.close()
    if (this.#sent) await rm(this.#sent.path, { force: true })
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** What a server does for those that follow it. */
export class Primary {
  readonly #app: App
  readonly #sessions = new Map<string, Session>()
  readonly #timer: NodeJS.Timeout
  /** When something was last written to the audit log about a follower, Unix seconds. */
  readonly #noted = new Map<string, number>()
  #isClosed = false

  constructor(app: App) {
    this.#app = app
    this.#timer = setInterval(() => void this.#endIdle(), 2000)
    this.#timer.unref()
  }

  /** Returns those that follow at the moment. */
  followers(): FollowerStatus[] {
    return [...this.#sessions.values()].map(({ name, ip, currentMs, moment }) => ({
      name,
      ip,
      lag_seconds: (performance.now() - currentMs) / 1000,
      is_copying: moment !== undefined,
    }))
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await Promise.all([...this.#sessions.values()].map((session) => session.end()))
    this.#sessions.clear()
  }

  /**
   * Answers a follower.
   *
   * @throws {AppError} unknownCall when nobody may follow; followSecretWrong, followGone, stopping, tooManyRequests
   */
  async answer(at: StandbyRequest): Promise<void> {
    await this.#requireSecret(at)
    if (this.#isClosed || this.#app.stopping.aborted) fail('stopping')
    const { method } = at.request
    const query = new URLSearchParams(at.query)
    switch (`${method} ${at.path.slice(standbyPath.length)}`) {
      case 'POST session':
        return this.#begin(at)
      case 'GET hashes':
        return this.#use(query, (session) => sendHashes(at.response, session))
      case 'POST pages':
        return this.#use(query, (session) => sendPages(at, session))
      case 'GET files':
        return this.#use(query, () =>
          this.#sendFiles(at.response, {
            file_id: numberIn(query, 'after'),
            moved_time: numberIn(query, 'moved', '0'),
          }),
        )
      case 'GET changes':
        return this.#use(query, (session) => session.inTurn(() => this.#sendChanges(at, session, query)))
      case 'GET file':
        return this.#use(query, () => this.#sendFile(at.response, query.get('name') ?? ''))
      default:
        fail('unknownCall')
    }
  }

  async #requireSecret({ request, ip }: StandbyRequest): Promise<void> {
    const { follow_secret } = this.#app.config
    // a client without the secret does not learn more than it must
    if (follow_secret === '') fail('unknownCall')
    const sent = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (timingSafeEqual(digest(sent), digest(follow_secret))) return
    // one entry an hour, wherever the requests come from
    await this.#note('rejected', { action: 'followRejected', detail: '', ip })
    fail('followSecretWrong')
  }

  /** Writes to the audit log, at most once an hour for the same follower: a bad network begins again and again. */
  async #note(
    key: string,
    entry: { action: 'followed' | 'followRejected'; detail: string; ip: string },
  ): Promise<void> {
    const now = nowSeconds(this.#app)
    if (now - (this.#noted.get(key) ?? -auditEvery) < auditEvery) return
    if (this.#noted.size > 100) this.#noted.clear()
    this.#noted.set(key, now)
    await recordAudit(this.#app.db, { uid: 0, username: '', ...entry }, now)
  }

  async #begin({ request, response, ip }: StandbyRequest): Promise<void> {
    const parsed = SessionRequest.safeParse(parseJson(await readBody(request, 10_000)))
    if (!parsed.success) fail('badRequest')
    const { follower, name } = parsed.data
    for (const session of this.#sessions.values()) if (session.follower === follower) await this.#end(session)
    if (this.#sessions.size >= sessionsMost) fail('tooManyRequests')
    await this.#note(follower, { action: 'followed', detail: name, ip })
    const { db } = this.#app
    const history = (await findHistory(db)) || (await beginHistory(db))
    const session = new Session(this.#app, { follower, name, ip })
    this.#sessions.set(session.id, session)
    const moment = await session.use(() => session.feed.begin())
    session.moment = moment
    const info: SessionInfo = {
      session: session.id,
      version: versionText,
      schema: moment.schema,
      history,
      pages: moment.count,
      page_bytes: moment.pageBytes,
      sequences: moment.sequences,
    }
    sendText(response, JSON.stringify(info))
  }

  async #use(query: URLSearchParams, operation: (session: Session) => Promise<void>): Promise<void> {
    const session = this.#sessions.get(query.get('session') ?? '')
    if (!session) fail('followGone')
    try {
      await session.use(() => operation(session))
    } catch (error) {
      if (!(error instanceof LostChanges)) throw error
      this.#app.log.warn('the changes for a follower are not known any more: it compares everything')
      await this.#end(session)
      fail('followGone')
    }
  }

  async #sendFiles(response: ServerResponse, after: KnownFiles): Promise<void> {
    const files = await listFilesAfter(this.#app.db, after)
    await sendPacked(response, [Buffer.from(JSON.stringify(files))])
  }

  async #sendChanges({ response }: StandbyRequest, session: Session, query: URLSearchParams): Promise<void> {
    const isWanted = () => !response.destroyed && !this.#app.stopping.aborted && !this.#isClosed
    const { path, ...changes } = await session.changes(numberIn(query, 'has'), isWanted)
    if (!isWanted()) fail('stopping')
    // listed after the pages were collected: it has every file that they name
    const known = { file_id: numberIn(query, 'file'), moved_time: numberIn(query, 'moved', '0') }
    const files = changes.frames === 0 ? [] : await listFilesAfter(this.#app.db, known)
    const header: ChangesHeader = { ...changes, files }
    const line = Buffer.from(`${JSON.stringify(header)}\n`)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(line.length)
    async function* all() {
      yield Buffer.concat([length, line])
      if (path !== '') yield* createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>
    }
    await sendPacked(response, all())
  }

  async #sendFile(response: ServerResponse, name: string): Promise<void> {
    if (!/^[0-9a-f]{32}$/.test(name)) fail('badRequest')
    const handle = await open(this.#app.files.pathOf(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') fail('fileGone')
      throw error
    })
    // deleting it does not end it
    await sendPacked(response, handle.createReadStream({ highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>)
  }

  async #endIdle(): Promise<void> {
    for (const session of this.#sessions.values()) if (session.isIdle) await this.#end(session)
  }

  async #end(session: Session): Promise<void> {
    this.#sessions.delete(session.id)
    await session.end()
  }
}

/** @throws {AppError} badRequest */
function numberIn(query: URLSearchParams, name: string, initial = ''): number {
  const text = query.get(name) ?? initial
  if (!/^\d{1,15}$/.test(text)) fail('badRequest')
  return Number(text)
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** @throws {AppError} bodyTooLarge */
async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > mostBytes) fail('bodyTooLarge')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function sendText(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.end(text)
}

/** Sends chunks in packed form, as fast as the client takes them. */
async function sendPacked(response: ServerResponse, chunks: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  response.setHeader('Content-Type', 'application/octet-stream')
  response.setHeader('Cache-Control', 'no-store')
  // keeps proxies from storing gigabytes
  response.setHeader('X-Accel-Buffering', 'no')
  const packed = packer()
  packed.pipe(response)
  const isGone = new AbortController()
  response.once('close', () => isGone.abort())
  packed.once('error', () => response.destroy())
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) throw new AppError('followGone')
      if (!packed.write(chunk)) await once(packed, 'drain', { signal: isGone.signal })
    }
    packed.end()
    if (!response.writableFinished && !response.destroyed) await once(response, 'close')
  } catch (error) {
    packed.destroy()
    response.destroy()
    // the follower has gone away: it comes back and says so
    if (!isGone.signal.aborted && !(error instanceof AppError)) throw error
  }
}

/** @throws {AppError} followGone when the follower has begun to read changes */
const momentOf = ({ moment }: Session): PagesOfMoment => moment ?? fail('followGone')

async function sendHashes(response: ServerResponse, session: Session): Promise<void> {
  const moment = momentOf(session)
  const { count, pageBytes } = moment
  async function* hashes() {
    for (let first = 1; first <= count; first += hashesAtOnce) {
      if (session.moment !== moment) fail('followGone')
      const pages = moment.read(first, Math.min(hashesAtOnce, count - first + 1))
      yield Buffer.concat(hashesOf(pages, pageBytes))
      await nextTurn()
    }
  }
  await sendPacked(response, hashes())
}

/** Returns the hashes of neighbouring pages. */
export function hashesOf(pages: Buffer, pageBytes: number): Buffer[] {
  const hashes: Buffer[] = []
  for (let at = 0; at < pages.length; at += pageBytes) hashes.push(pageHash(pages.subarray(at, at + pageBytes)))
  return hashes
}

async function sendPages({ request, response }: StandbyRequest, session: Session): Promise<void> {
  const body = await readBody(request, bodyMost)
  const moment = momentOf(session)
  const wanted = Array.from({ length: Math.floor(body.length / 4) }, (_, at) => body.readUInt32BE(at * 4))
  if (wanted.some((page) => page < 1 || page > moment.count)) fail('badRequest')
  async function* pages() {
    for (let at = 0; at < wanted.length; ) {
      if (session.moment !== moment) fail('followGone')
      const first = wanted[at] as number
      let count = 1
      while (count < hashesAtOnce && wanted[at + count] === first + count) count++
      yield moment.read(first, count)
      at += count
      await nextTurn()
    }
  }
  await sendPacked(response, pages())
}
