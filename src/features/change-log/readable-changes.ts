import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import type { Lang } from '#src/core/i18n.ts'
import { type Change, listChanges } from './queries.ts'

type Words = Record<Lang, string>

// The Chinese labels are those that existing clients show. Source: reference, api-facts 19.
const actions: Record<Change['op_action_type'], Words> = {
  create: { en: 'created', zh: '创建' },
  update: { en: 'changed', zh: '修改' },
  delete: { en: 'deleted', zh: '删除' },
  recover: { en: 'restored', zh: '恢复' },
  import: { en: 'imported', zh: '导入' },
  export: { en: 'exported', zh: '导出' },
  binding: { en: 'added', zh: '绑定' },
  unbound: { en: 'removed', zh: '解绑' },
  drag: { en: 'moved', zh: '拖曳修改' },
}

const objects: Record<Change['op_object_type'], Words> = {
  page: { en: 'page', zh: '页面(或接口)' },
  catalog: { en: 'folder', zh: '目录' },
  item: { en: 'project', zh: '项目' },
  team: { en: 'team', zh: '团队' },
  member: { en: 'member', zh: '成员' },
  tree: { en: 'tree', zh: '目录树' },
}

// The label for entries of a later version, after a downgrade.
const unknown: Words = { en: 'other', zh: '未定义' }

/** Returns the label of an operation. */
const actionLabel = (type: string, lang: Lang): string =>
  (Object.hasOwn(actions, type) ? actions[type as Change['op_action_type']] : unknown)[lang]

/** Returns the label of an object. */
const objectLabel = (type: string, lang: Lang): string =>
  (Object.hasOwn(objects, type) ? objects[type as Change['op_object_type']] : unknown)[lang]

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
