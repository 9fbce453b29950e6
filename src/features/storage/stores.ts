import { randomBytes } from 'node:crypto'
import type { App } from '#src/core/app.ts'
import { BucketFiles } from '#src/core/bucket-files.ts'
import { AppError } from '#src/core/errors.ts'
import { type FileStore, localStorage } from '#src/core/file-store.ts'
import { S3Error, type S3Patience } from '#src/core/s3-client.ts'
import { type Db, type Tx, transact } from '#src/db/database.ts'
import { listStores, makeCurrent, type StoreRow } from './queries.ts'
import { parseStorageForm, readWish, type StoreSettings } from './settings.ts'

/** Returns the files of a bucket. */
export function bucketFiles(
  { store_id, settings }: Pick<StoreRow, 'store_id' | 'settings'>,
  allow: readonly string[],
  patience?: S3Patience,
): BucketFiles {
  return filesIn(store_id, JSON.parse(settings) as StoreSettings, allow, patience)
}

const filesIn = (store_id: string, settings: StoreSettings, allow: readonly string[], patience?: S3Patience) =>
  new BucketFiles({ ...settings, allow }, [settings.prefix, store_id].filter(Boolean).join('/'), patience)

// A store remembers small files: it is opened once.
const opened = new WeakMap<object, Map<string, { settings: string; files: BucketFiles }>>()

/** Returns the place that `storage` of a file names. */
export async function storeOf(app: App, storage: string): Promise<FileStore> {
  if (storage === localStorage) return app.files
  const row = (await listStores(app.db)).find(({ store_id }) => store_id === storage)
  if (!row) throw new Error(`there is no file store ${storage}`)
  const known = opened.get(app) ?? new Map<string, { settings: string; files: BucketFiles }>()
  opened.set(app, known)
  const one = known.get(storage)
  if (one?.settings === row.settings) return one.files
  const files = bucketFiles(row, app.config.outbound_allow)
  known.set(storage, { settings: row.settings, files })
  return files
}

/** A bucket that new files are to go to. */
export interface PreparedStore {
  store_id: string
  settings: StoreSettings
}

/**
 * Returns the store in the bucket of these settings: a known one if its folder is there, by whatever address and keys it
 * is reached now; else a new one, in a folder of its own.
 *
 * @throws {S3Error}
 */
export async function prepareStore(
  { db, config }: Pick<App, 'db' | 'config'>,
  settings: StoreSettings,
  patience?: S3Patience,
): Promise<PreparedStore> {
  const allow = config.outbound_allow
  for (const { store_id, settings: stored } of await listStores(db)) {
    const { bucket } = JSON.parse(stored) as StoreSettings
    if (bucket === settings.bucket && (await filesIn(store_id, settings, allow, patience).isMarked()))
      return { store_id, settings }
  }
  const store_id = randomBytes(8).toString('hex')
  await filesIn(store_id, settings, allow, patience).mark()
  return { store_id, settings }
}

/** Makes a prepared store the one that new files go to; without one, they go to the uploads folder. */
export const setCurrentStore = (tx: Tx, store: PreparedStore | undefined, now: number): Promise<void> =>
  makeCurrent(tx, store && { store_id: store.store_id, settings: JSON.stringify(store.settings) }, now)

const currentOf = async (db: Db): Promise<StoreRow | undefined> =>
  (await listStores(db)).find(({ is_current }) => is_current === 1)

/** Returns the bucket that new files go to, if there is one already. */
export async function findCurrentStore(app: Pick<App, 'db' | 'config'>): Promise<StoreRow | undefined> {
  return (await readWish(app)).isOpen ? currentOf(app.db) : undefined
}

const preparing = new WeakMap<object, Promise<string>>()

/** Makes the bucket that the site wants ready, after a restore or with new settings of the start. Returns its id. */
async function prepareWanted(app: App): Promise<string> {
  const { form } = await readWish(app)
  const store = await prepareStore(app, await parseStorageForm(form, app.config.outbound_allow))
  await transact(app.db, (tx) => setCurrentStore(tx, store, Math.floor(app.now().getTime() / 1000)))
  return store.store_id
}

/**
 * Brings the bucket of new files in line with the settings of the start: they may have changed while the server was off.
 *
 * @throws {AppError} storageIncomplete; {S3Error}
 */
export async function applyStartSettings(app: App): Promise<void> {
  const { isFixed, form } = await readWish(app)
  if (!isFixed) return
  const wanted = await parseStorageForm(form, app.config.outbound_allow)
  if ((await currentOf(app.db))?.settings !== JSON.stringify(wanted)) await prepareWanted(app)
}

/** Returns where a new file goes: `local`, or the id of a bucket. @throws {AppError} storageIncomplete; {S3Error} */
export async function storageForNew(app: App): Promise<string> {
  if (!(await readWish(app)).isOpen) return localStorage
  const current = await currentOf(app.db)
  if (current) return current.store_id
  const one =
    preparing.get(app) ??
    prepareWanted(app).finally(() => {
      preparing.delete(app)
    })
  preparing.set(app, one)
  return one
}

/**
 * Returns what a person is told about a bucket that fails; the log has the details.
 *
 * @returns storageUnavailable, storageNoRoom; what is no failure of a bucket as it is
 */
export function storageFailure(app: Pick<App, 'log'>, error: unknown): unknown {
  if (error instanceof AppError && error.errorName === 'storageIncomplete') {
    app.log.error({ field: error.values['field'] }, 'the settings of the file storage are incomplete')
    return new AppError('storageUnavailable')
  }
  if (!(error instanceof S3Error)) return error
  app.log.error({ err: error }, 'the file storage failed')
  return new AppError(error.problem === 'full' ? 'storageNoRoom' : 'storageUnavailable')
}

/** Runs an operation on a bucket for a person. @throws {AppError} storageUnavailable, storageNoRoom */
export async function withStorage<T>(app: Pick<App, 'log'>, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    throw storageFailure(app, error)
  }
}
