import type { App } from '#src/core/app.ts'
import { transact } from '#src/db/database.ts'
import { addViews } from './queries.ts'

// As with visits to files, hits are counted here and written in batches. Two servers on one database would each add
// their own, and what was counted since the last batch is lost when the process is killed.
const counted = new WeakMap<App, Map<number, number>>()

const countsOf = (app: App): Map<number, number> => {
  const known = counted.get(app) ?? new Map<number, number>()
  counted.set(app, known)
  return known
}

const add = (counts: Map<number, number>, id: number, more: number) => counts.set(id, (counts.get(id) ?? 0) + more)

/** Counts a request for a mock. */
export const countView = (app: App, id: number) => add(countsOf(app), id, 1)

/** Returns the number of requests for a mock since the count was last written. */
export const pendingViews = (app: App, id: number): number => counted.get(app)?.get(id) ?? 0

/** Writes the counts of requests for mocks to the database. */
export async function flushMockViews(app: App): Promise<void> {
  const counts = counted.get(app)
  if (!counts) return
  counted.delete(app)
  try {
    await transact(app.db, async (tx) => {
      for (const [id, views] of counts) await addViews(tx, id, views)
    })
  } catch (error) {
    // The disk may be full: count them with the next batch.
    for (const [id, views] of counts) add(countsOf(app), id, views)
    throw error
  }
}
