import type { contract } from '#shared/contract/index.ts'
import type { User } from '#src/access/caller.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { findTemplate, listItemTemplates, listShares, listSharesOf, listTemplates, removeTemplate } from './queries.ts'
import { saveTemplate, shareTemplate } from './service.ts'

async function myTemplates({ app, user }: { app: App; user: User }) {
  const [templates, shares] = await Promise.all([listTemplates(app.db, user.uid), listSharesOf(app.db, user.uid)])
  const sharesOf = Map.groupBy(shares, (share) => share.template_id)
  return templates.map((template) => {
    const share_item = sharesOf.get(template.id) ?? []
    return { ...template, share_item, share_item_count: share_item.length }
  })
}

/** Implements the template calls. */
export const template: Handlers<typeof contract.template> = {
  getMyList: myTemplates,

  getList: myTemplates,

  async getItemList({ app, item }) {
    const shared = await listItemTemplates(app.db, item.item_id)
    return shared.map((one) => ({ ...one, name: one.name ?? undefined }))
  },

  save: async ({ app, user, input }) => ({ id: await saveTemplate(app, user, input) }),

  async delete({ app, user, input }) {
    if (!(await removeTemplate(app.db, user.uid, input.id))) fail('templateGone')
    return []
  },

  async shareToItem({ app, user, input, targets }) {
    await shareTemplate(app, user, input.template_id, targets.items)
    return []
  },

  async getShareItemList({ app, user, input }) {
    const { id } = (await findTemplate(app.db, user.uid, input.template_id)) ?? fail('templateGone')
    return listShares(app.db, id)
  },
}
