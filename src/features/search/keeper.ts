import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as rest } from 'node:timers/promises'
import type { App } from '#src/core/app.ts'
import { type Db, transact } from '#src/db/open.ts'
import { foldTables } from './fold.ts'
import { indexPages } from './index-pages.ts'
import { onMergeTime } from './merge-signal.ts'
import { countToIndex, emptyIndex, listIdsToIndex, mergeParts } from './queries.ts'

// How much is merged at once, in database pages.
const mergePages = 64

// How often it is looked whether something was written past the index.
const lookEveryMs = 2000

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
  return done
}

/**
 * Keeps the index: joins its parts after every few saves, and indexes what was written past it, or before there was one.
 * Gives what stops it.
 */
export function startIndexKeeper(app: App): () => void {
  let isStopped = false
  let isMerging = false
  let isWorking = false
  const inBackground = (deed: () => Promise<void>) => {
    const work: Promise<void> = deed()
      .catch((error: unknown) => app.log.error({ err: error }, 'the search index could not be kept'))
      .finally(() => app.background.delete(work))
    app.background.add(work)
  }
  const mergeSoon = () => {
    if (isMerging || isStopped) return
    isMerging = true
    setImmediate(() =>
      inBackground(async () => {
        isMerging = false
        if (!isStopped) await merge(app.db)
      }),
    )
  }
  // The signal comes from within a transaction, to which the merge does not belong.
  const endSignal = onMergeTime(AsyncLocalStorage.bind(mergeSoon))
  const catchUp = async () => {
    // Half of the time belongs to the people who work meanwhile.
    while (!isStopped && (await indexSlice(app.db)) > 0) await rest(sliceMs)
    isWorking = false
  }
  const look = () => {
    if (isWorking || isStopped) return
    isWorking = true
    inBackground(catchUp)
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  setImmediate(() => {
    foldTables()
    look()
  })
  return () => {
    isStopped = true
    clearInterval(timer)
    endSignal()
  }
}
