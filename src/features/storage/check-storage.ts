import type { App } from '#src/core/app.ts'
import { countByStorage, listInStorage } from './queries.ts'
import { storeOf } from './stores.ts'

/** What a check of all uploaded files found. */
interface StorageCheck {
  files: number
  /** Files that are missing, or have another size than their row says; the first of them. */
  bad: { stored_name: string; display_name: string; reason: 'missing' | 'size' }[]
  bad_count: number
}

const rowsAtOnce = 1000
const badMost = 50

/**
 * Checks that every uploaded file is where its row says, with its size. It lists each place, which costs a request for a
 * thousand files, and does not read the content.
 *
 * @throws {S3Error} when a bucket cannot be read
 */
export async function checkStorage(app: App): Promise<StorageCheck> {
  const found: StorageCheck = { files: 0, bad: [], bad_count: 0 }
  for (const { storage } of await countByStorage(app.db)) {
    const store = await storeOf(app, storage)
    const sizes = new Map<string, number>()
    for await (const entries of store.list()) for (const [name, bytes] of entries) sizes.set(name, bytes)
    for (let after = 0; ; ) {
      const rows = await listInStorage(app.db, storage, after, rowsAtOnce)
      if (rows.length === 0) break
      after = rows.at(-1)?.file_id ?? after
      for (const { stored_name, display_name, file_size } of rows) {
        found.files++
        // uploaded, or moved here, since the list was made
        const bytes = sizes.get(stored_name) ?? (await store.size(stored_name))
        if (bytes === file_size) continue
        found.bad_count++
        const reason = bytes === undefined ? 'missing' : 'size'
        if (found.bad.length < badMost) found.bad.push({ stored_name, display_name, reason })
      }
    }
  }
  return found
}
