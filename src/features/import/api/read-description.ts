import { isOpenApi } from '#shared/api-doc/openapi/operations.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { ImportError, rejectImport } from '../import-error.ts'
import { openZip } from '../zip.ts'
import { isOpenApiFile, isOpenApiText, joinReferences } from './references.ts'
import { fetchRemoteFiles, type RemoteFiles, type RemoteRules } from './remote-files.ts'
import { isValueText, type SourceFile, sourceFile } from './source-file.ts'

/** A file with a description, or an archive with its files. */
interface GivenFile {
  name: string
  bytes: Uint8Array
}

/**
 * Returns the OpenAPI or Swagger description in a file, or in an archive together with the files that it refers to, as it
 * is written there. Undefined for everything else.
 *
 * @throws {ImportError} those of the archive and of `SourceFile.value`, refOutside
 */
export function readOpenApiRoot(given: GivenFile, remote?: RemoteFiles): UnknownObject | undefined {
  const files = filesOf(given)
  const byName = new Map(files.map((file) => [file.name, file]))
  const main = files.length === 1 ? files[0] : files.find((file) => isOpenApiFile(file))
  if (!main || !isValueText(main.text(), main.name)) return undefined
  const root = toObject(main.value())
  if (!root || !isOpenApi(root)) return undefined
  // a reference that leads nowhere is a finding of the comparison
  return toObject(joinReferences(main, byName, { note: () => undefined }, remote))
}

/**
 * Fetches the files of other addresses that the descriptions in a file or an archive refer to; none for any other file.
 *
 * @param rules undefined when no file is fetched
 */
export async function fetchRemoteFilesOf(given: GivenFile, rules: RemoteRules | undefined): Promise<RemoteFiles> {
  try {
    const files = filesOf(given)
    const isDescription = files.some((file) => isOpenApiText(file.text()))
    return isDescription ? await fetchRemoteFiles(files, rules) : new Map()
  } catch (error) {
    // the import itself says what is wrong with the file
    if (error instanceof ImportError) return new Map()
    throw error
  }
}

function filesOf({ name, bytes }: GivenFile): SourceFile[] {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return [sourceFile(name, () => bytes)]
  const archive = openZip(bytes)
  const readers = [
    ...archive.entries.map((entry) => [entry.name, () => archive.read(entry)] as const),
    ...archive.others.map((name) => [name, () => archive.readOther(name) ?? rejectImport('damaged', name)] as const),
  ]
  return readers.filter(([name]) => /\.(?:json|ya?ml)$/i.test(name)).map(([name, read]) => sourceFile(name, read))
}
