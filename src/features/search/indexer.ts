import { setTimeout as rest } from 'node:timers/promises'
import type { App } from '#src/core/app.ts'
import { normalizationTables } from '#src/core/normalize-text.ts'
import { type Db, transact } from '#src/db/database.ts'
import { indexPages, onIndexingRequest } from './index-pages.ts'
import { countToIndex, emptyIndex, listIdsToIndex } from './queries.ts'
import { mergeParts } from './sqlite-index.ts'

// How much is merged at once, in database pages: some ms, every few saves.
const mergePages = 32

// How often to check whether something was written without being indexed.
const pollEveryMs = 2000

// After the last save, merging continues for so many checks: an index with fewer segments is faster to search.
const pollsToMerge = 30

// Pages per transaction: as many as fit into a slice, because saves wait that long.
const pagesAtOnce = 200
const sliceMs = 10

// How long saved pages wait for others to share a transaction with: a term that several have is written once. A search
// reads the pages that wait, which takes longer.
const gatherMs = 20
// More waiting pages than these are not left to gather: a search would read them all.
const waitingMost = 50

/** Merges segments of the index, a little at a time. @returns whether there was anything to merge */
const merge = (db: Db): Promise<boolean> => transact(db, (tx) => mergeParts(tx, mergePages))

/**
 * Indexes as many waiting pages as fit into a slice, and merges, in one transaction.
 *
 * @returns how many pages were indexed, and how many at least are left
 */
async function indexSlice(db: Db): Promise<{ done: number; left: number }> {
  const page_ids = await listIdsToIndex(db, pagesAtOnce)
  if (page_ids.length === 0) return { done: 0, left: 0 }
  const done = await transact(db, async (tx) => {
    const endMs = performance.now() + sliceMs
    let count = 0
    for (const page_id of page_ids) {
      await indexPages(tx, [page_id])
      count++
      if (performance.now() > endMs) break
    }
    await mergeParts(tx, mergePages)
    return count
  })
  return { done, left: page_ids.length - done }
}

/**
 * Rebuilds the index, with or without a running server: in short transactions, between which others can write.
 *
 * @param onProgress is called after each slice
 * @returns how many pages were indexed
 */
export async function reindex(db: Db, onProgress: (at: { done: number; total: number }) => void): Promise<number> {
  await transact(db, emptyIndex)
  const total = await countToIndex(db)
  let done = 0
  for (let slice = await indexSlice(db); slice.done > 0; slice = await indexSlice(db)) {
    done += slice.done
    onProgress({ done, total: Math.max(total, done) })
  }
  for (let turn = 0; turn < pollsToMerge && (await merge(db)); turn++);
  return done
}

/**
 * Maintains the index: indexes pages soon after they are written, and merges its segments.
 *
 * @returns a function that stops it
 */
export function startIndexer(app: App): () => void {
  let isStopped = false
  let pollsLeft = pollsToMerge

  /** Wraps a background job so that it never runs twice at a time. */
  const single = (operation: () => Promise<void>) => {
    let isRunning = false
    return () => {
      if (isRunning || isStopped) return
      isRunning = true
      const work: Promise<void> = operation()
        .catch((error: unknown) => app.log.error({ err: error }, 'the search index could not be kept'))
        .finally(() => {
          isRunning = false
          app.background.delete(work)
        })
      app.background.add(work)
    }
  }
  const mergeOnce = single(async () => {
    // A write without a purpose would also drop every remembered result.
    if (!(await merge(app.db))) pollsLeft = 0
  })
  const catchUp = single(async () => {
    for (let restMs = gatherMs; ; ) {
      await rest(restMs)
      if (isStopped) return
      const { done, left } = await indexSlice(app.db)
      if (done === 0) return
      pollsLeft = pollsToMerge
      restMs = left > waitingMost ? 0 : gatherMs
    }
  })
  const endRequests = onIndexingRequest(catchUp)
  const poll = () => {
    catchUp()
    if (pollsLeft-- > 0) mergeOnce()
  }
  const timer = setInterval(poll, pollEveryMs)
  timer.unref()
  setImmediate(() => {
    normalizationTables()
    poll()
  })
  return () => {
    isStopped = true
    clearInterval(timer)
    endRequests()
  }
}
