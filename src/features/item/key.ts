import { randomBytes, randomInt } from 'node:crypto'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { findItemKey, insertItemKey, updateItemToken } from './queries.ts'

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

/** Replaces the secret half of an item's key; the former key stops working at once. @throws {AppError} itemArchived */
export const resetKey = (app: App, item: ItemAccess<'manage'>) =>
  transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    await updateItemToken(tx, item.item_id, newKey())
    return (await findItemKey(tx, item.item_id)) ?? makeKey(tx, item.item_id, nowSeconds(app))
  })
