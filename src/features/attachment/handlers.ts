import type { contract } from '#shared/contract/index.ts'
import { fail } from '#src/core/errors.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { openFile } from './download.ts'
import { linkOwnFile } from './link-files.ts'
import { listAllFiles, listOwnFiles, listUnusedFiles } from './list-files.ts'
import { removeAnyFiles, removeOwnFile } from './remove.ts'
import { requireUploadTarget, storeAttachment, storeImage } from './upload.ts'

/** The endpoints for uploaded files. */
export const attachment: Handlers<typeof contract.attachment> = {
  async attachmentUpload({ app, user, input, file, request }) {
    const place = await requireUploadTarget(app, request.visitor, input)
    return { url: (await storeAttachment(app, user, file, place)).url, success: 1 }
  },

  async uploadImg({ app, user, input, file, request }) {
    const place = await requireUploadTarget(app, request.visitor, input)
    return { url: (await storeImage(app, user, file, place)).url, success: 1 }
  },

  visitFile: ({ app, input, request }) => openFile(app, request.visitor, input.sign),

  getMyList: ({ app, user, input }) => listOwnFiles(app, user.uid, input),

  async deleteMyAttachment({ app, user, input }) {
    await removeOwnFile(app, user, input.file_id)
    return []
  },

  async bindingPage({ app, user, item, input }) {
    await linkOwnFile(app, item, user, input)
    return []
  },

  getAllList: ({ app, input }) => listAllFiles(app, input),

  async deleteAttachment({ app, input }) {
    if ((await removeAnyFiles(app, [input.file_id])) === 0) fail('fileGone')
    return []
  },

  getUnusedList: ({ app, input }) => listUnusedFiles(app, input),

  async batchDeleteAttachments({ app, input }) {
    const success = await removeAnyFiles(app, input.file_ids)
    return { success, failed: input.file_ids.length - success }
  },
}
