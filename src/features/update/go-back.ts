import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#src/core/config.ts'
import { lockDataFolder, pathsIn } from '#src/core/data-folder.ts'
import { fail } from '#src/core/errors.ts'
import { giveToOwner } from '#src/core/folder-rights.ts'
import { isUpdating } from '#src/core/update-record.ts'
import { copyDatabase, inspectDatabase, readSchemaNumber } from '#src/db/engine.ts'
import { databaseBytes, keepBackupsAway } from './backup.ts'
import type { UpdateSite } from './release-source.ts'
import { besides, requireReplaceable, requireSpace } from './space.ts'
import { putBack } from './switch.ts'
import { askVersion } from './trial.ts'

/** What going back to the former version did. */
interface WentBack {
  from: string
  to: string
  /** The copy of the database that was put back, and where the newer one is now; undefined when the database could stay. */
  replaced: { copy: string; newer: string } | undefined
}

interface DatabaseCopy {
  path: string
  schema: number
}

const schemaIn = (path: string): Promise<number> => inspectDatabase(path, ({ db }) => readSchemaNumber(db))

/** Returns the newest copy from before an update that a version with this schema can read. */
async function findCopy(data: string, schema: number): Promise<DatabaseCopy | undefined> {
  const folder = join(data, 'backups')
  const names = existsSync(folder) ? readdirSync(folder) : []
  // the times in the names are all of the same form
  const timeOf = (name: string) => /-(\d{4}-\d\d-\d\dT[\d-]+Z)\.db$/.exec(name)?.[1] ?? ''
  const copies = names.filter((name) => /^before-(version|schema)-/.test(name) && timeOf(name) !== '')
  for (const name of copies.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)))) {
    const path = join(folder, name)
    const found = await schemaIn(path).catch(() => 0)
    if (found > 0 && found <= schema) return { path, schema: found }
  }
  return undefined
}

/**
 * Puts the former version back, of which the last update has left the executable as `docstead.previous`. Its database
 * stays when that version can read it; else the copy from before the update takes its place, if `mayReplace`, and the newer
 * one stays in `backups/`.
 *
 * @throws {StartError} dataInUse while a server runs, updateUnsettled, updateCopyNeeded without `mayReplace`, updateNoCopy
 * @throws {AppError} updateFromSources, updateNoPrevious, updateBroken, updateNotWritable, updateNoSpace, updateBackupRunning;
 *   nothing is changed then
 */
export async function goBack({ config, installation, now }: UpdateSite, mayReplace: boolean): Promise<WentBack> {
  const { data } = config
  const executable = installation.executable ?? fail('updateFromSources')
  const previous = besides(executable, 'previous')
  if (!existsSync(previous)) fail('updateNoPrevious', { path: previous })
  const former = await askVersion(previous).catch((error: unknown) =>
    fail('updateBroken', { version: previous, detail: error instanceof Error ? error.message : '' }),
  )
  requireReplaceable(executable, 0)
  const lock = lockDataFolder(data)
  try {
    if (isUpdating(data)) throw new StartError('updateUnsettled', { path: data })
    const backups = await keepBackupsAway(data)
    try {
      const { database } = pathsIn(data)
      const isReadable = (await schemaIn(database)) <= former.schema
      const copy = isReadable ? undefined : ((await findCopy(data, former.schema)) ?? failNoCopy(data, former))
      if (copy && !mayReplace) throw new StartError('updateCopyNeeded', { version: former.version, path: copy.path })
      const time = now()
      const newer = join(
        data,
        'backups',
        `after-version-${installation.version}-${time.toISOString().replaceAll(/[:.]/g, '-')}.db`,
      )
      if (copy) {
        requireSpace(data, 3 * (await databaseBytes(data)) + 10_000_000)
        await inspectDatabase(database, (open) => copyDatabase(open, newer))
      }
      putBack(
        data,
        {
          from: former.version,
          to: installation.version,
          executable,
          staged: besides(executable, 'new'),
          previous,
          uid: 0,
          username: '',
          ip: '',
          time: Math.floor(time.getTime() / 1000),
          is_logged: false,
          is_wanted: true,
        },
        copy?.path,
      )
      return { from: installation.version, to: former.version, replaced: copy && { copy: copy.path, newer } }
    } finally {
      backups.release()
    }
  } finally {
    giveToOwner(data)
    lock.release()
  }
}

function failNoCopy(data: string, { version }: { version: string }): never {
  throw new StartError('updateNoCopy', { version, path: join(data, 'backups') })
}
