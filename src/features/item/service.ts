import { passwordMask } from '#contract/item.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { findItem, findItemByDomain, findItemOfPage } from '#src/access/queries.ts'
import { requireLive } from '#src/access/rights.ts'
import { visitPasswordFits } from '#src/access/visit-password.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { hashPassword, newSecret, secretHash } from '#src/core/secrets.ts'
import { isUniqueConflict } from '#src/db/conflict.ts'
import { type Tx, transact } from '#src/db/open.ts'
import { insertPage } from '#src/features/page/index.ts'
import { insertItem, insertVisitGrant, updateItem, updateItemPassword } from './queries.ts'
import { domainOf } from './rules.ts'

/** What an item is made of. */
export interface ItemInput {
  item_name: string
  item_description: string
  item_domain: string
  /** The visit password; empty for an open item. */
  password: string
  /** True when the person chose private: then a password is needed. */
  is_private: boolean
}

const onDomainTaken =
  (domain: string) =>
  (error: unknown): never => {
    if (isUniqueConflict(error, 'item_domain')) fail('domainTaken', { domain })
    throw error
  }

/** Types that are one page: single page and spreadsheet. Source: specification 1. */
const isOnePage = (item_type: number): boolean => item_type === 2 || item_type === 4

/** What `insertNewItem` writes. The visit password comes hashed, since hashing does not belong into a transaction. */
export interface NewItem {
  item_name: string
  item_description: string
  item_domain: string
  item_type: number
  passwordHash: string
}

/** Adds an item and gives its id. @throws {AppError} domainTaken */
export const insertNewItem = (tx: Tx, owner: User, { passwordHash, ...row }: NewItem, now: number): Promise<number> =>
  insertItem(tx, { ...row, uid: owner.uid, password: passwordHash, addtime: now, last_update_time: now }).catch(
    onDomainTaken(row.item_domain),
  )

/**
 * Creates an item; one of a single page gets that page at once.
 *
 * @returns its id
 * @throws {AppError} privateNeedsPassword, domainBad, domainTaken
 */
export async function addItem(app: App, owner: User, item_type: number, input: ItemInput): Promise<number> {
  const { item_name, item_description } = input
  if (input.is_private && input.password === '') fail('privateNeedsPassword')
  const item_domain = domainOf(input.item_domain)
  const passwordHash = input.password === '' ? '' : await hashPassword(input.password)
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    const item_id = await insertNewItem(
      tx,
      owner,
      { item_name, item_description, item_domain, item_type, passwordHash },
      now,
    )
    if (isOnePage(item_type)) {
      await insertPage(
        tx,
        {
          item_id,
          cat_id: 0,
          page_title: item_name,
          author_uid: owner.uid,
          author_username: owner.username,
          addtime: now,
          page_addtime: now,
        },
        '',
      )
    }
    return item_id
  })
}

/**
 * Saves the base info. The mask keeps the visit password; an empty one opens the item; a new one ends all visits.
 *
 * @throws {AppError} privateNeedsPassword, domainBad, domainTaken, itemArchived
 */
export async function saveItem(app: App, item: ItemAccess<'manage'>, input: ItemInput): Promise<void> {
  await requireLive(app.db, item)
  const item_domain = domainOf(input.item_domain)
  const keeps = input.password === passwordMask && item.password !== ''
  if (input.is_private && (input.password === '' || (input.password === passwordMask && !keeps)))
    fail('privateNeedsPassword')
  const { item_name, item_description } = input
  const set = { item_name, item_description, item_domain, last_update_time: nowSeconds(app) }
  const password = keeps || input.password === '' ? '' : await hashPassword(input.password)
  await (keeps
    ? updateItem(app.db, item.item_id, set)
    : updateItemPassword(app.db, item.item_id, { ...set, password })
  ).catch(onDomainTaken(item_domain))
}

/** Deletes an item: it is gone for everybody at once, and can be brought back by an administrator for 30 days. */
export const removeItem = (app: App, item: ItemAccess<'manage'>) => {
  const now = nowSeconds(app)
  return updateItem(app.db, item.item_id, { is_del: 1, del_time: now })
}

// Source: security 3, Tokens and sessions.
const grantSeconds = 12 * 3600

/** Opens a visit with the password of an item. */
export interface Visit {
  item_id: number
  grant: string
  maxAge: number
}

/**
 * Checks a visit password and makes the grant that the browser keeps; an open item needs none.
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
  // An item that is not there answers as one whose password is wrong, so that nobody learns which exist.
  const fits = await visitPasswordFits(app, ip, item, password, at.item_id ?? `page ${at.page_id}`)
  if (!item || !fits) return fail('itemPasswordWrong')
  if (item.password === '') return undefined
  const grant = newSecret()
  await insertVisitGrant(app.db, {
    grant_hash: secretHash(grant),
    item_id: item.item_id,
    password_version: item.password_version,
    expire_time: nowSeconds(app) + grantSeconds,
  })
  return { item_id: item.item_id, grant, maxAge: grantSeconds }
}
