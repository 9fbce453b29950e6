import type { User } from '#src/access/caller.ts'
import type { ItemAccess, ItemRow } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { findItem } from '#src/access/queries.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/open.ts'
import { isUniqueViolation } from '#src/db/unique-violation.ts'
import { setGroupsOfItem } from '#src/features/item-group/index.ts'
import { insertPage } from '#src/features/page/index.ts'
import { findUserByName, usernameKey } from '#src/features/user/index.ts'
import { findItemDetail, insertItem, removeMember, updateItem, updateItemPassword } from './queries.ts'
import { isOnePage, isRegular, parseDomain } from './rules.ts'
import { storedPassword, typedHash, type VisibilityChoice } from './visibility.ts'

/** What a new item is made of. */
export interface ItemInput extends VisibilityChoice {
  /** Empty to be refused, or in a copy to be as in the source; so with the description. */
  item_name: string
  item_description: string
  item_domain: string
  item_group_id: number
  item_group_ids?: number[] | undefined
  allow_comment: boolean
  allow_feedback: boolean
}

/** The groups of the person that a new item goes into. */
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

/** What `insertNewItem` writes. */
export interface NewItem {
  item_name: string
  item_description: string
  item_domain: string
  item_type: number
  /** What `storedPassword` gives. */
  password: string
  allow_comment?: number
  allow_feedback?: number
  global_param?: string
}

/** Adds an item and gives its id. @throws {AppError} domainTaken */
export const insertNewItem = (tx: Tx, owner: User, row: NewItem, now: number): Promise<number> =>
  insertItem(tx, { ...row, uid: owner.uid, addtime: now, last_update_time: now }).catch(onDomainTaken(row.item_domain))

/**
 * Creates an item; one of a single page gets that page at once.
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
  const asks = isRegular(item_type)
  const row = {
    item_name,
    item_description,
    item_domain,
    item_type,
    password,
    allow_comment: asks && input.allow_comment ? 1 : 0,
    allow_feedback: asks && input.allow_feedback ? 1 : 0,
  }
  return transact(app.db, async (tx) => {
    const item_id = await insertNewItem(tx, owner, row, now)
    if (isOnePage(item_type)) await insertFirstPage(tx, owner, item_id, item_name, now)
    await setGroupsOfItem(tx, owner.uid, item_id, groupsIn(input), now)
    return item_id
  })
}

const insertFirstPage = (tx: Tx, owner: User, item_id: number, page_title: string, now: number) => {
  const author = { author_uid: owner.uid, author_username: owner.username }
  return insertPage(tx, { item_id, cat_id: 0, page_title, ...author, addtime: now, page_addtime: now }, '')
}

/** What the base info is saved with; what is undefined stays as it is. */
export interface ItemChange extends VisibilityChoice {
  item_name: string
  item_description?: string | undefined
  item_domain?: string | undefined
  item_group_ids?: number[] | undefined
  allow_comment?: boolean | undefined
  allow_feedback?: boolean | undefined
}

/**
 * Saves the base info. Another password, and another choice of who can see the item, end all visits by its password.
 *
 * @throws {AppError} itemNameNeeded, privateNeedsPassword, domainBad, domainTaken, itemGroupGone, itemArchived
 */
export async function saveItem(app: App, item: ItemAccess<'manage'>, user: User, change: ItemChange): Promise<void> {
  const { item_name, item_description, allow_comment, allow_feedback, item_group_ids } = change
  if (item_name === '') fail('itemNameNeeded')
  await requireWritable(app.db, item)
  const item_domain = change.item_domain === undefined ? item.item_domain : parseDomain(change.item_domain)
  const now = nowSeconds(app)
  const asks = isRegular(item.item_type)
  const set = {
    item_name,
    item_domain,
    last_update_time: now,
    ...(item_description !== undefined && { item_description }),
    ...(allow_comment !== undefined && { allow_comment: asks && allow_comment ? 1 : 0 }),
    ...(allow_feedback !== undefined && { allow_feedback: asks && allow_feedback ? 1 : 0 }),
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
    if (item_group_ids) await setGroupsOfItem(tx, user.uid, item.item_id, item_group_ids, now)
  })
}

// Between the proof of a right and these deeds lies the check of a password, which takes its time: the item may be
// gone, or somebody else's, by now.
async function requireSameOwner(tx: Tx, item: ItemAccess<'manage'>): Promise<ItemRow> {
  const now = (await findItem(tx, item)) ?? fail('itemPasswordNeeded')
  if (now.uid !== item.uid) fail('noRight')
  return now
}

/**
 * Closes an item for good: from now on it is only read. Doing it again changes nothing.
 *
 * @throws {AppError} itemPasswordNeeded, noRight: when it has been deleted or handed on since the right was checked
 */
export const archiveItem = (app: App, item: ItemAccess<'manage'>): Promise<void> =>
  transact(app.db, async (tx) => {
    const { is_archived } = await requireSameOwner(tx, item)
    if (!is_archived) await updateItem(tx, item.item_id, { is_archived: 1, archive_time: nowSeconds(app) })
  })

/** Makes `uid` the owner of an item. The membership that they had is over; everybody else's goes on. */
export async function setItemOwner(tx: Tx, item_id: number, uid: number): Promise<void> {
  await updateItem(tx, item_id, { uid })
  await removeMember(tx, uid, item_id)
}

/** Gives an item to the person called `username`. @returns its row @throws {AppError} userNotFound, itemArchived, and as `archiveItem` */
export const transferItem = (app: App, item: ItemAccess<'manage'>, username: string) =>
  transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    await requireSameOwner(tx, item)
    const receiver = await findUserByName(tx, usernameKey(username))
    if (!receiver || receiver.is_disabled) return fail('userNotFound')
    await setItemOwner(tx, item.item_id, receiver.uid)
    return (await findItemDetail(tx, item.item_id)) ?? fail('itemUnknown')
  })

/**
 * Deletes an item: it is gone for everybody at once, and can be brought back by an administrator for 30 days.
 *
 * @throws {AppError} itemPasswordNeeded, noRight: when it has been deleted or handed on since the right was checked
 */
export const removeItem = (app: App, item: ItemAccess<'manage'>): Promise<void> => {
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    await requireSameOwner(tx, item)
    await updateItem(tx, item.item_id, { is_del: 1, del_time: now })
  })
}
