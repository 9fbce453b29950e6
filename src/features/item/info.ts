import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import { hasPermission, type ItemAccess } from '#src/access/item-access.ts'
import { visibilityOf } from '#src/access/visibility.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { countUnread } from '#src/features/message/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { findPageToOpen, menuFor, searchMenu } from './menu.ts'
import { findItemDetail } from './queries.ts'
import { parseGlobalParam } from './rules.ts'

/** The settings of an AI assistant for readers, which existing clients read. There is no such assistant. */
export const noAssistant = { enabled: 0, dialog_collapsed: 1, guest_enabled: 0, welcome_message: '', system_prompt: '' }

/** Returns an opened item: its fields, the caller's permissions, its menu, and the page to show first. */
export async function openItem(
  app: App,
  item: ItemAccess,
  user: User | undefined,
  input: { page_id: number; default_page_id: number; keyword: string },
) {
  const row = (await findItemDetail(app.db, item.item_id)) ?? fail('itemUnknown')
  const type = getItemType(row.item_type)
  const options = await readOptions(app.db)
  const keyword = input.keyword.trim()
  const { menu, sent } = keyword === '' ? await menuFor(app, item, user) : await searchMenu(app, item, keyword)
  const place = findPageToOpen(menu, input.page_id || input.default_page_id)
  const [default_cat_id2 = 0, default_cat_id3 = 0, default_cat_id4 = 0] = place?.cat_ids ?? []
  // An archived item is read-only for everyone; an API client item is edited in its client. Source: specification 4, 6.
  const editable = !row.is_archived && type.editor !== 'apiClient'
  const item_edit = editable && hasPermission(item, 'edit')
  const item_manage = editable && hasPermission(item, 'manage')
  return {
    ...row,
    default_page_id: String(place?.page_id ?? 0),
    default_cat_id2,
    default_cat_id3,
    default_cat_id4,
    unread_count: user ? await countUnread(app.db, user.uid) : 0,
    menu: sent,
    is_login: user !== undefined,
    is_private: row.password === '' ? 0 : 1,
    visibility: visibilityOf(row),
    item_edit,
    item_manage,
    is_limited: item.catalogs !== undefined,
    // Old clients know these two fields by these names.
    ItemPermn: item_edit,
    ItemCreator: item_manage,
    current_page_id: input.page_id,
    allow_comment: type.allowsFeedback ? row.allow_comment : 0,
    allow_feedback: type.allowsFeedback ? row.allow_feedback : 0,
    global_param: type.editor === 'apiClient' || row.global_param !== '' ? parseGlobalParam(row.global_param) : [],
    show_watermark: options.show_watermark ? 1 : 0,
    ai_knowledge_base_enabled: 0,
    ai_config: noAssistant,
  }
}
