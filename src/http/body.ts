import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { basename, extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { type ReceivedFile, sheetMaxBytes } from '#shared/contract/fields.ts'
import { AppError, fail } from '#src/core/errors.ts'
import type { StoredFiles } from '#src/core/files.ts'
import { Shares } from '#src/core/resource-shares.ts'
import { type FieldRules, type Fields, readForm, readJson } from './fields.ts'

// Source: security 3, Requests: a page of 5 MB. Percent-encoding triples its size, JSON escaping at most doubles it.
const formMaxBytes = 24_000_000
const jsonMaxBytes = 12_000_000
// A spreadsheet is itself JSON: inside a JSON string each of its quotes takes two bytes, percent-encoded three.
const sheetJsonMaxBytes = 2 * sheetMaxBytes + 1_000_000
const sheetFormMaxBytes = 3 * sheetMaxBytes + 1_000_000

/** The file that a call accepts: its form field and its maximum size. */
export interface UploadSpec {
  field: string
  mostBytes: number
}

/** The parsed body of a request. */
export interface Body {
  fields: Fields
  file: ReceivedFile | undefined
}

/** The sender of a request body. */
export interface Sender {
  /** What the body is counted against: a user or an address. */
  holder: string
  /** Whether the request's headers identify a signed-in user. */
  isSignedIn: boolean
}

/** A body that is being received. */
interface Incoming {
  /** Aborts the reading and rejects with the error that is sent to the client. */
  giveUp(error: AppError): void
}

/**
 * Limits what all bodies being received may take together. When the limit is reached, the holder with the largest share
 * loses the newest of their bodies.
 */
class Pool {
  readonly #shares = new Shares<Incoming>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Adds to a body's share. Returns false when there is no room and this body is the one to drop. */
  add(holder: string, body: Incoming, size: number): boolean {
    this.#shares.add(holder, body, size)
    while (this.#shares.total > this.#most) {
      const newest = this.#shares.newestOf(this.#shares.largest())
      if (newest === undefined || newest === body) return false
      this.#shares.remove(newest)
      newest.giveUp(new AppError('tooManyRequests'))
    }
    return true
  }

  remove(body: Incoming): void {
    this.#shares.remove(body)
  }
}

// Limits for bodies being received: bytes in memory, and files at once, so that nobody fills memory or disk before they
// are authenticated. Signed-in users have pools of their own, which anonymous clients cannot exhaust.
const ofStrangers = { bytes: new Pool(80_000_000), files: new Pool(16) }
const ofSignedIn = { bytes: new Pool(120_000_000), files: new Pool(48) }
const poolsOf = ({ isSignedIn }: Sender) => (isSignedIn ? ofSignedIn : ofStrangers)

// Smaller bodies are not counted: they are always accepted.
const smallBytes = 256_000

/** Whether the declared length is so small that the sender does not matter. */
export const isSmallBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length']) <= smallBytes && !headers['content-type']?.startsWith('multipart/')

const reading = new WeakMap<IncomingMessage, Incoming>()

/** Aborts the reading of a request's body with an error. Returns false when the body is not being read. */
export function giveUpBody(request: IncomingMessage, error: AppError): boolean {
  const body = reading.get(request)
  body?.giveUp(error)
  return body !== undefined
}

/** Reads a body as it is. @throws {AppError} bodyTooLarge, badRequest, tooManyRequests, bodyTooSlow */
export const readRawBody = (request: IncomingMessage, mostBytes: number, sender: Sender): Promise<Buffer> =>
  readAll(request, mostBytes, sender)

async function readAll(request: IncomingMessage, most: number, sender: Sender): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > most) fail('bodyTooLarge')
  const body: Incoming = { giveUp: () => undefined }
  reading.set(request, body)
  try {
    return await collect(request, most, sender, body)
  } finally {
    reading.delete(request)
    poolsOf(sender).bytes.remove(body)
  }
}

function collect(request: IncomingMessage, most: number, sender: Sender, body: Incoming): Promise<Buffer> {
  const chunks: Buffer[] = []
  const pool = poolsOf(sender).bytes
  let bytes = 0
  let counted = 0
  // Uses listeners, not an async iterator: a call has one small chunk, and the iterator costs more than reading it.
  return new Promise((resolve, reject) => {
    body.giveUp = (error) => {
      request.removeAllListeners('data').pause()
      chunks.length = 0
      reject(error)
    }
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > most) return body.giveUp(new AppError('bodyTooLarge'))
      if (bytes > smallBytes) {
        if (!pool.add(sender.holder, body, bytes - counted)) return body.giveUp(new AppError('tooManyRequests'))
        counted = bytes
      }
      chunks.push(chunk)
    })
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks)))
    request.once('error', () => reject(new AppError('badRequest')))
    request.once('close', () => request.complete || reject(new AppError('badRequest')))
  })
}

const longestName = 200

// Cleans the client's file name: no path, no control or bidirectional characters, no lone surrogates. A name that is
// too long keeps its extension. Source: security 3, Uploads.
function cleanName(name: string): string {
  const last = basename(name.replaceAll('\\', '/'))
  const plain = last
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, '')
    .trim()
    .slice(0, 4 * longestName)
    .toWellFormed()
    .normalize('NFC')
  if (plain.length <= longestName) return plain || 'file'
  const extension = extname(plain).slice(0, 20)
  return (plain.slice(0, longestName - extension.length) + extension).toWellFormed()
}

async function readMultipart(
  request: IncomingMessage,
  files: StoredFiles,
  { upload: taken, rules }: BodyRules,
  body: Incoming,
): Promise<Body> {
  const fileField = taken?.field
  const fileMost = taken?.mostBytes ?? 0
  const tooLarge = () => new AppError('fileTooLarge', { mb: Math.floor(fileMost / 1024 / 1024) })
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  if (announced > formMaxBytes + fileMost) throw taken ? tooLarge() : new AppError('bodyTooLarge')
  const fields: Fields = new Map()
  let fieldsLength = 0
  let file: ReceivedFile | undefined
  let failure: unknown
  const writing: Promise<void>[] = []
  let parser: busboy.Busboy
  try {
    parser = busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      // One byte more than allowed, because busboy truncates a file when it reaches the limit, not when it exceeds it.
      limits: { fields: 1000, fieldSize: formMaxBytes, files: 1, fileSize: fileMost + 1, parts: 1002, headerPairs: 50 },
    })
  } catch {
    return fail('badRequest')
  }
  // The first failure ends the reading without waiting for the rest. The parser is in the middle of a chunk here and
  // must not be destroyed before it has finished that chunk.
  const keep = (error: unknown) => {
    if (failure !== undefined) return
    failure = error
    request.unpipe(parser).pause()
    setImmediate(() => parser.destroy())
  }
  body.giveUp = keep
  parser.on('field', (name, value, info) => {
    if (failure !== undefined) return
    try {
      fieldsLength += name.length + value.length
      if (fieldsLength > formMaxBytes) fail('bodyTooLarge')
      if (info.valueTruncated) fail('bodyTooLarge')
      if (info.nameTruncated) fail('badParameter', { field: name })
      rules.add(fields, name, value)
    } catch (error) {
      keep(error)
    }
  })
  parser.on('file', (name, stream, info) => {
    if (name !== fileField || file || failure !== undefined) {
      keep(new AppError('badParameter', { field: name }))
      // The stream fails when the client disconnects; an unhandled error event would end the process.
      stream.on('error', () => undefined).resume()
      return
    }
    const path = files.incomingPath()
    const received: ReceivedFile = { name: cleanName(info.filename ?? ''), path, sizeBytes: 0 }
    file = received
    stream.on('data', (chunk: Buffer) => {
      received.sizeBytes += chunk.length
    })
    // The rest is discarded. A body with a Content-Length is read to its end, so that the client receives the error; a
    // body without one might never end.
    stream.on('limit', () => {
      if (Number.isNaN(announced)) keep(tooLarge())
    })
    writing.push(pipeline(stream, createWriteStream(path, { mode: 0o600 })).catch(keep))
  })
  for (const event of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
    parser.on(event, () => keep(new AppError('badParameter', { field: fileField ?? '' })))
  }
  await new Promise<void>((resolve) => {
    const broken = () => keep(new AppError('badRequest'))
    parser.on('error', broken).once('close', resolve)
    request.once('error', broken).once('close', () => request.complete || broken())
    request.pipe(parser)
  })
  await Promise.all(writing)
  if (file && file.sizeBytes > fileMost) failure ??= tooLarge()
  if (failure !== undefined) {
    if (file) await rm(file.path, { force: true })
    throw failure
  }
  return { fields, file }
}

/** Whether the declared length exceeds what most calls accept. */
export const isLargeBody = ({ headers }: IncomingMessage): boolean => Number(headers['content-length']) > jsonMaxBytes

/** How a body is read. */
interface BodyRules {
  /** The file that the call accepts, if any. */
  upload: UploadSpec | undefined
  sender: Sender
  rules: FieldRules
  /** Whether the body may contain a large spreadsheet. */
  isLarge: boolean
  /** The largest body in bytes, where that is less than otherwise. */
  mostBytes?: number | undefined
}

/**
 * Reads the body of a request: a form, JSON, or a multipart form with at most one file.
 *
 * @throws {AppError} badParameter, bodyTooLarge, fileTooLarge, badRequest, tooManyRequests, bodyTooSlow
 */
export async function readBody(request: IncomingMessage, files: StoredFiles, how: BodyRules): Promise<Body> {
  const { sender, rules, isLarge, mostBytes = Number.POSITIVE_INFINITY } = how
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'multipart/form-data') {
    if (Number.isFinite(mostBytes)) fail('badRequest')
    const body: Incoming = { giveUp: () => undefined }
    const pool = poolsOf(sender).files
    try {
      if (!pool.add(sender.holder, body, 1)) fail('tooManyRequests')
      reading.set(request, body)
      return await readMultipart(request, files, how, body)
    } finally {
      reading.delete(request)
      pool.remove(body)
    }
  }
  const isJson = type === 'application/json'
  const jsonMost = isLarge ? sheetJsonMaxBytes : jsonMaxBytes
  const formMost = isLarge ? sheetFormMaxBytes : formMaxBytes
  const all = await readAll(request, Math.min(isJson ? jsonMost : formMost, mostBytes), sender)
  return { fields: isJson ? readJson(all, rules) : readForm(all, rules), file: undefined }
}
