import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as rest } from 'node:timers/promises'
import type { App } from '#src/core/app.ts'
import { type Db, transact } from '#src/db/open.ts'
import { indexPages } from './index-pages.ts'
import { onMergeTime } from './merge-signal.ts'
import { normalizationTables } from './normalize.ts'
import { countToIndex, emptyIndex, listIdsToIndex, mergeParts } from './queries.ts'

// How much is merged at once, in database pages: some ms, every few saves.
const mergePages = 32

// How often it is looked whether something was written past the index.
const lookEveryMs = 2000

// After the last save, merging goes on for so many looks: fewer parts are faster to search.
const looksToMerge = 30

// Pages of one transaction: as many as fit into a slice, for so long do those wait who save.
const pagesAtOnce = 200
const sliceMs = 20

/** Joins parts of the index, a little. */
const merge = (db: Db): Promise<void> => transact(db, (tx) => mergeParts(tx, mergePages))

/** Indexes as many pages of those that wait as fit into a slice, in one transaction. @returns how many */
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
 * Makes the index anew, beside a running server or without one: short transactions, between which others write.
 *
 * @param tell is called after each slice
 * @returns how many pages were indexed
 */
export async function reindex(db: Db, tell: (at: { done: number; total: number }) => void): Promise<number> {
  await transact(db, emptyIndex)
  const total = await countToIndex(db)
  let done = 0
  for (let count = await indexSlice(db); count > 0; count = await indexSlice(db)) {
    done += count
    await merge(db)
    tell({ done, total: Math.max(total, done) })
  }
  for (let turn = 0; turn < looksToMerge; turn++) await merge(db)
  return done
}

/**
 * Keeps the index: joins its parts after every few saves, and indexes what was written past it or before there was one.
 * Gives what stops it.
 */
export function startIndexer(app: App): () => void {
  let isStopped = false
  let looksLeft = looksToMerge

  /** A deed for the background that never runs twice at a time. */
  const single = (deed: () => Promise<void>) => {
    let isRunning = false
    return () => {
      if (isRunning || isStopped) return
      isRunning = true
      const work: Promise<void> = deed()
        .catch((error: unknown) => app.log.error({ err: error }, 'the search index could not be kept'))
        .finally(() => {
          isRunning = false
          app.background.delete(work)
        })
      app.background.add(work)
    }
  }
  const mergeOnce = single(async () => {
    // Not before the save that has called is done and answered.
    await rest(0)
    if (!isStopped) await merge(app.db)
  })
  const catchUp = single(async () => {
    // Half of the time belongs to the people who work meanwhile.
    while (!isStopped && (await indexSlice(app.db)) > 0) await rest(sliceMs)
  })
  // The signal comes from within a transaction, which the merge is no part of.
  const endSignal = onMergeTime(
    AsyncLocalStorage.bind(() => {
      looksLeft = looksToMerge
      mergeOnce()
    }),
  )
  const look = () => {
    catchUp()
    if (looksLeft-- > 0) mergeOnce()
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  setImmediate(() => {
    normalizationTables()
    look()
  })
  return () => {
    isStopped = true
    clearInterval(timer)
    endSignal()
  }
}
