import type { contract } from '#shared/contract/index.ts'
import { fail } from '#src/core/errors.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { clearCookies, listCookies } from './cookies.ts'
import { deleteEnvironment, getEnvironments, saveEnvironment, saveSecret } from './environments.ts'
import { callInfo, saveCall } from './history.ts'
import { listCalls, removeCalls } from './queries.ts'
import { openResponseFile } from './response-files.ts'
import { sendCall, streamCall } from './send.ts'
import { openSocket, sendToSocket } from './socket.ts'

const storedPerMinute = 60

/** The endpoints for trying out the API that a page describes. */
export const apiCall: Omit<Handlers<typeof contract.apiCall>, 'documented'> = {
  send({ app, user, item, page, input, request }) {
    const order = { ...input, page_id: page.page_id }
    const gone = request.abortSignal()
    return request.wantsEvents
      ? streamCall(app, user, item, order, { gone, lang: request.lang })
      : sendCall(app, user, item, order, gone)
  },

  async socket({ app, user, item, input, request }) {
    const opened = await openSocket(app, user, item, input)
    if (request.wantsEvents) return opened
    // for a client that reads no events: whether it can be reached
    opened.events.destroy()
    return []
  },

  async socketSend({ app, user, input }) {
    sendToSocket(app, user, input)
    return []
  },

  responseFile: ({ user, input }) => openResponseFile(user, input.file_id, input.name),

  async keep({ app, user, page, input }) {
    if (!app.limiter.take(`apiCallKept:${user.uid}`, storedPerMinute, 60_000)) fail('tooManyRequests')
    return { id: await saveCall(app, user, { ...input, page_id: page.page_id, used: [], is_browser: 1 }) }
  },

  history: ({ app, user, page }) => (user ? listCalls(app.db, user.uid, page.page_id) : []),

  historyInfo: ({ app, user, page, input }) => callInfo(app, user, { page_id: page.page_id, id: input.id }),

  async historyDelete({ app, user, page, input }) {
    await removeCalls(app.db, { uid: user.uid, page_id: page.page_id, id: input.id })
    return []
  },

  cookies: ({ app, user, item, input }) => listCookies(app, user, item, input.env_id),

  async cookiesClear({ app, user, item, input }) {
    await clearCookies(app, user, item, input)
    return []
  },

  environments: ({ app, user, item }) => getEnvironments(app, user, item),

  environmentSave: ({ app, item, input }) => saveEnvironment(app, item, input),

  async environmentDelete({ app, item, input }) {
    await deleteEnvironment(app, item, input.env_id)
    return []
  },

  async secretSave({ app, user, item, input }) {
    await saveSecret(app, user, item, input)
    return []
  },
}
