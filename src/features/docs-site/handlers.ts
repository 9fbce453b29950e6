import type { contract } from '#shared/contract/index.ts'
import { actorOf } from '#src/features/audit/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import {
  addVersion,
  dropLogo,
  findSamePage,
  openLogo,
  readSettings,
  removeVersion,
  saveSettings,
  setMain,
  storeLogo,
} from './service.ts'

/** Implements the calls for items that are docs sites of their own. */
export const docsSite: Handlers<typeof contract.docsSite> = {
  detail: ({ app, item, user, request }) => readSettings(app, item, { user, visitor: request.visitor }),

  async save({ app, item, user, input, request }) {
    const by = { user, visitor: request.visitor, actor: actorOf(user, request) }
    await saveSettings(app, item, by, input)
    return readSettings(app, item, by)
  },

  uploadLogo: async ({ app, item, user, file, request }) => ({
    logo_url: await storeLogo(app, item, { actor: actorOf(user, request) }, file),
  }),

  async removeLogo({ app, item, user, request }) {
    await dropLogo(app, item, { actor: actorOf(user, request) })
    return []
  },

  logo: ({ app, item }) => openLogo(app, item),

  async addVersion({ app, item, user, input, request, targets: { version } }) {
    if (version) await addVersion(app, item, version, { actor: actorOf(user, request) }, input.version_name)
    return []
  },

  async removeVersion({ app, item, user, input, request }) {
    await removeVersion(app, item, { actor: actorOf(user, request) }, input.version_item_id)
    return []
  },

  async setMain({ app, item, user, request, targets: { version } }) {
    if (version) await setMain(app, item, version, { actor: actorOf(user, request) })
    return []
  },

  samePage: async ({ app, item, input }) => ({
    page_id: String((await findSamePage(app.db, item, input.page_id)) ?? 0),
  }),
}
