import type { contract } from '#contract/index.ts'
import { fail } from '#src/core/errors.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { bindOwnFile } from './bind.ts'
import { listAllFiles, listOwnFiles, listUnusedFiles } from './lists.ts'
import { removeAnyFiles, removeOwnFile } from './remove.ts'
import { openFile } from './serve.ts'
import { requireUploadPlace, storeAttachment, storePicture } from './store.ts'

/** Uploaded files. */
export const attachment: Handlers<typeof contract.attachment> = {
  async attachmentUpload({ app, user, input, file, request }) {
    const place = await requireUploadPlace(app, request.visitor, input)
    return { url: (await storeAttachment(app, user, file, place)).url, success: 1 }
  },

  async uploadImg({ app, user, input, file, request }) {
    const place = await requireUploadPlace(app, request.visitor, input)
    return { url: (await storePicture(app, user, file, place)).url, success: 1 }
  },

  visitFile: ({ app, input, request }) => openFile(app, request.visitor, input.sign),

  getMyList: ({ app, user, input }) => listOwnFiles(app, user.uid, input),

  async deleteMyAttachment({ app, user, input }) {
    await removeOwnFile(app, user, input.file_id)
    return []
  },

  async bindingPage({ app, user, item, input }) {
    await bindOwnFile(app, item, user, input)
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
