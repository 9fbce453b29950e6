import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { isItemMember, requireItem } from '#src/access/permissions.ts'
import type { App } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'

/**
 * Runs name hosts and pages of the whole item, as environments do: they are for members who are not limited to catalogs,
 * even when the item is public.
 *
 * @throws {AppError} noRight
 */
export async function requireWholeMember(app: App, user: User, item: ItemAccess): Promise<void> {
  if (item.catalogs !== undefined || !(await isItemMember(app.db, user, item))) fail('noRight')
}

/** A visitor that is one person, without anything that a request brings along. */
const visitorOf = (user: User) => ({ user, grantOf: () => undefined, itemPassword: undefined, ip: '' })

/** Returns the proof that a person may run the runs of an item at this moment; undefined when they may not. */
export async function mayRun(app: App, user: User, item_id: number): Promise<ItemAccess<'edit'> | undefined> {
  try {
    const item = await requireItem(app, visitorOf(user), item_id, 'edit')
    await requireWholeMember(app, user, item)
    return item
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
