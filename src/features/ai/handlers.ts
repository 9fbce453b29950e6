import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { completeText, streamText } from './service.ts'

/** The endpoints for text from a language model. */
export const ai: Handlers<typeof contract.ai> = {
  create: ({ app, user, input, request }) =>
    request.wantsEvents
      ? streamText(app, user.uid, request.lang, input.content)
      : completeText(app, user.uid, input.content),
}
