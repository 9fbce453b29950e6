import type { ItemRight } from '#contract/endpoint.ts'
import type { App } from '#src/core/app.ts'
import { nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { hashSecret } from '#src/core/secrets.ts'
import type { Db } from '#src/db/open.ts'
import type { User } from './caller.ts'
import { hasPermission, type ItemAccess, type ItemRow, isInScope } from './item-access.ts'
import {
  type CatalogRow,
  findCatalogById,
  findItem,
  findItemByDomain,
  findItemOfPage,
  findVisitGrant,
  listCatalogParents,
  listMemberships,
  type PageRow,
} from './queries.ts'
import { isLoginForced } from './site-policy.ts'
import { isPublic, visibilityOf } from './visibility.ts'
import { verifyVisitPassword } from './visit-password.ts'

const rightOfGroup: readonly ItemRight[] = ['view', 'edit', 'manage']

/** What a person brings to the door of an item: who they are, and the grants of password screens they have passed. */
export interface Visitor {
  user: User | undefined
  /** The visit grant that the browser holds for an item, if any. */
  grantOf(item_id: number): string | undefined
  /** The access password that came with the request itself, as ShowDoc's clients send it. */
  itemPassword: string | undefined
  /** The client's address, which guesses are counted by. */
  ip: string
}

/** What `itemRight` finds: the right and, for a limited member, the first-level catalogs. */
export interface EffectivePermission {
  right: ItemRight
  limit: number[] | undefined
}

const idsOf = (list: string): number[] =>
  list
    .split(',')
    .map(Number)
    .filter((id) => id > 0)

/**
 * What `user` may do with `item` in their own name; undefined when they are nobody there. Memberships of the person and of
 * their teams add up, the larger right wins; a limit holds only when every membership with that right is limited.
 */
async function ownRight(
  db: Db,
  user: Pick<User, 'uid' | 'groupid'>,
  item: ItemRow,
): Promise<EffectivePermission | undefined> {
  if (user.uid === item.uid || user.groupid === 1) return { right: 'manage', limit: undefined }
  return combineMemberships(await listMemberships(db, { uid: user.uid, item_id: item.item_id }))
}

/** What somebody is in an item, on their own or through a team. */
interface Membership {
  member_group_id: number
  cat_ids: string
}

/** What memberships in one item add up to; undefined for none. */
export function combineMemberships(memberships: readonly Membership[]): EffectivePermission | undefined {
  if (memberships.length === 0) return undefined
  const group = Math.max(...memberships.map((one) => one.member_group_id))
  const deciding = memberships.filter((one) => one.member_group_id === group)
  const unlimited = group === 2 || deciding.some((one) => one.cat_ids === '')
  const limit = unlimited ? undefined : [...new Set(deciding.flatMap((one) => idsOf(one.cat_ids)))]
  return { right: rightOfGroup[group] ?? 'view', limit }
}

/** What a visitor may do with `item`, by their own right or as anybody who knows its password; undefined when not even view. */
async function itemRight(app: App, visitor: Visitor, item: ItemRow): Promise<EffectivePermission | undefined> {
  const own = visitor.user && (await ownRight(app.db, visitor.user, item))
  if (own) return own
  if (isPublic(item)) return { right: 'view', limit: undefined }
  const grant = visitor.grantOf(item.item_id)
  if (grant && (await isGranted(app, item, grant))) return { right: 'view', limit: undefined }
  const { ip, itemPassword: password } = visitor
  if (password && (await verifyVisitPassword(app, item, { ip, password, isSentAlong: true })))
    return { right: 'view', limit: undefined }
  return undefined
}

async function isGranted(app: App, item: ItemRow, grant: string): Promise<boolean> {
  const row = await findVisitGrant(app.db, hashSecret(grant))
  return (
    visibilityOf(item) === 'password' &&
    row?.item_id === item.item_id &&
    row.password_version === item.password_version &&
    row.expire_time > nowSeconds(app)
  )
}

/** The catalogs of a limit with all that lie below them. */
export async function subtree(db: Db, item_id: number, limit: number[]): Promise<Set<number>> {
  const rows = await listCatalogParents(db, { item_id })
  // A catalog that has moved to another item, or is deleted, opens nothing any more.
  const known = new Set(rows.map((row) => row.cat_id))
  const inside = new Set(limit.filter((cat_id) => known.has(cat_id)))
  // Three levels: two rounds reach everything.
  for (let round = 0; round < 2; round++) {
    for (const row of rows) if (inside.has(row.parent_cat_id)) inside.add(row.cat_id)
  }
  return inside
}

async function authorize<R extends ItemRight>(
  app: App,
  visitor: Visitor,
  item: ItemRow,
  right: R,
  unseen: 'itemPasswordNeeded' | 'catalogGone' = 'itemPasswordNeeded',
): Promise<ItemAccess<R>> {
  const found = await itemRight(app, visitor, item)
  if (!found) fail(unseen)
  if (!visitor.user && (await isLoginForced(app))) fail('loginForced')
  if (!hasPermission(found, right)) fail(visitor.user ? 'noRight' : 'notLoggedIn')
  const catalogs = found.limit && (await subtree(app.db, item.item_id, found.limit))
  return { ...item, right: found.right, catalogs } as ItemAccess<R>
}

// As with an item whose password is another one: it takes as long, and counts as a guess.
async function failUnseen(
  app: App,
  visitor: Visitor,
  ref: number | string,
  unseen: 'itemPasswordNeeded' | 'catalogGone' = 'itemPasswordNeeded',
): Promise<never> {
  const { ip, itemPassword: password } = visitor
  if (password) await verifyVisitPassword(app, undefined, { ip, password, name: ref, isSentAlong: true })
  return fail(unseen)
}

/**
 * Proof of `right` on the item `ref`, an id or an own address.
 *
 * @throws {AppError} itemUnknown for an address that no item has; itemPasswordNeeded when the caller may not see it, which is
 *   also what an unknown id gives, so that nobody learns which exist; noRight; notLoggedIn
 */
export async function requireItem<R extends ItemRight>(
  app: App,
  visitor: Visitor,
  ref: number | string,
  right: R,
): Promise<ItemAccess<R>> {
  const item =
    typeof ref === 'number'
      ? await findItem(app.db, { item_id: ref })
      : await findItemByDomain(app.db, { item_domain: ref.toLowerCase() })
  if (!item && typeof ref === 'string') return fail('itemUnknown')
  if (!item) return failUnseen(app, visitor, ref)
  return authorize(app, visitor, item, right)
}

/** Whether a person is somebody in an item in their own name: owner, administrator or member. That it is open to all does not count. */
export const isItemMember = async (db: Db, user: Pick<User, 'uid' | 'groupid'>, item: ItemRow): Promise<boolean> =>
  (await ownRight(db, user, item)) !== undefined

/** Whether the caller manages the item; false also for one that is not there. */
export async function isItemManager(app: App, visitor: Visitor, item_id: number): Promise<boolean> {
  const item = await findItem(app.db, { item_id })
  if (!visitor.user || !item) return false
  return (await ownRight(app.db, visitor.user, item))?.right === 'manage'
}

/**
 * Proof of `right` on the item that the page `page_id` belongs to, with the page.
 *
 * @throws {AppError} pageGone for a page that is not there, or lies outside the catalogs that the caller is limited to; and those of
 *   `requireItem`
 */
export async function requirePage<R extends ItemRight>(
  app: App,
  visitor: Visitor,
  page_id: number,
  right: R,
): Promise<{ item: ItemAccess<R>; page: PageRow }> {
  const found = await findItemOfPage(app.db, { page_id })
  if (!found) return fail('pageGone')
  const { page, item } = found
  const access = await authorize(app, visitor, item, right)
  if (access.catalogs && !access.catalogs.has(page.cat_id)) fail('pageGone')
  if (page.is_draft && page.author_uid !== visitor.user?.uid) fail('pageGone')
  return { item: access, page }
}

/**
 * Whether a person may read a page in their own name: as owner, administrator or member, inside the catalogs they are limited
 * to. That anybody may read an open item does not count: this decides who hears of a page.
 *
 * @param isOpenEnough whether it counts after all, for somebody who is nobody in the item: who talks with its readers hears them
 */
export async function canReadPage(
  db: Db,
  user: Pick<User, 'uid' | 'groupid'>,
  { item, page }: { item: ItemRow; page: PageRow },
  isOpenEnough = false,
): Promise<boolean> {
  if (page.is_draft && page.author_uid !== user.uid) return false
  const own = await ownRight(db, user, item)
  if (!own) return isOpenEnough && isPublic(item)
  return !own.limit || (await subtree(db, item.item_id, own.limit)).has(page.cat_id)
}

/**
 * Proof of `right` on the item that the catalog `cat_id` belongs to, with the catalog.
 *
 * @throws {AppError} catalogGone for a catalog that is not there, lies outside the catalogs that the caller is limited to, or
 *   belongs to an item that the caller may not see; and noRight, notLoggedIn of `requireItem`
 */
export async function requireCatalog<R extends ItemRight>(
  app: App,
  visitor: Visitor,
  cat_id: number,
  right: R,
): Promise<{ item: ItemAccess<R>; catalog: CatalogRow }> {
  const catalog = await findCatalogById(app.db, { cat_id })
  const item = catalog && (await findItem(app.db, catalog))
  if (!catalog || !item) return failUnseen(app, visitor, `catalog ${cat_id}`, 'catalogGone')
  const access = await authorize(app, visitor, item, right, 'catalogGone')
  if (!isInScope(access, cat_id)) fail('catalogGone')
  return { item: access, catalog }
}

/**
 * Refuses a write to an item that is archived or deleted by now. Called with the handle that writes: a deed may have
 * waited for another one's transaction since its rights were checked.
 *
 * @throws {AppError} itemArchived, itemPasswordNeeded
 */
export async function requireWritable(db: Db, item: ItemAccess): Promise<ItemRow> {
  const now = (await findItem(db, item)) ?? fail('itemPasswordNeeded')
  if (now.is_archived) fail('itemArchived')
  return now
}
