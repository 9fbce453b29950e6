import type { contract } from '#shared/contract/index.ts'
import { maskPassword } from '#src/access/visibility.ts'
import { failedVisits } from '#src/access/visit-password.ts'
import { nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { actorOf } from '#src/features/audit/index.ts'
import { requireCaptcha } from '#src/features/captcha/index.ts'
import { changesFor } from '#src/features/change-log/index.ts'
import { groupsOfItem } from '#src/features/item-group/index.ts'
import { searchItem } from '#src/features/search/index.ts'
import { requireOwnPassword } from '#src/features/user/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { copyItem } from './copy.ts'
import { noAssistant, openItem, openVisit } from './info.ts'
import { leaveItem, myItems, sortItems } from './my-items.ts'
import { findItemDetail, removeStar, upsertStar } from './queries.ts'
import {
  addItem,
  archiveItem,
  getOrCreateKey,
  readGlobalParam,
  removeItem,
  resetKey,
  saveGlobalParam,
  saveItem,
  transferItem,
} from './service.ts'

/** The endpoints for items. */
export const item: Handlers<Omit<typeof contract.item, 'updateByApi'>> = {
  myList: ({ app, user, input, request }) => myItems(app, user, request.visitor, input),

  async add({ app, user, input, request, targets: { source } }) {
    if (!source) return { item_id: await addItem(app, user, input.item_type, input) }
    return { item_id: await copyItem(app, { user, visitor: request.visitor }, source, input) }
  },

  async detail({ app, item, user }) {
    const row = (await findItemDetail(app.db, item.item_id)) ?? fail('itemUnknown')
    return {
      ...maskPassword(row),
      group_ids: await groupsOfItem(app.db, user.uid, item.item_id),
      ai_config: noAssistant,
    }
  },

  async update({ app, item, user, input, request }) {
    await saveItem(app, item, actorOf(user, request), input)
    return { success: true }
  },

  async archive({ app, item, user, input, request }) {
    await requireOwnPassword(app, request.ip, user, input.password)
    await archiveItem(app, item, actorOf(user, request))
    request.log.info({ uid: user.uid, item_id: item.item_id }, 'item archived')
    return { success: true }
  },

  async attorn({ app, item, user, input, request }) {
    await requireOwnPassword(app, request.ip, user, input.password)
    const row = await transferItem(app, item, actorOf(user, request), input.username)
    request.log.info({ uid: user.uid, item_id: item.item_id, to_uid: row.uid }, 'item transferred')
    return maskPassword(row)
  },

  async delete({ app, item, user, input, request }) {
    await requireOwnPassword(app, request.ip, user, input.password)
    await removeItem(app, item, actorOf(user, request))
    request.log.info({ uid: user.uid, item_id: item.item_id }, 'item deleted')
    return { success: true }
  },

  search: ({ app, item, input }) => searchItem(app.db, item, input.keyword),

  info: ({ app, item, input, request }) => openItem(app, item, request.visitor, input),

  async star({ app, item, user, input }) {
    await upsertStar(app.db, user.uid, item.item_id, nowSeconds(app))
    return { id: input.item_id }
  },

  async unstar({ app, user, input }) {
    await removeStar(app.db, user.uid, input.item_id)
    return []
  },

  async sort({ app, user, input }) {
    await sortItems(app, user, input.item_group_id, input.data)
    return []
  },

  async exitItem({ app, user, input, request }) {
    await leaveItem(app, actorOf(user, request), input.item_id)
    return []
  },

  getKey: async ({ app, item }) => (await getOrCreateKey(app, item)) ?? fail('itemUnknown'),

  resetKey: async ({ app, item, user, request }) =>
    (await resetKey(app, item, actorOf(user, request))) ?? fail('itemUnknown'),

  getGlobalParam: ({ app, item }) => readGlobalParam(app, item),

  setGlobalParam: ({ app, item, input }) => saveGlobalParam(app, item, input.global_param),

  getChangeLog: ({ app, item, user, input, request }) => changesFor(app, item, user, request.lang, input),

  async pwd({ app, input, request }) {
    await requireCaptcha(app, input, failedVisits(app, request.ip))
    const visit = await openVisit(app, request.ip, input, input.password)
    if (visit) request.grantVisit(visit.item_id, visit.grant, visit.maxAge)
    const target = Buffer.from(input.refer_url ?? '', 'base64').toString('utf8')
    // Only a path of this site is returned: the response must not redirect anyone elsewhere.
    return { refer_url: /^\/(?![/\\])[^\s\\]*$/.test(target) ? target : '' }
  },
}
