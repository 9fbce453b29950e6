import { isOpenApi } from '#shared/api-doc/openapi/operations.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { rejectImport } from '../import-error.ts'
import { openZip } from '../zip.ts'
import { isOpenApiFile, joinReferences } from './references.ts'
import { isValueText, type SourceFile, sourceFile } from './source-file.ts'

/**
 * Returns the OpenAPI or Swagger description in a file, or in an archive together with the files that it refers to, as it
 * is written there. Undefined for everything else.
 *
 * @throws {ImportError} those of the archive and of `SourceFile.value`, refOutside
 */
export function readOpenApiRoot({ name, bytes }: { name: string; bytes: Uint8Array }): UnknownObject | undefined {
  const files = bytes[0] === 0x50 && bytes[1] === 0x4b ? filesOf(bytes) : [sourceFile(name, () => bytes)]
  const byName = new Map(files.map((file) => [file.name, file]))
  const main = files.length === 1 ? files[0] : files.find((file) => isOpenApiFile(file))
  if (!main || !isValueText(main.text(), main.name)) return undefined
  const root = toObject(main.value())
  if (!root || !isOpenApi(root)) return undefined
  // a reference that leads nowhere is a finding of the comparison
  return toObject(joinReferences(main, byName, { note: () => undefined }))
}

function filesOf(bytes: Uint8Array): SourceFile[] {
  const archive = openZip(bytes)
  const readers = [
    ...archive.entries.map((entry) => [entry.name, () => archive.read(entry)] as const),
    ...archive.others.map((name) => [name, () => archive.readOther(name) ?? rejectImport('damaged', name)] as const),
  ]
  return readers.filter(([name]) => /\.(?:json|ya?ml)$/i.test(name)).map(([name, read]) => sourceFile(name, read))
}
