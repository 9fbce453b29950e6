import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import type { Lang } from '#src/core/i18n.ts'
import { actionLabel, objectLabel } from './labels.ts'
import { listChanges } from './queries.ts'

type Row = Awaited<ReturnType<typeof listChanges>>[number]

/**
 * Whether a caller may see a change: changes of pages or catalogs outside their limit, and of other users' drafts, are
 * hidden.
 */
function maySee(item: ItemAccess, user: User, row: Row): boolean {
  if (row.is_draft === 1 && row.author_uid !== user.uid) return false
  if (!item.catalogs) return true
  if (row.op_object_type === 'page') return row.cat_id !== null && isInScope(item, row.cat_id)
  return row.op_object_type === 'catalog' && isInScope(item, row.op_object_id)
}

// The open API acts for no user. Source: reference, formats-and-data 1.3.
const apiName = 'API'

/** Returns one page of an item's change log as the caller may see it, newest first, and the total number of entries. */
export async function changesFor(
  app: App,
  item: ItemAccess<'edit'>,
  user: User,
  lang: Lang,
  at: { page: number; count: number },
) {
  const rows = (await listChanges(app.db, item.item_id)).filter((row) => maySee(item, user, row))
  const shown = rows.slice((at.page - 1) * at.count, at.page * at.count)
  const list = shown.map(({ cat_id: _cat, is_draft: _draft, author_uid: _author, ...row }) => {
    const username = row.username ?? (row.uid === 0 ? apiName : '')
    const name = row.name ?? ''
    return {
      ...row,
      time: row.optime,
      username,
      name,
      oper: name === '' ? username : `${username}(${name})`,
      op_action_type_desc: actionLabel(row.op_action_type, lang),
      op_object_type_desc: objectLabel(row.op_object_type, lang),
    }
  })
  return { total: rows.length, list }
}
