import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { responseMaxBytes } from '#shared/contract/api-call-rules.ts'
import { OutboundError } from '#src/core/safe-fetch.ts'
import type { WholeResponse } from './response-files.ts'

/** The content of a response in a form that can be shown. */
interface Content {
  content: string
  is_base64: boolean
  is_truncated: boolean
  /** The number of bytes received, before decompression. */
  size_bytes: number
}

const unpackers: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** What else happens with the bytes of a body. */
interface ContentOptions {
  /** Gets each piece as it arrives, decompressed. */
  onPiece?: ((piece: Buffer) => void) | undefined
  /** Gets all of a body that is longer than what is shown. */
  whole?: WholeResponse | undefined
}

/** Reads and decompresses a body up to a limit; the rest is not read, which stops decompression bombs. */
async function bytesOf(
  body: Readable,
  encoding: string,
  { onPiece, whole }: ContentOptions,
): Promise<{ bytes: Buffer; isWhole: boolean; isComplete: boolean; came: number }> {
  let came = 0
  let isComplete = false
  body.on('data', (chunk: Buffer) => {
    came += chunk.length
  })
  const unpacker = unpackers[encoding]?.()
  const source = unpacker ? body.pipe(unpacker) : body
  if (unpacker) body.once('error', (error) => unpacker.destroy(error))
  const chunks: Buffer[] = []
  let length = 0
  let isWhole = true
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      const piece = chunk.subarray(0, responseMaxBytes - length)
      if (piece.length > 0) {
        chunks.push(piece)
        length += piece.length
        onPiece?.(piece)
      }
      if (isWhole && piece.length === chunk.length) continue
      const isFirst = isWhole
      isWhole = false
      const rest = chunk.subarray(piece.length)
      const isTaken = await whole?.add(isFirst ? Buffer.concat([...chunks, rest]) : rest)
      if (!isTaken) break
    }
    isComplete = true
  } catch (error) {
    // An endless stream is cut: what has arrived by then is the response.
    const isLate = error instanceof OutboundError && (error.reason === 'tooSlow' || error.reason === 'tooLarge')
    if (!isLate || length === 0) throw error
    isWhole = false
  } finally {
    body.destroy()
  }
  return { bytes: Buffer.concat(chunks), isWhole, isComplete, came }
}

const decoded = (bytes: Buffer, label: string, isWhole: boolean): string | undefined => {
  try {
    // The last character of a cut text may be incomplete.
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: !isWhole })
  } catch {
    return undefined
  }
}

const textTypes = /^text\/|[/+](json|xml|javascript|yaml|x-yaml|x-www-form-urlencoded|graphql|sql|x-ndjson)\b|^$/

function asText(bytes: Buffer, type: string, isWhole: boolean): string | undefined {
  const charset = /;\s*charset="?([\w.:-]{1,40})/i.exec(type)?.[1] ?? 'utf-8'
  const [media = ''] = type.toLowerCase().split(';')
  const text = decoded(bytes, charset, isWhole) ?? decoded(bytes, 'utf-8', isWhole)
  if (text === undefined) return undefined
  return textTypes.test(media.trim()) && !text.includes('\u0000') ? text : undefined
}

/**
 * Reads the body of a response.
 *
 * @returns its content, and the file of a body that is longer than what is shown
 * @throws {OutboundError} tooSlow, unreachable; errors of a decompressor
 */
export async function readContent(
  body: Readable,
  headers: { type: string; encoding: string },
  options: ContentOptions = {},
): Promise<{ content: Content; file: { path: string; sizeBytes: number } | undefined }> {
  let isComplete = false
  let file: { path: string; sizeBytes: number } | undefined
  let read: Awaited<ReturnType<typeof bytesOf>>
  try {
    read = await bytesOf(body, headers.encoding.trim().toLowerCase(), options)
    ;({ isComplete } = read)
  } finally {
    file = await options.whole?.end(isComplete)
  }
  const { bytes, isWhole, came } = read
  const text = asText(bytes, headers.type, isWhole)
  const content = {
    content: text ?? bytes.toString('base64'),
    is_base64: text === undefined,
    is_truncated: !isWhole,
    size_bytes: came,
  }
  return { content, file }
}
