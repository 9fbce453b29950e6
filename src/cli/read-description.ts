import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { writePagesDescription } from '#src/features/export/index.ts'
import { readApiFile } from '#src/features/import/index.ts'
import type { Invocation } from './command.ts'
import { readImportSource } from './import-source.ts'

/** Runs an operation with the path of a file that does not exist yet, and returns the JSON that it wrote there. */
export async function readWritten(write: (path: string) => Promise<void>): Promise<UnknownObject> {
  const folder = await mkdtemp(join(tmpdir(), 'docstead-api-'))
  try {
    const path = join(folder, 'openapi.json')
    await write(path)
    return JSON.parse(await readFile(path, 'utf8')) as UnknownObject
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Reads the API description that a command names: a file, a folder or an address. Other formats are read as OpenAPI.
 *
 * @throws {StartError} those of `readImportSource`; {AppError} those of a rejected file
 */
export async function readDescription(call: Invocation, named: string): Promise<UnknownObject> {
  const { name, bytes } = await readImportSource(call.readConfig(), named)
  const found = await readApiFile({ name, bytes }, call.lang)
  if ('root' in found) return found.root
  const { title, pages } = found
  return readWritten((path) => writePagesDescription(pages, path, { title, lang: call.lang }))
}
