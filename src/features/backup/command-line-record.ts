import type { StartError } from '#src/core/config.ts'
import { hasDatabase, pathsIn } from '#src/core/data-folder.ts'
import { isFollowing } from '#src/core/follow-record.ts'
import type { Db } from '#src/db/database.ts'
import { inspectDatabase, openDatabase, readSchemaNumber, schemaNumber } from '#src/db/engine.ts'
import { commandLineActor, recordAudit } from '#src/features/audit/index.ts'
import type { MadeBackup } from './create.ts'
import { storeRun } from './state.ts'

/**
 * Writes what a command has done into the database of a data folder, if that can take it: it has the present schema, is
 * intact and may be written. What the command itself has done stands either way.
 */
export async function noteInDatabase(data: string, write: (db: Db) => Promise<void>): Promise<void> {
  if (!hasDatabase(data) || isFollowing(data)) return
  const { database } = pathsIn(data)
  try {
    if ((await inspectDatabase(database, ({ db }) => readSchemaNumber(db))) !== schemaNumber) return
    const open = openDatabase(database)
    try {
      await write(open.db)
    } finally {
      await open.close()
    }
  } catch {
    // the result of the command is what the caller must know
  }
}

/**
 * Records a backup that a command has made in the place of the site: it counts as those of the server do.
 *
 * @param times in Unix seconds
 */
export const recordCommandLineBackup = (
  data: string,
  { placed, name, summary }: Pick<MadeBackup, 'placed' | 'name' | 'summary'>,
  times: { start_time: number; end_time: number },
): Promise<void> =>
  noteInDatabase(data, async (db) => {
    await storeRun(db, { ...times, name: placed, moment: summary.time })
    await recordAudit(db, { ...commandLineActor, action: 'backedUp', detail: name }, times.end_time)
  })

/** Writes into the audit log that a backup by a command has failed. `now` in Unix seconds. */
export const recordCommandLineFailure = (data: string, { text, values }: StartError, now: number): Promise<void> =>
  noteInDatabase(data, (db) => {
    const { path, detail } = values
    const what = [path, detail].filter((value) => typeof value === 'string' && value !== '').join(': ')
    return recordAudit(db, { ...commandLineActor, action: 'backupFailed', detail: what || text }, now)
  })
