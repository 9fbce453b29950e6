import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import type { Tx } from '#src/db/database.ts'
import { type CatalogRow, listCatalogs } from '#src/features/catalog/index.ts'

/** The limit in a request: one catalog, or several, which take precedence. */
export interface LimitInput {
  cat_id?: number | undefined
  cat_ids?: number[] | undefined
}

/**
 * Returns the catalogs that a request limits a member to, empty for the whole item; undefined when it does not mention
 * a limit.
 */
export function wantedLimit({ cat_id, cat_ids }: LimitInput): number[] | undefined {
  if (cat_ids && cat_ids.length > 0) return [...new Set(cat_ids)]
  if (cat_id === undefined) return cat_ids
  return cat_id === 0 ? [] : [cat_id]
}

/**
 * Returns a membership's next role and limit; values that are not given stay. A manager of the item is not limited.
 *
 * @throws {AppError} memberCatalogBad when the limit contains anything but first-level catalogs of the item
 */
export async function nextMembership(
  tx: Tx,
  former: { item_id: number; member_group_id: number; cat_ids: string },
  input: LimitInput & { member_group_id?: number | undefined },
): Promise<{ member_group_id: number; cat_ids: string }> {
  const member_group_id = input.member_group_id ?? former.member_group_id
  const limit = wantedLimit(input)
  if (member_group_id === 2) return { member_group_id, cat_ids: '' }
  if (limit === undefined) return { member_group_id, cat_ids: former.cat_ids }
  if (limit.length > 0) {
    const catalogs = await listCatalogs(tx, former.item_id)
    const firstLevel = new Set(catalogs.filter((one) => one.parent_cat_id === 0).map((one) => one.cat_id))
    if (!limit.every((cat_id) => firstLevel.has(cat_id))) fail('memberCatalogBad')
  }
  return { member_group_id, cat_ids: limit.join(',') }
}

const words = {
  en: { all: 'All catalogs', gone: 'Deleted catalog', between: ', ', roles: ['Read-only', 'Editor', 'Item admin'] },
  zh: { all: '所有目录', gone: '目录已删除', between: '、', roles: ['只读', '编辑', '项目管理员'] },
} as const

/** Returns a stored limit as it is shown: its catalogs, the first of them (0 for the whole item), and their names. */
export function shownLimit(
  cat_ids: string,
  catalogs: readonly CatalogRow[],
  lang: Lang,
): { cat_id: number; ids: number[]; cat_name: string } {
  const ids = cat_ids === '' ? [] : cat_ids.split(',').map(Number)
  const nameOf = ids.length === 0 ? undefined : new Map(catalogs.map((one) => [one.cat_id, one.cat_name]))
  const names = ids.flatMap((id) => nameOf?.get(id) ?? [])
  const { all, gone, between } = words[lang]
  const cat_name = ids.length === 0 ? all : names.join(between) || gone
  return { cat_id: ids[0] ?? 0, ids, cat_name }
}

/** Returns the name of a role. */
export const roleName = (member_group_id: number, lang: Lang): string => words[lang].roles[member_group_id] ?? ''
