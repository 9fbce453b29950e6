import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError } from '#src/core/errors.ts'
import { uploadMaxBytes } from '#src/core/files.ts'
import type { Tx } from '#src/db/database.ts'
import {
  detectAttachmentType,
  findFileSigns,
  insertFile,
  linkFiles,
  listFilesInText,
  listInPage,
  requireQuota,
} from '#src/features/attachment/index.ts'
import { contentStore, dropUpload, type StoredUpload, storeUpload } from '#src/features/storage/index.ts'
import { withFiles } from './compare.ts'
import type { ImportPlan, PlanCatalog, PlanFile, PlanPage, SkippedPart } from './plan-types.ts'
import { type ItemFile, listItemFiles } from './queries.ts'

/** A file of an import that has been stored, but has no database row yet. */
export interface StoredImportFile extends StoredUpload {
  sign: string
  display_name: string
  file_type: string
  file_size: number
}

type TypedFile = PlanFile & { file_type: string }

/** Sorts the files of a plan into those that the upload rules accept, and those they reject with the reason. */
async function sortFiles(app: App, user: User, files: readonly PlanFile[]) {
  const taken: TypedFile[] = []
  const skipped: SkippedPart[] = []
  for (const file of files) {
    if (file.sizeBytes === 0 || file.sizeBytes > uploadMaxBytes(app.config, 'attachment')) {
      skipped.push({ name: file.display_name, reason: 'fileTooLarge' })
      continue
    }
    try {
      const file_type = await detectAttachmentType(file.path, file.display_name, user.groupid === 1)
      taken.push({ ...file, file_type })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      skipped.push({ name: file.display_name, reason: 'fileRefused' })
    }
  }
  return { taken, skipped }
}

/** Returns the SHA-256 of a file in hexadecimal. */
const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/**
 * Whether a stored file has the same bytes as an unpacked one with the hash `sha256`. Of a file that is in a bucket the hash
 * is known; that it is still there, with its size, is a question without an answer of many megabytes.
 */
async function isSameFile(app: App, stored: ItemFile, sha256: string): Promise<boolean> {
  try {
    const store = await contentStore(app, stored.storage)
    if (stored.sha256 !== '')
      return stored.sha256 === sha256 && (await store.size(stored.stored_name)) === stored.file_size
    return (await store.digest(stored.stored_name))?.sha256 === sha256
  } catch {
    return false // lost, or out of reach: the import brings it again
  }
}

/**
 * Returns a plan that uses the files which the item has already, by name and content: an import that is repeated
 * changes nothing and stores nothing twice.
 */
export async function withExistingFiles(app: App, item_id: number, plan: ImportPlan): Promise<ImportPlan> {
  if (plan.files.length === 0) return plan
  const byName = Map.groupBy(await listItemFiles(app.db, item_id), (file) => `${file.file_size} ${file.display_name}`)
  const signs = new Map<string, string>()
  for (const { sign, display_name, sizeBytes, path } of plan.files) {
    const candidates = byName.get(`${sizeBytes} ${display_name}`) ?? []
    if (path === '' || candidates.length === 0) continue
    const sha256 = await hashOf(path)
    for (const stored of candidates) {
      if (!(await isSameFile(app, stored, sha256))) continue
      signs.set(sign, stored.sign)
      break
    }
  }
  return withFiles(plan, signs)
}

/** Returns which files of a plan would be left out. */
export const checkFiles = (app: App, user: User, plan: ImportPlan): Promise<{ skipped: SkippedPart[] }> =>
  sortFiles(app, user, plan.files)

/** Stores the accepted files of a plan. */
export async function storeFiles(app: App, user: User, plan: ImportPlan): Promise<StoredImportFile[]> {
  const stored: StoredImportFile[] = []
  try {
    for (const { sign, display_name, file_type, sizeBytes, path } of (await sortFiles(app, user, plan.files)).taken)
      stored.push({ sign, display_name, file_type, file_size: sizeBytes, ...(await storeUpload(app, path)) })
    return stored
  } catch (error) {
    await dropFiles(app, stored)
    throw error
  }
}

/** Deletes stored files that have no database row. */
export const dropFiles = (app: App, files: readonly StoredImportFile[]) =>
  Promise.all(files.map((file) => dropUpload(app, file)))

/** Inserts stored files as the user's own, and returns their ids by sign. @throws {AppError} quotaReached */
export async function insertFiles(
  tx: Tx,
  app: App,
  user: User,
  item_id: number,
  files: readonly StoredImportFile[],
  takeTurn: () => Promise<void>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  if (files.length === 0) return ids
  const sizeBytes = files.reduce((sum, file) => sum + file.file_size, 0)
  await requireQuota(tx, app, user, sizeBytes)
  for (const file of files) {
    ids.set(file.sign, await insertFile(tx, { ...file, uid: user.uid, item_id, addtime: nowSeconds(app) }))
    await takeTurn()
  }
  return ids
}

/**
 * Returns the files of this site that the texts of a plan show, as far as the user may open them; called before
 * writing.
 */
export async function filesInTexts(
  app: App,
  item: ItemAccess | undefined,
  user: User,
  plan: Pick<PlanCatalog, 'catalogs' | 'pages'>,
): Promise<Map<PlanPage, number[]>> {
  const found = new Map<PlanPage, number[]>()
  for (const page of plan.pages) {
    const ids = await listFilesInText(app, item, user, page.page_content)
    if (ids.length > 0) found.set(page, ids)
  }
  for (const catalog of plan.catalogs)
    for (const [page, ids] of await filesInTexts(app, item, user, catalog)) found.set(page, ids)
  return found
}

/** Records the files that a written page lists and shows. */
export async function linkPageFiles(
  tx: Tx,
  page: PlanPage,
  at: { page_id: number; item_id: number },
  files: { bySign: ReadonlyMap<string, number>; shown: ReadonlyMap<PlanPage, number[]>; now: number },
): Promise<void> {
  const idOf = (sign: string) => files.bySign.get(sign) ?? []
  for (const file_id of page.files.flatMap(idOf)) await listInPage(tx, file_id, at, files.now)
  const own = files.bySign.size === 0 ? [] : findFileSigns(page.page_content).flatMap(idOf)
  const former = (page.record?.shown ?? []).flatMap(idOf)
  const shown = [...own, ...former, ...(files.shown.get(page) ?? [])]
  if (shown.length > 0) await linkFiles(tx, at, shown, files.now)
}
