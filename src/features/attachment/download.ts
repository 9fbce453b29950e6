import { canOpenFile } from '#src/access/file-access.ts'
import type { Visitor } from '#src/access/permissions.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import { localStorage } from '#src/core/file-store.ts'
import { readContent } from '#src/features/storage/index.ts'
import { isDisplayable, unknownType } from './file-kinds.ts'
import { findFileBySign } from './queries.ts'
import { countDownload } from './traffic.ts'

/** Returns an uploaded file to a caller who may open it. @throws {AppError} fileGone, for every reason; storageUnavailable */
export async function openFile(app: App, visitor: Visitor, sign: string): Promise<FileResponse> {
  const file = (await findFileBySign(app.db, sign.toLowerCase())) ?? fail('fileGone')
  if (!(await canOpenFile(app, visitor, file))) fail('fileGone')
  const { stored_name, storage, file_size } = file
  const shown = isDisplayable(file.file_type)
  const noteSent = (range = { start: 0, end: file_size - 1 }) =>
    countDownload(app, file, { bytes: range.end - range.start + 1, fromStart: range.start === 0 })
  return {
    type: shown ? file.file_type : unknownType,
    sizeBytes: file_size,
    ...(shown ? { shownAs: file.display_name } : { downloadAs: file.display_name }),
    etag: stored_name,
    // Browsers may cache the file but must revalidate it each time, at the price of a 304: revoking access takes effect
    // at once.
    maxAge: 0,
    async read(range = { start: 0, end: file_size - 1 }) {
      const content = (await readContent(app, file, range)) ?? fail('fileGone')
      noteSent(range)
      return content
    },
    // the proxy in front has the uploads folder, and nothing else
    ...(storage === localStorage && { stored: { name: stored_name, noteSent } }),
  }
}
