import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import type { ReceivedFile } from '#contract/wire.ts'
import type { User } from '#src/access/caller.ts'
import { requireItem, type Visitor } from '#src/access/rights.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import type { FileAnswer } from '#src/core/file-answer.ts'
import { transact } from '#src/db/open.ts'
import { imageSize } from './image-header.ts'
import { findFile, insertFile } from './queries.ts'

/** The most that a picture or an attachment may hold. Source: specification 9. */
export const uploadMaxBytes = 4 * 1024 * 1024
// Source: security 3, Uploads.
const longestSide = 20_000

// More than a person pastes, less than fills a disk unseen.
const picturesPerMinute = 120

/** Pictures that a browser may show in place. SVG is not among them: it can hold script. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'])

// A day: the address of a file never gets another content, but rights to it may end.
const keptInBrowserSeconds = 86_400

/**
 * Keeps a picture for good.
 *
 * @returns its address, relative to the site, as it stands in a page
 * @throws {AppError} fileMissing, fileTooLarge, notAnImage, imageTooLarge, tooManyRequests
 */
export async function storeImage(
  app: App,
  user: User,
  file: ReceivedFile | undefined,
  at: { item_id: number; page_id: number },
): Promise<string> {
  if (!app.limiter.take(`upload:${user.uid}`, picturesPerMinute, 60_000)) fail('tooManyRequests')
  if (!file || file.sizeBytes === 0) return fail('fileMissing')
  if (file.sizeBytes > uploadMaxBytes) fail('fileTooLarge', { mb: uploadMaxBytes / 1024 / 1024 })
  const bytes = await readFile(file.path)
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  if (!shownTypes.has(type)) fail('notAnImage')
  const size = imageSize(bytes, type) ?? fail('notAnImage')
  if (size.width > longestSide || size.height > longestSide) fail('imageTooLarge', { most: longestSide })
  const stored_name = await app.files.keep(file.path)
  const sign = randomBytes(16).toString('hex')
  const row = {
    sign,
    display_name: file.name,
    file_type: type,
    file_size: file.sizeBytes,
    stored_name,
    uid: user.uid,
    item_id: at.item_id,
    addtime: nowSeconds(app),
  }
  try {
    await transact(app.db, (tx) => insertFile(tx, row, at.page_id))
  } catch (error) {
    await app.files.remove(stored_name)
    throw error
  }
  return `/api/attachment/visitFile?sign=${sign}`
}

/** An uploaded file for a reader who may see its item. @throws {AppError} fileGone, whatever the reason */
export async function openFile(app: App, visitor: Visitor, sign: string): Promise<FileAnswer> {
  const row = (await findFile(app.db, sign)) ?? fail('fileGone')
  if (row.item_id !== 0) {
    await requireItem(app, visitor, row.item_id, 'view').catch((error: unknown) =>
      error instanceof AppError ? fail('fileGone') : Promise.reject(error),
    )
  }
  const sizeBytes = (await app.files.size(row.stored_name)) ?? fail('fileGone')
  const shown = shownTypes.has(row.file_type)
  return {
    type: shown ? row.file_type : 'application/octet-stream',
    sizeBytes,
    ...(shown ? {} : { downloadAs: row.display_name }),
    etag: row.stored_name,
    maxAge: keptInBrowserSeconds,
    read: (range) => app.files.read(row.stored_name, range),
  }
}
