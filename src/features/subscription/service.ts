import type { ItemAccess } from '#src/access/item-access.ts'
import { canReadPage, requireWritable } from '#src/access/permissions.ts'
import { findItemOfPage } from '#src/access/queries.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { shownNames } from '#src/features/member/index.ts'
import { listPeople, subscribe, unsubscribe } from './queries.ts'

/**
 * Subscribes people to a page: all of them or none.
 *
 * @throws {AppError} subscriberMayNotRead, with the names (or the uids where nobody has them); pageGone; itemArchived
 */
export async function subscribePeople(
  app: App,
  item: ItemAccess<'edit'>,
  page_id: number,
  uids: readonly number[],
): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const found = (await findItemOfPage(tx, { page_id })) ?? fail('pageGone')
    const people = new Map((await listPeople(tx, uids)).map((person) => [person.uid, person]))
    const rejected: string[] = []
    for (const uid of uids) {
      const person = people.get(uid)
      if (person && (await canReadPage(tx, person, found))) await subscribe(tx, uid, page_id, now)
      else rejected.push(person?.username ?? String(uid))
    }
    if (rejected.length > 0) fail('subscriberMayNotRead', { names: shownNames(rejected) })
  })
}

/** Unsubscribes people from a page. @throws {AppError} itemArchived */
export async function unsubscribePeople(
  app: App,
  item: ItemAccess<'edit'>,
  page_id: number,
  uids: readonly number[],
): Promise<void> {
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    await unsubscribe(tx, page_id, uids)
  })
}
