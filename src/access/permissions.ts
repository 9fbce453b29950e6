import type { ItemRight } from '#shared/contract/endpoint.ts'
import type { App } from '#src/core/app.ts'
import { nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { hashSecret } from '#src/core/secrets.ts'
import type { Db } from '#src/db/database.ts'
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

/** The credentials of a caller: the signed-in user, and the grants of password screens they have passed. */
export interface Visitor {
  user: User | undefined
  /** Returns the browser's visit grant for an item, if any. */
  grantOf(item_id: number): string | undefined
  /** The access password that the request itself contains, as ShowDoc's clients send it. */
  itemPassword: string | undefined
  /** The client's address, by which guesses are counted. */
  ip: string
}

/** A visitor without any credentials. */
export const anonymousVisitor: Visitor = { user: undefined, grantOf: () => undefined, itemPassword: undefined, ip: '' }

/** What `itemRight` returns: the permission and, for a limited member, the first-level catalogs. */
interface EffectivePermission {
  right: ItemRight
  limit: number[] | undefined
}

const idsOf = (list: string): number[] =>
  list
    .split(',')
    .map(Number)
    .filter((id) => id > 0)

/**
 * Returns the permission of `user` on `item` as owner, administrator or member; undefined when they have none.
 * Memberships of the user and of their teams are combined, and the highest permission wins; a limit applies only when
 * every membership with that permission is limited.
 */
async function ownRight(
  db: Db,
  user: Pick<User, 'uid' | 'groupid'>,
  item: ItemRow,
): Promise<EffectivePermission | undefined> {
  if (user.uid === item.uid || user.groupid === 1) return { right: 'manage', limit: undefined }
  return combineMemberships(await listMemberships(db, { uid: user.uid, item_id: item.item_id }))
}

/**
 * Returns the permission of a user on an item as owner, administrator or member; undefined when they have none. For
 * what the server sends by itself: public visibility does not count.
 */
export const findOwnRight: typeof ownRight = ownRight

/** A membership in an item, direct or through a team. */
interface Membership {
  member_group_id: number
  cat_ids: string
}

/** Combines all memberships of a user in one item; undefined for none. */
export function combineMemberships(memberships: readonly Membership[]): EffectivePermission | undefined {
  if (memberships.length === 0) return undefined
  const group = Math.max(...memberships.map((one) => one.member_group_id))
  const deciding = memberships.filter((one) => one.member_group_id === group)
  const unlimited = group === 2 || deciding.some((one) => one.cat_ids === '')
  const limit = unlimited ? undefined : [...new Set(deciding.flatMap((one) => idsOf(one.cat_ids)))]
  return { right: rightOfGroup[group] ?? 'view', limit }
}

/**
 * Returns the permission of a visitor on `item`, by membership, visibility or password; undefined when they may not
 * view it.
 */
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

/** Returns the catalogs of a limit with all their descendants. */
export async function subtree(db: Db, item_id: number, limit: number[]): Promise<Set<number>> {
  const rows = await listCatalogParents(db, { item_id })
  // A catalog that was moved to another item or deleted no longer grants anything.
  const known = new Set(rows.map((row) => row.cat_id))
  const inside = new Set(limit.filter((cat_id) => known.has(cat_id)))
  // There are three levels, so two rounds reach every descendant.
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

// Behaves as for an item with another password: it takes as long, and counts as a guess.
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
 * Checks `right` on the item `ref`, an id or an own address, and returns the proof.
 *
 * @throws {AppError} itemUnknown for an address that no item has; itemPasswordNeeded when the caller may not see the
 *   item, and also for an unknown id, so that nobody can find out which ids exist; noRight; notLoggedIn
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

/** Whether a user is the owner, an administrator or a member of an item. Public visibility does not count. */
export const isItemMember = async (db: Db, user: Pick<User, 'uid' | 'groupid'>, item: ItemRow): Promise<boolean> =>
  (await ownRight(db, user, item)) !== undefined

/** Whether the caller manages the item; also false when the item does not exist. */
export async function isItemManager(app: App, visitor: Visitor, item_id: number): Promise<boolean> {
  const item = await findItem(app.db, { item_id })
  if (!visitor.user || !item) return false
  return (await ownRight(app.db, visitor.user, item))?.right === 'manage'
}

/**
 * Checks `right` on the item of the page `page_id` and returns the proof with the page.
 *
 * @throws {AppError} pageGone for a page that does not exist or is outside the catalogs that the caller is limited to;
 *   and those of `requireItem`
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
 * Whether a user may read a page as owner, administrator or member, within the catalogs they are limited to. Public
 * visibility does not count: this decides who is notified of a page.
 *
 * @param isOpenEnough whether public visibility counts after all for a user without a membership: those who take part
 *   in a page's comments are notified of replies
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
 * Checks `right` on the item of the catalog `cat_id` and returns the proof with the catalog.
 *
 * @throws {AppError} catalogGone for a catalog that does not exist, is outside the catalogs that the caller is limited
 *   to, or belongs to an item that the caller may not see; and noRight, notLoggedIn of `requireItem`
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
 * Rejects a write to an item that has been archived or deleted in the meantime. Call it with the handle that writes: an
 * operation may have waited for another transaction since its permissions were checked.
 *
 * @throws {AppError} itemArchived, itemPasswordNeeded
 */
export async function requireWritable(db: Db, item: ItemAccess): Promise<ItemRow> {
  const now = (await findItem(db, item)) ?? fail('itemPasswordNeeded')
  if (now.is_archived) fail('itemArchived')
  return now
}
