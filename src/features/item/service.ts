import { randomBytes, randomInt } from 'node:crypto'
import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess, ItemRow } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { findItem } from '#src/access/queries.ts'
import { visibilityOf } from '#src/access/visibility.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { isUniqueViolation } from '#src/db/engine.ts'
import { type Actor, type AuditEntry, insertAudit } from '#src/features/audit/index.ts'
import { setGroupsOfItem } from '#src/features/item-group/index.ts'
import { insertPage } from '#src/features/page/index.ts'
import { findUserByName, usernameKey } from '#src/features/user/index.ts'
import {
  findItemDetail,
  findItemKey,
  insertItem,
  insertItemKey,
  removeMember,
  updateItem,
  updateItemPassword,
  updateItemToken,
} from './queries.ts'
import { parseDomain, parseGlobalParam, parseObject } from './rules.ts'
import { storedPassword, typedHash, type VisibilityChoice } from './visibility.ts'

// Everyone who opens the item receives all of it.
const mostCharacters = 200_000

/** Lists of rows as the API client writes them; fields that are undefined stay unchanged. */
type GlobalParamChange = Partial<Record<'query' | 'body' | 'header' | 'cookies', Record<string, unknown>[] | undefined>>

/** Returns the parameters that are added to every request of an item's API pages. */
export async function readGlobalParam(app: App, item: ItemAccess) {
  const row = (await findItemDetail(app.db, item.item_id)) ?? fail('itemUnknown')
  return parseGlobalParam(row.global_param)
}

/**
 * Changes the parameters that are added to every request of an item's API pages. They apply to the whole item, so
 * members who are limited to catalogs may not change them. Other fields that an API client stores there are preserved.
 *
 * @throws {AppError} noRight, itemArchived, textTooLong
 */
export const saveGlobalParam = (app: App, item: ItemAccess<'edit'>, change: GlobalParamChange) =>
  transact(app.db, async (tx) => {
    if (item.catalogs !== undefined) fail('noRight')
    await requireWritable(tx, item)
    const row = (await findItemDetail(tx, item.item_id)) ?? fail('itemUnknown')
    const given = Object.fromEntries(Object.entries(change).filter(([, rows]) => rows !== undefined))
    const global_param = JSON.stringify({ ...parseObject(row.global_param), ...given })
    if (global_param.length > mostCharacters) fail('textTooLong', { field: 'global_param', most: mostCharacters })
    await updateItem(tx, item.item_id, { global_param })
    return parseGlobalParam(global_param)
  })

// 32 unguessable hexadecimal digits followed by a number, the form in which existing clients know keys. Source:
// reference, api-facts 20.
const newKey = (): string => randomBytes(16).toString('hex') + randomInt(1_000_000_000)

async function makeKey(tx: Tx, item_id: number, addtime: number) {
  await insertItemKey(tx, { item_id, api_key: newKey(), api_token: newKey(), addtime })
  return findItemKey(tx, item_id)
}

/**
 * Returns the open API key of an item, creating it on the first request.
 *
 * @throws {AppError} itemArchived when there is no key yet
 */
export async function getOrCreateKey(app: App, item: ItemAccess<'manage'>) {
  const known = await findItemKey(app.db, item.item_id)
  if (known) return known
  return transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    return (await findItemKey(tx, item.item_id)) ?? makeKey(tx, item.item_id, nowSeconds(app))
  })
}

/** Adds an entry about an item to the audit log, in the transaction of what was done. */
const logItem = (
  tx: Tx,
  actor: Actor,
  action: AuditEntry['action'],
  { item_id, item_name }: { item_id: number; item_name: string },
  now: number,
  more = '',
) => insertAudit(tx, { ...actor, action, object_type: 'item', object_id: item_id, detail: `${item_name}${more}` }, now)

/** Replaces the secret half of an item's key; the former key stops working at once. @throws {AppError} itemArchived */
export const resetKey = (app: App, item: ItemAccess<'manage'>, actor: Actor) =>
  transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    await updateItemToken(tx, item.item_id, newKey())
    await logItem(tx, actor, 'apiKeyReset', item, nowSeconds(app))
    return (await findItemKey(tx, item.item_id)) ?? makeKey(tx, item.item_id, nowSeconds(app))
  })

/** The fields of a new item. */
export interface ItemInput extends VisibilityChoice {
  /** Empty is rejected, or in a copy means the source's name. The same applies to the description. */
  item_name: string
  item_description: string
  item_domain: string
  item_group_id: number
  item_group_ids?: number[] | undefined
  allow_comment: boolean
  allow_feedback: boolean
}

/** Returns the user's groups that a new item goes into. */
export const groupsIn = (input: Pick<ItemInput, 'item_group_id' | 'item_group_ids'>): number[] => [
  ...(input.item_group_ids ?? []),
  ...(input.item_group_id === 0 ? [] : [input.item_group_id]),
]

const onDomainTaken =
  (domain: string) =>
  (error: unknown): never => {
    if (isUniqueViolation(error, 'item_domain')) fail('domainTaken', { domain })
    throw error
  }

/** The fields that `insertNewItem` writes. */
interface NewItem {
  item_name: string
  item_description: string
  item_domain: string
  item_type: number
  /** The result of `storedPassword`. */
  password: string
  allow_comment?: number
  allow_feedback?: number
  global_param?: string
}

/** Inserts an item and returns its id. @throws {AppError} domainTaken */
export const insertNewItem = (tx: Tx, owner: User, row: NewItem, now: number): Promise<number> =>
  insertItem(tx, { ...row, uid: owner.uid, addtime: now, last_update_time: now }).catch(onDomainTaken(row.item_domain))

/**
 * Creates an item. A single-page item gets its page at once.
 *
 * @returns its id
 * @throws {AppError} itemNameNeeded, privateNeedsPassword, domainBad, domainTaken, itemGroupGone
 */
export async function addItem(app: App, owner: User, item_type: number, input: ItemInput): Promise<number> {
  const { item_name, item_description } = input
  if (item_name === '') fail('itemNameNeeded')
  const item_domain = parseDomain(input.item_domain)
  const password = storedPassword(input, await typedHash(input))
  const now = nowSeconds(app)
  const { isOnePage, allowsFeedback } = getItemType(item_type)
  const row = {
    item_name,
    item_description,
    item_domain,
    item_type,
    password,
    allow_comment: allowsFeedback && input.allow_comment ? 1 : 0,
    allow_feedback: allowsFeedback && input.allow_feedback ? 1 : 0,
  }
  return transact(app.db, async (tx) => {
    const item_id = await insertNewItem(tx, owner, row, now)
    if (isOnePage) await insertFirstPage(tx, owner, item_id, item_name, now)
    await setGroupsOfItem(tx, owner.uid, item_id, groupsIn(input), now)
    return item_id
  })
}

const insertFirstPage = (tx: Tx, owner: User, item_id: number, page_title: string, now: number) => {
  const author = { author_uid: owner.uid, author_username: owner.username }
  return insertPage(tx, { item_id, cat_id: 0, page_title, ...author, addtime: now, page_addtime: now }, '')
}

/** The fields that an item's base info is saved with; fields that are undefined stay unchanged. */
interface ItemChange extends VisibilityChoice {
  item_name: string
  item_description?: string | undefined
  item_domain?: string | undefined
  item_group_ids?: number[] | undefined
  allow_comment?: boolean | undefined
  allow_feedback?: boolean | undefined
}

/**
 * Saves the base info of an item. Changing the password or the visibility ends all visits by password.
 *
 * @throws {AppError} itemNameNeeded, privateNeedsPassword, domainBad, domainTaken, itemGroupGone, itemArchived
 */
export async function saveItem(app: App, item: ItemAccess<'manage'>, user: Actor, change: ItemChange): Promise<void> {
  const { item_name, item_description, allow_comment, allow_feedback, item_group_ids } = change
  if (item_name === '') fail('itemNameNeeded')
  await requireWritable(app.db, item)
  const item_domain = change.item_domain === undefined ? item.item_domain : parseDomain(change.item_domain)
  const now = nowSeconds(app)
  const { allowsFeedback } = getItemType(item.item_type)
  const set = {
    item_name,
    item_domain,
    last_update_time: now,
    ...(item_description !== undefined && { item_description }),
    ...(allow_comment !== undefined && { allow_comment: allowsFeedback && allow_comment ? 1 : 0 }),
    ...(allow_feedback !== undefined && { allow_feedback: allowsFeedback && allow_feedback ? 1 : 0 }),
  }
  const hash = await typedHash(change)
  await transact(app.db, async (tx) => {
    const { password: former } = await requireWritable(tx, item)
    const password = storedPassword(change, hash, former)
    const saving =
      password === former
        ? updateItem(tx, item.item_id, set)
        : updateItemPassword(tx, item.item_id, { ...set, password })
    await saving.catch(onDomainTaken(item_domain))
    const [before, after] = [visibilityOf({ password: former }), visibilityOf({ password })]
    const named = { item_id: item.item_id, item_name }
    if (before !== after) await logItem(tx, user, 'visibilityChanged', named, now, `: ${before} → ${after}`)
    else if (password !== former) await logItem(tx, user, 'accessPasswordSet', named, now)
    if (item_group_ids) await setGroupsOfItem(tx, user.uid, item.item_id, item_group_ids, now)
  })
}

// Checking a password takes time between the permission check and these operations: in the meantime the item may have
// been deleted or transferred.
async function requireSameOwner(tx: Tx, item: ItemAccess<'manage'>): Promise<ItemRow> {
  const now = (await findItem(tx, item)) ?? fail('itemPasswordNeeded')
  if (now.uid !== item.uid) fail('noRight')
  return now
}

/**
 * Archives an item for good: from now on it is read-only. Archiving it again changes nothing.
 *
 * @throws {AppError} itemPasswordNeeded, noRight when the item has been deleted or transferred since the permission
 *   check
 */
export const archiveItem = (app: App, item: ItemAccess<'manage'>, actor: Actor): Promise<void> =>
  transact(app.db, async (tx) => {
    const { is_archived } = await requireSameOwner(tx, item)
    if (is_archived) return
    await updateItem(tx, item.item_id, { is_archived: 1, archive_time: nowSeconds(app) })
    await logItem(tx, actor, 'itemArchived', item, nowSeconds(app))
  })

/** Makes `uid` the owner of an item. Their former membership ends; all other memberships continue. */
export async function setItemOwner(tx: Tx, item_id: number, uid: number): Promise<void> {
  await updateItem(tx, item_id, { uid })
  await removeMember(tx, uid, item_id)
}

/**
 * Transfers an item to the user with the name `username`.
 *
 * @returns its row
 * @throws {AppError} userNotFound, itemArchived, and those of `archiveItem`
 */
export const transferItem = (app: App, item: ItemAccess<'manage'>, actor: Actor, username: string) =>
  transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    await requireSameOwner(tx, item)
    const receiver = await findUserByName(tx, usernameKey(username))
    if (!receiver || receiver.is_disabled) return fail('userNotFound')
    await setItemOwner(tx, item.item_id, receiver.uid)
    await logItem(tx, actor, 'itemTransferred', item, nowSeconds(app), `: ${actor.username} → ${receiver.username}`)
    return (await findItemDetail(tx, item.item_id)) ?? fail('itemUnknown')
  })

/**
 * Deletes an item. It is gone for everyone at once; an administrator can restore it for 30 days.
 *
 * @throws {AppError} itemPasswordNeeded, noRight when the item has been deleted or transferred since the permission
 *   check
 */
export const removeItem = (app: App, item: ItemAccess<'manage'>, actor: Actor): Promise<void> => {
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    await requireSameOwner(tx, item)
    await updateItem(tx, item.item_id, { is_del: 1, del_time: now })
    await logItem(tx, actor, 'itemDeleted', item, now)
  })
}
