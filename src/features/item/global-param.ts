import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { findItemDetail, updateItem } from './queries.ts'
import { parseGlobalParam, parseObject } from './rules.ts'

// Everyone who opens the item receives all of it.
const mostLetters = 200_000

/** Lists of rows as the API client writes them; fields that are undefined stay unchanged. */
export type GlobalParamChange = Partial<
  Record<'query' | 'body' | 'header' | 'cookies', Record<string, unknown>[] | undefined>
>

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
    if (global_param.length > mostLetters) fail('textTooLong', { field: 'global_param', most: mostLetters })
    await updateItem(tx, item.item_id, { global_param })
    return parseGlobalParam(global_param)
  })
