import { type App, nowSeconds } from '#src/core/app.ts'
import { listStoredNames } from './queries.ts'

// Younger files may be about to get their row, or belong to a job, which keeps its files for a day.
const leftAloneSeconds = 2 * 86_400

async function removeLeftoversOf(app: App, names: string[]): Promise<number> {
  const known = new Set((await listStoredNames(app.db, names)).map((row) => row.stored_name))
  const before = nowSeconds(app) - leftAloneSeconds
  let removed = 0
  for (const name of names) {
    if (known.has(name)) continue
    const received = await app.files.receivedTime(name)
    if (received === undefined || received > before) continue
    await app.files.remove(name)
    removed++
  }
  return removed
}

async function removeLeftovers(app: App): Promise<void> {
  let removed = 0
  for await (const names of app.files.names()) {
    for (let at = 0; at < names.length; at += 500) removed += await removeLeftoversOf(app, names.slice(at, at + 500))
  }
  if (removed > 0) app.log.info({ removed }, 'files without an entry in the database were removed')
}

/**
 * Starts removing, in the background, stored files without a database row: files left behind by a crash between storing
 * a file and inserting its row, or between deleting a row and its file.
 */
export function startRemovingOrphans(app: App): void {
  const removing: Promise<void> = removeLeftovers(app)
    .catch((error: unknown) => app.log.error({ err: error }, 'leftovers of uploads could not be removed'))
    .finally(() => app.background.delete(removing))
  app.background.add(removing)
}
