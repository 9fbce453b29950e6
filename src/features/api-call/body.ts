import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { CallRequest } from '#shared/contract/api-call.ts'
import { callMaxBytes } from '#shared/contract/api-call-rules.ts'
import { fail } from '#src/core/errors.ts'

type Body = z.output<typeof CallRequest>['body']
type Row = Body['rows'][number]

/** The bytes of a body and its media type, used where the user has not set one. */
export interface EncodedBody {
  bytes: Buffer | undefined
  type: string | undefined
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

const bytesOf = (text: string): Buffer => (base64.test(text) ? Buffer.from(text, 'base64') : fail('apiCallFileBad'))

// Escapes names as browsers do in the parts of a form. Source: HTML, multipart/form-data.
const inQuotes = (text: string): string =>
  text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22').replaceAll('\u0000', '')

const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(; ?charset=[\w-]{1,30})?$/

function part(row: Row, boundary: string): Buffer[] {
  const file = row.is_file ? `; filename="${inQuotes(row.file_name || 'file')}"` : ''
  const type = mediaType.test(row.type) ? row.type : row.is_file ? 'application/octet-stream' : ''
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${inQuotes(row.name)}"${file}`,
    ...(type === '' ? [] : [`Content-Type: ${type}`]),
  ]
  const bytes = row.is_file ? bytesOf(row.value) : Buffer.from(row.value)
  return [Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes, Buffer.from('\r\n')]
}

function multipart(rows: readonly Row[]): EncodedBody {
  // The boundary is unknown to the authors of the parts, so no part can end another.
  const boundary = `----docstead${randomBytes(18).toString('hex')}`
  const parts = rows.flatMap((row) => part(row, boundary))
  return {
    bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

function written({ kind, text, rows }: Body): EncodedBody {
  if (kind === 'none') return { bytes: undefined, type: undefined }
  if (kind === 'text') return { bytes: Buffer.from(text), type: undefined }
  if (kind === 'multipart') return multipart(rows)
  if (kind === 'file') return { bytes: bytesOf(rows[0]?.value ?? ''), type: 'application/octet-stream' }
  const form = new URLSearchParams(rows.map(({ name, value }): [string, string] => [name, value]))
  return { bytes: Buffer.from(form.toString()), type: 'application/x-www-form-urlencoded' }
}

/** Encodes the body of a request. @throws {AppError} apiCallTooLarge, apiCallFileBad */
export function encodeBody(body: Body): EncodedBody {
  const sent = written(body)
  if ((sent.bytes?.length ?? 0) > callMaxBytes) fail('apiCallTooLarge', { mb: callMaxBytes / 1e6 })
  return sent
}
