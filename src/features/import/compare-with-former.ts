import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { compareDescriptions } from '#shared/api-doc/diff/compare-descriptions.ts'
import { readOpenApiRoot } from './api/read-description.ts'
import type { RemoteFiles } from './api/remote-files.ts'
import type { ComparedDescription } from './plan-types.ts'
import { jsonLimits } from './safe-json.ts'
import type { Synchronised } from './worker-message.ts'

// A joined archive may be larger than its files; the limit is for a damaged row.
const formerLimit = { maxOutputLength: 4 * jsonLimits.bytes }

/**
 * Compares an API description with its former state, as `docstead diff` does. Descriptions of OpenAPI only: of others
 * it is known which pages change, and not what that means for their clients.
 *
 * @throws {ImportError} as `readOpenApiRoot`
 */
export function compareWithFormer(
  file: { name: string; bytes: Uint8Array },
  { former, today }: Synchronised,
  remote: RemoteFiles = new Map(),
): ComparedDescription {
  const before = former && former.length > 0 ? inflateRawSync(former, formerLimit) : undefined
  const hasRemote = [...remote.values()].some((one) => typeof one === 'object')
  if (former && !hasRemote && before?.equals(file.bytes)) return { packed: former, changes: [] }
  const now = readOpenApiRoot(file, remote)
  const isArchive = file.bytes[0] === 0x50 && file.bytes[1] === 0x4b
  // an archive is stored as the one description that its files make, and so are the files of other addresses
  const text = isArchive || (hasRemote && now) ? (now ? JSON.stringify(now) : '') : file.bytes
  const packed = deflateRawSync(text)
  if (!now || !before) return { packed, changes: undefined }
  const name = /^\s*[{[]/.test(before.subarray(0, 100).toString()) ? 'former.json' : 'former.yaml'
  const old = readOpenApiRoot({ name, bytes: before })
  return { packed, changes: old && compareDescriptions({ old, now }, { today }) }
}
