import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as rest } from 'node:timers/promises'
import type { App } from '#src/core/app.ts'
import { type Db, transact } from '#src/db/database.ts'
import { indexPages, onMergeTime } from './index-pages.ts'
import { normalizationTables } from './normalize.ts'
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
const sliceMs = 20

/** Merges segments of the index, a little at a time. @returns whether there was anything to merge */
const merge = (db: Db): Promise<boolean> => transact(db, (tx) => mergeParts(tx, mergePages))

/** Indexes as many waiting pages as fit into a slice, in one transaction. @returns how many */
async function indexSlice(db: Db): Promise<number> {
  const page_ids = await listIdsToIndex(db, pagesAtOnce)
  if (page_ids.length === 0) return 0
  return transact(db, async (tx) => {
    const endMs = performance.now() + sliceMs
    let done = 0
    for (const page_id of page_ids) {
      await indexPages(tx, [page_id])
      done++
      if (performance.now() > endMs) break
    }
    return done
  })
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
  for (let count = await indexSlice(db); count > 0; count = await indexSlice(db)) {
    done += count
    await merge(db)
    onProgress({ done, total: Math.max(total, done) })
  }
  for (let turn = 0; turn < pollsToMerge && (await merge(db)); turn++);
  return done
}

/**
 * Maintains the index: merges its segments after every few saves, and indexes pages that were written without being
 * indexed or before there was an index.
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
    // Wait until the save that triggered this is done and its response is sent.
    await rest(0)
    // A write without a purpose would also drop every remembered result.
    if (!isStopped && !(await merge(app.db))) pollsLeft = 0
  })
  const catchUp = single(async () => {
    // Leave half of the time to the people who are working.
    while (!isStopped && (await indexSlice(app.db)) > 0) await rest(sliceMs)
  })
  // The signal comes from within a transaction, and the merge is not part of it.
  const endSignal = onMergeTime(
    AsyncLocalStorage.bind(() => {
      pollsLeft = pollsToMerge
      mergeOnce()
    }),
  )
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
    endSignal()
  }
}
