import { join } from 'node:path'
import { type App, nowSeconds } from '#src/core/app.ts'
import { isBackingUp } from '#src/core/backup-lock.ts'
import { pathsIn } from '#src/core/data-folder.ts'
import { S3Error } from '#src/core/s3-client.ts'
import { type FileLock, isLocked, lockFile } from '#src/db/engine.ts'
import { forgetLeftover, listDueLeftovers } from './queries.ts'
import { storeOf } from './stores.ts'

const atOnce = 200

/** Takes the right to move files, or to remove what moves have left; undefined while another process has it. */
export function lockStorage(data: string): FileLock | undefined {
  try {
    return lockFile(join(pathsIn(data).uploads, '.storage.lock'))
  } catch (error) {
    if (isLocked(error)) return undefined
    throw error
  }
}

/**
 * Removes files that no row names from where they are, one by one. For callers that have `lockStorage`. While a backup is
 * made nothing is removed: the moment that it shows may have the files.
 */
export async function removeDueLeftovers(app: App): Promise<void> {
  const failing: string[] = []
  for (;;) {
    const due = await listDueLeftovers(app.db, nowSeconds(app), { limit: atOnce, failing })
    // after reading the list: a backup that begins now does not have these files
    if (due.length === 0 || isBackingUp(app.config.data)) return
    for (const { storage, stored_name } of due) {
      if (app.stopping.aborted) return
      if (failing.includes(storage)) continue
      try {
        await (await storeOf(app, storage)).remove(stored_name)
        await forgetLeftover(app.db, storage, stored_name)
      } catch (error) {
        if (!(error instanceof S3Error)) throw error
        app.log.warn({ err: error }, 'deleted files could not be removed from the file storage yet')
        failing.push(storage)
      }
    }
  }
}

/** Removes what deletions and moves have left in buckets and in the uploads folder. While files are moved, the move does it. */
export async function removeLeftovers(app: App): Promise<void> {
  if (app.following) return
  if ((await listDueLeftovers(app.db, nowSeconds(app), { limit: 1, failing: [] })).length === 0) return
  const lock = lockStorage(app.config.data)
  if (!lock) return
  try {
    await removeDueLeftovers(app)
  } finally {
    lock.release()
  }
}

const running = new WeakMap<App, { again: boolean }>()

/** Removes leftovers in the background. */
export function removeLeftoversSoon(app: App): void {
  const current = running.get(app)
  if (current) {
    current.again = true
    return
  }
  const state = { again: false }
  running.set(app, state)
  const work: Promise<void> = (async () => {
    do {
      state.again = false
      await removeLeftovers(app)
    } while (state.again)
  })()
    .catch((error: unknown) => app.log.error({ err: error }, 'deleted files could not be removed'))
    .finally(() => {
      running.delete(app)
      app.background.delete(work)
    })
  app.background.add(work)
}
