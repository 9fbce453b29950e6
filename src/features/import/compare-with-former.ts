import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { compareDescriptions } from '#shared/api-doc/diff/compare-descriptions.ts'
import { readOpenApiRoot } from './api/read-description.ts'
import type { ComparedDescription } from './plan-types.ts'
import { jsonLimits } from './safe-json.ts'
import type { Synchronised } from './worker-message.ts'

/**
 * Compares an API description with its former state, as `docstead diff` does. Descriptions of OpenAPI only: of others
 * it is known which pages change, and not what that means for their clients.
 *
 * @throws {ImportError} as `readOpenApiRoot`
 */
export function compareWithFormer(
  file: { name: string; bytes: Uint8Array },
  { former, today }: Synchronised,
): ComparedDescription {
  const isArchive = file.bytes[0] === 0x50 && file.bytes[1] === 0x4b
  const now = readOpenApiRoot(file)
  // an archive is stored as the one description that its files make
  const text = isArchive ? (now ? JSON.stringify(now) : '') : file.bytes
  const packed = deflateRawSync(text)
  if (!now || !former || former.length === 0) return { packed, changes: undefined }
  // what was stored here has been accepted once; the limit is for a damaged row
  const bytes = inflateRawSync(former, { maxOutputLength: 2 * jsonLimits.bytes })
  const name = /^\s*[{[]/.test(bytes.subarray(0, 100).toString()) ? 'former.json' : 'former.yaml'
  const old = readOpenApiRoot({ name, bytes })
  return { packed, changes: old && compareDescriptions({ old, now }, { today }) }
}
