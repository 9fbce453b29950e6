import type { CliText, CliValues } from '#src/core/i18n.ts'
import type { Db } from '#src/db/database.ts'
import type { AuditEntry } from '#src/features/audit/index.ts'
import { findLastRun, insertRun } from './queries.ts'

/** The administrator who acts; undefined for the schedule. */
export type Actor = Pick<AuditEntry, 'uid' | 'username' | 'ip'>

/** Why a backup failed: a text of the command line and its values. */
export interface BackupError {
  text: CliText
  values: CliValues
}

/** What became of the backups that the server makes. Times are Unix seconds, 0 for never. */
export interface BackupState {
  /** When the last one was begun. */
  last_time: number
  /** Why the last one failed; undefined when it did not. */
  last_error: BackupError | undefined
  /** The moment that the last good one shows. */
  good_time: number
}

/** Returns what became of the last backups. */
export async function readBackupState(db: Db): Promise<BackupState> {
  const last = await findLastRun(db, false)
  const good = await findLastRun(db, true)
  return {
    last_time: last?.start_time ?? 0,
    last_error: last?.error ? (JSON.parse(last.error) as BackupError) : undefined,
    good_time: good?.moment ?? 0,
  }
}

/** Stores what became of a backup. */
export const storeRun = (
  db: Db,
  run: { start_time: number; end_time: number } & ({ name: string; moment: number } | { error: BackupError }),
): Promise<void> => insertRun(db, 'error' in run ? { ...run, error: JSON.stringify(run.error) } : run)
