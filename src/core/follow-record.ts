import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { syncFolderNow } from '#src/db/sync-folder.ts'

/**
 * Says that the content of a data folder is the copy of another server's, in `follow.json`. It is written before the
 * copy takes its place, and removed when the copy is promoted: as long as it is there, nothing else may write.
 */
const FollowRecord = z.object({
  /** The address of the server that is followed. */
  url: z.string(),
  /** Since when, Unix seconds. */
  since: z.number(),
})

/** What is known about the server that a data folder follows. */
type FollowRecord = z.output<typeof FollowRecord>

/** Returns the paths of what a follower writes down. */
export const followPaths = (data: string) => ({
  record: join(data, 'follow.json'),
  /** How far it is, for other processes. */
  progress: join(data, 'follow-progress.json'),
  /** Requests of `docstead promote`. */
  request: join(data, 'promote.json'),
  /** Where copies are made. */
  work: join(data, '.follow'),
})

/** Whether the content of a data folder is the copy of another server's. */
export const isFollowing = (data: string): boolean => existsSync(followPaths(data).record)

/** Reads which server a data folder follows; undefined when it is an ordinary one. */
export function readFollowRecord(data: string): FollowRecord | undefined {
  if (!isFollowing(data)) return undefined
  try {
    return FollowRecord.parse(JSON.parse(readFileSync(followPaths(data).record, 'utf8')))
  } catch {
    // that it is there is what counts
    return { url: '', since: 0 }
  }
}

/** Says that the content is, or is about to become, a copy. On the disk afterwards. */
export function writeFollowRecord(data: string, record: FollowRecord): void {
  const path = followPaths(data).record
  rmSync(`${path}.new`, { force: true })
  const handle = openSync(`${path}.new`, 'wx', 0o600)
  try {
    writeFileSync(handle, JSON.stringify(record))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(`${path}.new`, path)
  syncFolderNow(data)
}

/** Makes the data folder an ordinary one. On the disk afterwards. */
export function removeFollowRecord(data: string): void {
  const { record, progress, request, work } = followPaths(data)
  rmSync(record, { force: true })
  syncFolderNow(data)
  for (const path of [progress, request, work]) rmSync(path, { recursive: true, force: true })
}

const FollowProgress = z.object({
  /** The moment that the copy shows, by this machine's clock, Unix seconds. */
  time: z.number(),
  /** Why it does not go on; empty while it does. */
  problem: z.object({ en: z.string(), zh: z.string() }).optional(),
})

/** How far a follower is. */
type FollowProgress = z.output<typeof FollowProgress>

/** Reads how far a follower was when it wrote it down last; undefined when that is not known. */
export function readFollowProgress(data: string): FollowProgress | undefined {
  try {
    return FollowProgress.parse(JSON.parse(readFileSync(followPaths(data).progress, 'utf8')))
  } catch {
    return undefined
  }
}

/** Writes down how far a follower is, for other processes and the next start. */
export function writeFollowProgress(data: string, progress: FollowProgress): void {
  const path = followPaths(data).progress
  writeFileSync(`${path}.new`, JSON.stringify(progress), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
