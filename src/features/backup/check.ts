import { dirname, join } from 'node:path'
import { StartError } from '#src/core/config.ts'
import {
  applyMigrations,
  ForeignDatabase,
  fullCheck,
  IncompleteDatabase,
  isDamaged,
  NewerDatabase,
  openCopy,
  readSchemaNumber,
  requireStructure,
  schemaNumber,
} from '#src/db/engine.ts'
import { type ArchiveSource, readArchive } from './archive.ts'
import { failureOf, type OnProgress } from './create.ts'
import { databaseName, type Manifest, type Summary, uploadName } from './format.ts'
import { countContent, listUploads } from './queries.ts'

// The share of reading the archive in the time of a check.
const readShare = 0.7

/**
 * Reads all of a backup, checks every hash, unpacks its database into `folder` and checks that.
 *
 * @throws {StartError} backupMissing, backupForeign, backupDamaged, backupFilesDamaged, backupNewer, backupSchemaNewer,
 *   diskFull
 */
export async function checkBackup(source: ArchiveSource, folder: string, onProgress: OnProgress): Promise<Summary> {
  try {
    const database = join(folder, databaseName)
    const { files, ...summary } = await readArchive(source, {
      database,
      onProgress: (done, total) => onProgress(Math.min(1, done / Math.max(1, total)) * readShare, 1),
    })
    await checkDatabase(source.name, database, { ...summary, files })
    return summary
  } catch (error) {
    throw failureOf(error, folder, dirname(folder))
  }
}

/**
 * Checks the unpacked database of a backup, and that it fits the manifest: its structure, references and indexes, its
 * schema, a file for each upload. An older schema is then migrated, as a start would.
 *
 * @throws {StartError} backupDamaged, backupSchemaNewer
 */
export async function checkDatabase(source: string, path: string, manifest: Manifest): Promise<void> {
  const bad = (detail: string) => new StartError('backupDamaged', { path: source, detail })
  const open = openCopy(path)
  try {
    const schema = await readSchemaNumber(open.db)
    if (schema > schemaNumber) throw new NewerDatabase(schema)
    await requireStructure(open)
    const [problem] = fullCheck(open)
    if (problem !== undefined) throw bad(problem)
    if (schema !== manifest.schema || schema === 0) throw bad(`schema ${schema}`)
    const counts = await countContent(open.db)
    if (JSON.stringify(counts) !== JSON.stringify(manifest.counts)) throw bad('counts')
    const names = new Set([...manifest.files.map(({ name }) => name), ...manifest.missing.map(uploadName)])
    for (const { stored_name } of await listUploads(open.db))
      if (!names.has(uploadName(stored_name))) throw bad(uploadName(stored_name))
    if (schema < schemaNumber) await applyMigrations(open, schema, schemaNumber)
  } catch (error) {
    if (error instanceof NewerDatabase)
      throw new StartError('backupSchemaNewer', { path: source, found: error.found, known: schemaNumber })
    if (error instanceof ForeignDatabase || error instanceof IncompleteDatabase)
      throw bad(error.message || databaseName)
    if (isDamaged(error)) throw bad((error as { code: string }).code)
    throw error
  } finally {
    await open.close()
  }
}
