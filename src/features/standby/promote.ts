import { existsSync, writeFileSync } from 'node:fs'
import { StartError } from '#src/core/config.ts'
import { hasDatabase, openDataFolder } from '#src/core/data-folder.ts'
import { giveToOwner } from '#src/core/folder-rights.ts'
import { followPaths, isFollowing, readFollowRecord, removeFollowRecord } from '#src/core/follow-record.ts'
import { commandLineActor, recordAudit } from '#src/features/audit/index.ts'
import { beginHistory } from '#src/features/options/index.ts'

/**
 * Makes a copy an ordinary site, for a caller that has the lock of the data folder. It has a history of its own from
 * then on, so that nobody follows the former server and this one as if they were the same. Can be begun again at any
 * moment.
 *
 * @throws {StartError} promoteNothing, those of opening the database
 */
export async function promoteCopy(data: string, now: Date): Promise<void> {
  const record = readFollowRecord(data)
  if (!record) throw new StartError('promoteNothing', { path: data })
  if (hasDatabase(data)) {
    const { open } = await openDataFolder(data)
    try {
      await beginHistory(open.db)
      const entry = { ...commandLineActor, action: 'promoted', detail: record.url } as const
      await recordAudit(open.db, entry, Math.floor(now.getTime() / 1000))
    } finally {
      await open.close()
    }
  }
  removeFollowRecord(data)
  giveToOwner(data)
}

/** Asks the process that follows to promote its copy. @throws {StartError} promoteNothing */
export function requestPromotion(data: string): void {
  if (!isFollowing(data)) throw new StartError('promoteNothing', { path: data })
  writeFileSync(followPaths(data).request, '{}', { mode: 0o600 })
  giveToOwner(data)
}

/** Whether `docstead promote` has asked for it. */
export const isPromotionRequested = (data: string): boolean => existsSync(followPaths(data).request)
