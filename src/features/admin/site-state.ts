import { stat, statfs } from 'node:fs/promises'
import { type App, nowSeconds } from '#src/core/app.ts'
import { pathsIn } from '#src/core/data-folder.ts'
import { countAccountsSince, countPages } from './queries.ts'

const monthSeconds = 30 * 86_400

// A checkpoint may delete the database's write-ahead log at any time.
const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.size ?? 0

/** Returns the state of the site: its start time, its counts and sizes, and the free space. Sizes in bytes. */
export async function siteState(app: App) {
  const { database } = pathsIn(app.config.data)
  const now = nowSeconds(app)
  const [disk, pages, new_users, main, log] = await Promise.all([
    statfs(app.config.data),
    countPages(app.db),
    countAccountsSince(app.db, now - monthSeconds),
    sizeOf(database),
    sizeOf(`${database}-wal`),
  ])
  return {
    start_time: now - Math.round(process.uptime()),
    pages,
    new_users,
    database_bytes: main + log,
    disk_free_bytes: disk.bavail * disk.bsize,
    disk_bytes: disk.blocks * disk.bsize,
  }
}
