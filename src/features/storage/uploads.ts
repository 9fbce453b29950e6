import type { Readable } from 'node:stream'
import { type App, nowSeconds } from '#src/core/app.ts'
import { type FileStore, localStorage } from '#src/core/file-store.ts'
import { newStoredName } from '#src/core/files.ts'
import { removeLeftoversSoon } from './leftovers.ts'
import { forgetLeftover, noteLeftover } from './queries.ts'
import { storageForNew, storeOf, withStorage } from './stores.ts'

/** Where the content of an uploaded file is. */
export interface FileLocation {
  stored_name: string
  storage: string
}

/** A file that has been stored, as its row has it. */
export interface StoredUpload extends FileLocation {
  sha256: string
}

// Longer than any upload takes: its row is there then, or it failed.
const uploadSeconds = 86_400

/**
 * Stores a received file for good where new files go. It is there when this resolves; the caller inserts its row, or
 * gives it to `dropUpload`.
 *
 * @throws {AppError} storageUnavailable, storageNoRoom
 */
export function storeUpload(app: App, path: string): Promise<StoredUpload> {
  return withStorage(app, async () => {
    const storage = await storageForNew(app)
    if (storage === localStorage) return { stored_name: await app.files.store(path), storage, sha256: '' }
    const stored_name = newStoredName()
    // before the file: whatever ends the process, it is removed unless its row comes
    await noteLeftover(app.db, storage, stored_name, nowSeconds(app) + uploadSeconds)
    try {
      return { stored_name, storage, sha256: await (await storeOf(app, storage)).put(stored_name, path) }
    } catch (error) {
      // a part of it may be there, if only the answer was lost
      await noteLeftover(app.db, storage, stored_name, nowSeconds(app))
      throw error
    }
  })
}

/** Removes a stored file that gets no row. */
export async function dropUpload(app: App, { stored_name, storage }: FileLocation): Promise<void> {
  if (storage === localStorage) return app.files.remove(stored_name)
  await noteLeftover(app.db, storage, stored_name, nowSeconds(app))
  removeLeftoversSoon(app)
}

/** Removes the content of a file whose row is gone; that of a bucket by the note that was left with its row. */
export async function removeContent(app: App, { stored_name, storage }: FileLocation): Promise<void> {
  if (storage === localStorage) await app.files.remove(stored_name)
  else removeLeftoversSoon(app)
}

/**
 * Reads the bytes `start` to `end`, both inclusive, of a file; undefined when it is missing.
 *
 * @throws {AppError} storageUnavailable
 */
export async function readContent(
  app: App,
  { stored_name, storage }: FileLocation,
  range: { start: number; end: number },
): Promise<Readable | Buffer | undefined> {
  if (storage === localStorage) return app.files.read(stored_name, range)
  return withStorage(app, async () => (await storeOf(app, storage)).read(stored_name, range))
}

/** Forgets the note of a file whose row has just been inserted. */
export const keepUpload = forgetLeftover

/** Returns the place of a file. */
export const contentStore = (app: App, storage: string): Promise<FileStore> => storeOf(app, storage)
