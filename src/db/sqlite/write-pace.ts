import { statSync } from 'node:fs'

// Whoever saved so recently is likely to save again meanwhile, in ms.
const recentMs = 2000

// Measured on a virtual disk: behind 1 MB every 80 ms, no flush of 24 KB waited longer than 40 ms; behind 4 MB at a time,
// up to 100 ms.
const usedPace = { bytes: 1024 * 1024, restMs: 80 }
const quietBytes = 4 * 1024 * 1024
// On a disk that is busy anyway, the work does not become slower without end.
const longestQuietRestMs = 20

let log: string | undefined

/**
 * Makes long writes of this thread (`writePace`) leave the disk to those who save in a database: in small pieces with
 * rests while somebody does, else nearly at full speed.
 *
 * @param database the path of the database; with undefined, nobody is assumed to save
 */
export function makeWayForSaves(database: string | undefined): void {
  log = database && `${database}-wal`
}

function isUsed(): boolean {
  const written = log === undefined ? undefined : statSync(log, { throwIfNoEntry: false })
  return written !== undefined && Math.abs(Date.now() - written.mtimeMs) < recentMs
}

/** Returns after how many bytes a long write is flushed next, and how long it then rests, given how long the flush took; in ms. */
export function writePace(): { bytes: number; restMs(flushMs: number): number } {
  if (isUsed()) return { bytes: usedPace.bytes, restMs: () => usedPace.restMs }
  // half as long for the disk's other work
  return { bytes: quietBytes, restMs: (flushMs) => Math.min(longestQuietRestMs, flushMs / 2) }
}
