import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { responseMaxBytes } from '#shared/contract/api-call-rules.ts'
import { OutboundError } from '#src/core/safe-fetch.ts'

/** The content of a response in a form that can be shown. */
export interface Content {
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

/** Reads and decompresses a body up to a limit; the rest is not read, which stops decompression bombs. */
async function bytesOf(
  body: Readable,
  encoding: string,
  onPiece?: (piece: Buffer) => void,
): Promise<{ bytes: Buffer; isWhole: boolean; came: number }> {
  let came = 0
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
    for await (const chunk of source) {
      const piece = (chunk as Buffer).subarray(0, responseMaxBytes - length)
      chunks.push(piece)
      length += piece.length
      onPiece?.(piece)
      isWhole = piece.length === (chunk as Buffer).length
      if (!isWhole) break
    }
  } catch (error) {
    // An endless stream is cut: what has arrived by then is the response.
    const isLate = error instanceof OutboundError && (error.reason === 'tooSlow' || error.reason === 'tooLarge')
    if (!isLate || length === 0) throw error
    isWhole = false
  } finally {
    body.destroy()
  }
  return { bytes: Buffer.concat(chunks), isWhole, came }
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
 * @param onPiece gets each piece as it arrives, decompressed
 * @throws {OutboundError} tooSlow, unreachable; errors of a decompressor
 */
export async function readContent(
  body: Readable,
  headers: { type: string; encoding: string },
  onPiece?: (piece: Buffer) => void,
): Promise<Content> {
  const { bytes, isWhole, came } = await bytesOf(body, headers.encoding.trim().toLowerCase(), onPiece)
  const text = asText(bytes, headers.type, isWhole)
  return {
    content: text ?? bytes.toString('base64'),
    is_base64: text === undefined,
    is_truncated: !isWhole,
    size_bytes: came,
  }
}
