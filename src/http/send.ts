import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FileAnswer } from '#src/core/file-answer.ts'

const compress = promisify(gzip)

// Below this an answer fits into a packet or two and compressing it only costs. Source: issue of the foundation.
const compressFromBytes = 1024

/** Whether the client takes an encoding. */
export const accepts = (request: IncomingMessage, encoding: string): boolean =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(
    String(request.headers['accept-encoding'] ?? ''),
  )

/** Sends JSON, compressed when that is worth it. */
export async function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string,
): Promise<void> {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Vary', 'Accept-Encoding, Accept-Language')
  if (body.length < compressFromBytes || !accepts(request, 'gzip')) {
    response.setHeader('Content-Length', Buffer.byteLength(body))
    response.end(body)
    return
  }
  const packed = await compress(body, { level: constants.Z_BEST_SPEED })
  response.setHeader('Content-Encoding', 'gzip')
  response.setHeader('Content-Length', packed.length)
  response.end(packed)
}

/** One range of a file, `undefined` for all of it, `unsatisfiable` when it lies outside. Several ranges count as none. */
function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | undefined | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

/** Sends a file: a single range when asked, 304 when the client has it, never as something that could run here. */
export async function sendFile(request: IncomingMessage, response: ServerResponse, file: FileAnswer): Promise<void> {
  response.setHeader('Content-Type', file.type)
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
  response.setHeader('Cache-Control', file.maxAge > 0 ? `private, max-age=${file.maxAge}` : 'no-store')
  response.setHeader('Accept-Ranges', 'bytes')
  if (file.downloadAs !== undefined) {
    response.setHeader(
      'Content-Disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(file.downloadAs).replaceAll("'", '%27')}`,
    )
  }
  if (file.etag !== undefined) {
    const etag = `"${file.etag}"`
    response.setHeader('ETag', etag)
    if (request.headers['if-none-match'] === etag) {
      response.statusCode = 304
      response.end()
      return
    }
  }
  const range = rangeOf(request.headers.range, file.sizeBytes)
  if (range === 'unsatisfiable') {
    response.statusCode = 416
    response.setHeader('Content-Range', `bytes */${file.sizeBytes}`)
    response.end()
    return
  }
  response.statusCode = range ? 206 : 200
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : file.sizeBytes)
  if (range) response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  const content = file.read(range)
  if (content instanceof Readable) await pipeline(content, response)
  else response.end(range ? content.subarray(range.start, range.end + 1) : content)
}
