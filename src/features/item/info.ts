import { getItemType } from '#shared/item-types.ts'
import { hasPermission, type ItemAccess } from '#src/access/item-access.ts'
import type { Visitor } from '#src/access/permissions.ts'
import { findItem, findItemByDomain, findItemOfPage } from '#src/access/queries.ts'
import { isPublic, visibilityOf } from '#src/access/visibility.ts'
import { verifyVisitPassword } from '#src/access/visit-password.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { hashSecret, newSecret } from '#src/core/secrets.ts'
import { findSite, siteForReader } from '#src/features/docs-site/index.ts'
import { countUnread } from '#src/features/message/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { findPageToOpen, menuFor, searchMenu } from './menu.ts'
import { findItemDetail, insertVisitGrant } from './queries.ts'
import { parseGlobalParam } from './rules.ts'

// Source: security 3, Tokens and sessions.
const grantSeconds = 12 * 3600

/** An open visit: the item and its grant, which lasts `maxAge` seconds. */
interface Visit {
  item_id: number
  grant: string
  maxAge: number
}

/**
 * Checks an access password and creates the visit grant that the browser stores; a public item needs none.
 *
 * @throws {AppError} itemUnknown, itemPasswordWrong, tooManyTries
 */
export async function openVisit(
  app: App,
  ip: string,
  at: { item_id?: number | string | undefined; page_id: number },
  password: string,
): Promise<Visit | undefined> {
  const item =
    typeof at.item_id === 'string'
      ? await findItemByDomain(app.db, { item_domain: at.item_id.toLowerCase() })
      : at.item_id
        ? await findItem(app.db, { item_id: at.item_id })
        : (await findItemOfPage(app.db, { page_id: at.page_id }))?.item
  // A missing item gets the same response as a wrong password, so that nobody learns which items exist.
  const name = String(at.item_id ?? `page ${at.page_id}`).toLowerCase()
  const fits = await verifyVisitPassword(app, item, { ip, password, name, isSentAlong: false })
  if (!item || !fits) return fail('itemPasswordWrong')
  if (isPublic(item)) return undefined
  const grant = newSecret()
  await insertVisitGrant(app.db, {
    grant_hash: hashSecret(grant),
    item_id: item.item_id,
    password_version: item.password_version,
    expire_time: nowSeconds(app) + grantSeconds,
  })
  return { item_id: item.item_id, grant, maxAge: grantSeconds }
}

/** The settings of an AI assistant for readers, which existing clients read. There is no such assistant. */
export const noAssistant = { enabled: 0, dialog_collapsed: 1, guest_enabled: 0, welcome_message: '', system_prompt: '' }

/** Returns an opened item: its fields, the caller's permissions, its menu, and the page to show first. */
export async function openItem(
  app: App,
  item: ItemAccess,
  visitor: Visitor,
  input: { page_id: number; default_page_id: number; keyword: string },
) {
  const { user } = visitor
  const row = (await findItemDetail(app.db, item.item_id)) ?? fail('itemUnknown')
  const type = getItemType(row.item_type)
  const options = await readOptions(app.db)
  const keyword = input.keyword.trim()
  const { menu, sent } = keyword === '' ? await menuFor(app, item, user) : await searchMenu(app, item, keyword)
  const docs_site = await siteForReader(app, visitor, row)
  const home = docs_site ? ((await findSite(app.db, item.item_id))?.home_page_id ?? 0) : 0
  const place = findPageToOpen(menu, input.page_id || input.default_page_id || home)
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
    docs_site,
  }
}
