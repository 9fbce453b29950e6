import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { type Actor, insertAudit, recordAudit } from '#src/features/audit/index.ts'
import { setItemOwner } from '#src/features/item/index.ts'
import { purgeItem } from '#src/features/recycle/index.ts'
import { findUserByName, usernameKey } from '#src/features/user/index.ts'
import { findListedItem, isDomainTaken, updateItem } from './queries.ts'

type ItemAction = 'itemDeleted' | 'itemTransferred' | 'itemRecovered' | 'itemRemoved'

const itemAction = (actor: Actor, action: ItemAction, item_id: number) =>
  ({ ...actor, action, object_type: 'item', object_id: item_id }) as const

/** Deletes an item; a deleted one stays deleted. @throws {AppError} itemUnknown */
export async function deleteItem(app: App, actor: Actor, item_id: number): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const item = (await findListedItem(tx, item_id)) ?? fail('itemUnknown')
    if (item.is_del) return
    await updateItem(tx, item_id, { is_del: 1, del_time: now })
    await insertAudit(tx, { ...itemAction(actor, 'itemDeleted', item_id), detail: item.item_name }, now)
  })
}

/**
 * Transfers an item to the user with the name `username`.
 *
 * @returns its row
 * @throws {AppError} itemUnknown, userNotFound
 */
export function transferItem(app: App, actor: Actor, item_id: number, username: string) {
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    const item = await findListedItem(tx, item_id)
    if (!item || item.is_del) return fail('itemUnknown')
    const receiver = await findUserByName(tx, usernameKey(username))
    if (!receiver || receiver.is_disabled) return fail('userNotFound')
    await setItemOwner(tx, item_id, receiver.uid)
    const detail = `${item.username} → ${receiver.username}`
    await insertAudit(tx, { ...itemAction(actor, 'itemTransferred', item_id), detail }, now)
    return (await findListedItem(tx, item_id)) ?? fail('itemUnknown')
  })
}

/**
 * Restores a deleted item; it loses its custom address when another item has taken it.
 *
 * @throws {AppError} itemNotDeleted
 */
export async function restoreItem(app: App, actor: Actor, item_id: number): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const item = await findListedItem(tx, item_id)
    if (!item?.is_del) return fail('itemNotDeleted')
    const item_domain = (await isDomainTaken(tx, item.item_domain)) ? '' : item.item_domain
    await updateItem(tx, item_id, { is_del: 0, del_time: 0, item_domain })
    await insertAudit(tx, { ...itemAction(actor, 'itemRecovered', item_id), detail: item.item_name }, now)
  })
}

/** Deletes a deleted item permanently. @throws {AppError} itemNotDeleted */
export async function hardDeleteItem(app: App, actor: Actor, item_id: number): Promise<void> {
  const item = await findListedItem(app.db, item_id)
  if (!item?.is_del) return fail('itemNotDeleted')
  await recordAudit(app.db, { ...itemAction(actor, 'itemRemoved', item_id), detail: item.item_name }, nowSeconds(app))
  await purgeItem(app, item_id)
}
