import type { contract } from '#contract/index.ts'
import { passwordMask } from '#contract/item.ts'
import { holds } from '#src/access/item-access.ts'
import { fail } from '#src/core/errors.ts'
import { networkOf } from '#src/core/limiter.ts'
import { requireCaptcha } from '#src/features/captcha/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { requireOwnPassword } from '#src/features/user/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { menuFor, pageToOpen } from './menu.ts'
import { findItemDetail, listItemsOf } from './queries.ts'
import { addItem, openVisit, removeItem, saveItem } from './service.ts'

/** Items. */
export const item: Handlers<typeof contract.item> = {
  async myList({ app, user, input }) {
    const rows = await listItemsOf(app.db, user.uid)
    const shown = input.original ? rows.filter((row) => row.uid === user.uid) : rows
    return shown.map(({ star_uid, member_group, team_group, password, page_count, ...row }) => ({
      ...row,
      s_number: 0,
      creator: row.uid === user.uid ? 1 : 0,
      manage: row.uid === user.uid || Math.max(member_group ?? 0, team_group ?? 0) === 2 ? 1 : 0,
      is_private: password === '' ? 0 : 1,
      is_star: star_uid === null ? 0 : 1,
      page_count: page_count ?? 0,
    }))
  },

  add: async ({ app, user, input }) => ({ item_id: await addItem(app, user, input.item_type, input) }),

  async detail({ app, item }) {
    const row = (await findItemDetail(app.db, item.item_id)) ?? fail('itemUnknown')
    return { ...row, password: row.password === '' ? '' : passwordMask }
  },

  async update({ app, item, input }) {
    await saveItem(app, item, input)
    return { success: true }
  },

  async delete({ app, item, user, input, request }) {
    await requireOwnPassword(app, request.ip, user, input.password)
    await removeItem(app, item)
    request.log.info({ uid: user.uid, item_id: item.item_id }, 'item deleted')
    return { success: true }
  },

  async info({ app, item, user, input }) {
    const row = (await findItemDetail(app.db, item.item_id)) ?? fail('itemUnknown')
    const [options, menu] = await Promise.all([readOptions(app.db), menuFor(app, item, user)])
    // An archived item is read-only for everybody; one of an API client is edited there. Source: specification 4, 6.
    const editable = !row.is_archived && row.item_type !== 3
    const item_edit = editable && holds(item, 'edit')
    const item_manage = editable && holds(item, 'manage')
    return {
      ...row,
      default_page_id: String(pageToOpen(menu, input.page_id || input.default_page_id)),
      unread_count: 0,
      menu,
      is_login: user !== undefined,
      is_private: row.password === '' ? 0 : 1,
      item_edit,
      item_manage,
      ItemPermn: item_edit,
      ItemCreator: user?.uid === row.uid,
      current_page_id: input.page_id,
      global_param: [],
      show_watermark: options.show_watermark ? 1 : 0,
    }
  },

  async pwd({ app, input, request }) {
    await requireCaptcha(app, input, app.limiter.used(`visit:${networkOf(request.ip)}`, 30, 15 * 60_000))
    const visit = await openVisit(app, request.ip, input, input.password)
    if (visit) request.grantVisit(visit.item_id, visit.grant, visit.maxAge)
    const target = Buffer.from(input.refer_url ?? '', 'base64').toString('utf8')
    // Only a path of this site: the answer must not send anybody elsewhere.
    return { refer_url: /^\/(?![/\\])[^\s\\]*$/.test(target) ? target : '' }
  },
}
