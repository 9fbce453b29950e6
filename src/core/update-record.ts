import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { syncFolderNow } from '#src/db/sync-folder.ts'

/**
 * What is known about the last update of a data folder, in `update.json`. It is written, and on the disk, before the
 * step that it describes begins:
 *
 * - `switching`: the server has stopped or is about to. The executable is the former one. `copy`, when set, is the
 *   database as it was; without it the database has not been changed.
 * - `swapped`: the executable is the new one, which has worked on this data but has not answered anybody.
 * - `ended`: see `outcome`.
 */
const UpdateRecord = z.object({
  phase: z.enum(['switching', 'swapped', 'ended']),
  from: z.string(),
  to: z.string(),
  /** The executable that is replaced, the new one beside it until then, and the former one from then on. */
  executable: z.string(),
  staged: z.string(),
  previous: z.string(),
  /** The database from just before, when the new version changes its schema. */
  copy: z.string().optional(),
  /** Who began it: an account, or nobody on the command line. */
  uid: z.number(),
  username: z.string(),
  ip: z.string(),
  /**
   * How it ended: `installed`; `rolledBack` because the new version failed; `undone` because it was interrupted;
   * `rejected` before anything was changed.
   */
  outcome: z.enum(['installed', 'rolledBack', 'undone', 'rejected']).optional(),
  /** Whether an administrator has undone it, with `docstead update --back`. */
  is_wanted: z.boolean().optional(),
  /** Why, as an error of the contract, or what the new version wrote. */
  error: z.object({ name: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }).optional(),
  /** When this was written, Unix seconds. */
  time: z.number(),
  /** Whether the audit log has it. */
  is_logged: z.boolean(),
})

/** What is known about the last update of a data folder. */
export type UpdateRecord = z.output<typeof UpdateRecord>

const pathOf = (data: string): string => join(data, 'update.json')

/** Reads the record of the last update; undefined when there is none, or it cannot be read. */
export function readRecord(data: string): UpdateRecord | undefined {
  try {
    return UpdateRecord.parse(JSON.parse(readFileSync(pathOf(data), 'utf8')))
  } catch {
    return undefined
  }
}

/** Whether an update of a data folder has begun to switch versions and has not ended. */
export function isUpdating(data: string): boolean {
  const phase = readRecord(data)?.phase
  return phase === 'switching' || phase === 'swapped'
}

/** Whether an update has not ended, and undoing it would put an earlier copy of the database back. */
export function mayRestoreCopy(data: string): boolean {
  return isUpdating(data) && readRecord(data)?.copy !== undefined
}

/** Replaces the record; it is on the disk afterwards. */
export function writeRecord(data: string, record: UpdateRecord): UpdateRecord {
  const path = pathOf(data)
  // never through a link that the folder's owner has put there: root may be the one who writes
  rmSync(`${path}.new`, { force: true })
  const handle = openSync(`${path}.new`, 'wx', 0o600)
  try {
    writeSync(handle, JSON.stringify(record))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(`${path}.new`, path)
  syncFolderNow(data)
  return record
}
