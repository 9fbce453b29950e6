import type { contract } from '#contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { openFile } from './service.ts'

/** Uploaded files. */
export const attachment: Handlers<typeof contract.attachment> = {
  visitFile: ({ app, input, request }) => openFile(app, request.visitor, input.sign),
}
