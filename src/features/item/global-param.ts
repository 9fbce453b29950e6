import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/open.ts'
import { findItemDetail, updateItem } from './queries.ts'
import { parseGlobalParam, parseObject } from './rules.ts'

// Whoever opens the item is sent all of it.
const mostLetters = 200_000

/** Lists of rows as the API client writes them; what is undefined stays as it is. */
export type GlobalParamChange = Partial<
  Record<'query' | 'body' | 'header' | 'cookies', Record<string, unknown>[] | undefined>
>

/** What every request of an item's API pages is sent with. */
export async function readGlobalParam(app: App, item: ItemAccess) {
  const row = (await findItemDetail(app.db, item.item_id)) ?? fail('itemUnknown')
  return parseGlobalParam(row.global_param)
}

/**
 * Changes what every request of an item's API pages is sent with. It is the whole item's: who is limited to catalogs may
 * not. What else an API client keeps there stays.
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
    if (global_param.length > mostLetters) fail('textTooLong', { field: 'global_param', most: mostLetters })
    await updateItem(tx, item.item_id, { global_param })
    return parseGlobalParam(global_param)
  })
