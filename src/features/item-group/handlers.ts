import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { listGroups } from './queries.ts'
import { deleteGroup, saveGroup, sortGroups } from './service.ts'

/** The endpoints for a user's own groups of items. */
export const itemGroup: Handlers<typeof contract.itemGroup> = {
  getList: ({ app, user }) => listGroups(app.db, user.uid),

  save: ({ app, user, input }) => saveGroup(app, user, input),

  async delete({ app, user, input }) {
    await deleteGroup(app, user, input.id)
    return { success: true }
  },

  async saveSort({ app, user, input }) {
    await sortGroups(app, user, input.groups)
    return []
  },
}
