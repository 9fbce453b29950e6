import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isLocked, lockFile } from '#src/db/engine.ts'

/** Returns the folder of a data folder's own backups. */
export const backupsIn = (data: string): string => join(data, 'backups')

/** Returns the file that the process that makes a backup locks; other processes give up at once. */
export const backupLockPath = (data: string): string => join(backupsIn(data), '.lock')

/** Returns the file that is locked as well, for those who only look: they must not be in the way of a backup that begins. */
export const backupSignPath = (data: string): string => join(backupsIn(data), '.reading')

/**
 * Whether a backup of a data folder is being made, by any process. What is not in the database when this returns false
 * is in no backup that begins later.
 */
export function isBackingUp(data: string): boolean {
  if (!existsSync(backupSignPath(data))) return false
  try {
    lockFile(backupSignPath(data)).release()
    return false
  } catch (error) {
    if (isLocked(error)) return true
    throw error
  }
}
