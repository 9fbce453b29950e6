import { randomBytes } from 'node:crypto'
import type { ReceivedFile } from '#shared/contract/fields.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireItem, requirePage, requireWritable, type Visitor } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { createFairLimiter } from '#src/core/concurrency-limiter.ts'
import { fail } from '#src/core/errors.ts'
import { uploadMaxBytes } from '#src/core/files.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { dropUpload, storeUpload } from '#src/features/storage/index.ts'
import { detectAttachmentType, detectImageExtension, requireAllowedName } from './content.ts'
import { findFileKind, getExtension, unknownType } from './file-kinds.ts'
import { insertFile, listInPage, sumFileSizes } from './queries.ts'

// More than a user pastes, less than fills a disk unnoticed.
const uploadsPerMinute = 120

// Source: security 3, Captcha, limits; a user who sends many files at once waits for each. The global limits are ours.
const inTurn = createFairLimiter<number>({ atOnce: 2, mayWait: 32 }, { atOnce: 8, mayWait: 256 })

/** The target of an upload: a page with its item, an item alone, or (undefined) the user's own files. */
interface UploadTarget {
  item: ItemAccess<'edit'>
  /** 0 for the item alone. */
  page_id: number
}

/**
 * Returns the target that the ids of an upload name, if the visitor may write there. A page implies its item.
 *
 * @throws {AppError} pageGone, also for a page of another item; itemPasswordNeeded, noRight, itemArchived
 */
export async function requireUploadTarget(
  app: App,
  visitor: Visitor,
  ids: { item_id: number; page_id: number },
): Promise<UploadTarget | undefined> {
  if (ids.item_id === 0 && ids.page_id === 0) return undefined
  const item =
    ids.page_id === 0
      ? await requireItem(app, visitor, ids.item_id, 'edit')
      : (await requirePage(app, visitor, ids.page_id, 'edit')).item
  if (ids.item_id !== 0 && ids.item_id !== item.item_id) fail('pageGone')
  await requireWritable(app.db, item)
  return { item, page_id: ids.page_id }
}

/** Returns the address of a stored file relative to the site, as it occurs in pages. */
export const fileUrl = (file: { sign: string }): string => `/api/attachment/visitFile?sign=${file.sign}`

/** A file that has been stored. */
interface StoredFile {
  file_id: number
  sign: string
  url: string
}

interface Checked {
  display_name: string
  file_type: string
}

/** Throws when a user would exceed their storage quota. @throws {AppError} quotaReached */
export async function requireQuota(tx: Tx, app: App, user: User, sizeBytes: number): Promise<void> {
  const mb = app.config.upload_quota_mb
  if (mb !== 0 && (await sumFileSizes(tx, user.uid)) + sizeBytes > mb * 1024 * 1024) fail('quotaReached', { mb })
}

async function store(
  app: App,
  user: User,
  received: ReceivedFile | undefined,
  place: UploadTarget | undefined,
  how: { mostBytes: number; check(file: ReceivedFile): Promise<Checked> },
): Promise<StoredFile> {
  if (!app.limiter.take(`upload:${user.uid}`, uploadsPerMinute, 60_000)) fail('tooManyRequests')
  if (!received || received.sizeBytes === 0) return fail('fileMissing')
  const file = received
  if (file.sizeBytes > how.mostBytes) fail('fileTooLarge', { mb: how.mostBytes / 1024 / 1024 })
  return inTurn(user.uid, async () => {
    const checked = await how.check(file)
    const stored = await storeUpload(app, file.path)
    const sign = randomBytes(16).toString('hex')
    const addtime = nowSeconds(app)
    const item_id = place?.item.item_id ?? 0
    const row = { ...checked, ...stored, sign, file_size: file.sizeBytes, uid: user.uid, item_id, addtime }
    try {
      const file_id = await transact(app.db, async (tx) => {
        if (place) await requireWritable(tx, place.item)
        await requireQuota(tx, app, user, file.sizeBytes)
        const made = await insertFile(tx, row)
        const page_id = place?.page_id ?? 0
        if (page_id !== 0 && !(await listInPage(tx, made, { page_id, item_id }, addtime))) fail('pageGone')
        return made
      })
      return { file_id, sign, url: fileUrl(row) }
    } catch (error) {
      await dropUpload(app, stored)
      throw error
    }
  })
}

// A pasted image has no name of its own, or one without an extension.
async function checkImage(file: ReceivedFile): Promise<Checked> {
  requireAllowedName(file.name)
  const extension = await detectImageExtension(file.path)
  const hasExtension = findFileKind(getExtension(file.name)) !== undefined
  const file_type = findFileKind(extension)?.type ?? unknownType
  return { display_name: hasExtension ? file.name : `${file.name.slice(0, 195)}.${extension}`, file_type }
}

/**
 * Stores an image for a page.
 *
 * @throws {AppError} fileMissing, fileTooLarge, fileNameBlocked, notAnImage, imageTooLarge, quotaReached,
 *   tooManyRequests, itemArchived, storageUnavailable, storageNoRoom
 */
export const storeImage = (app: App, user: User, file: ReceivedFile | undefined, place: UploadTarget | undefined) =>
  store(app, user, file, place, { mostBytes: uploadMaxBytes(app.config, 'picture'), check: checkImage })

/**
 * Stores an attachment of an allowed type; administrators may use any extension that is not blocked.
 *
 * @throws {AppError} fileMissing, fileTooLarge, fileNameBlocked, fileTypeRefused, fileContentWrong, notAnImage,
 *   imageTooLarge, quotaReached, tooManyRequests, itemArchived, storageUnavailable, storageNoRoom
 */
export const storeAttachment = (
  app: App,
  user: User,
  file: ReceivedFile | undefined,
  place: UploadTarget | undefined,
) =>
  store(app, user, file, place, {
    mostBytes: uploadMaxBytes(app.config, 'attachment'),
    check: async ({ path, name }) => ({
      display_name: name,
      file_type: await detectAttachmentType(path, name, user.groupid === 1),
    }),
  })
