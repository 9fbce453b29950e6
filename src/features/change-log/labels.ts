import type { Lang } from '#src/core/i18n.ts'
import type { Change } from './queries.ts'

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
export const actionLabel = (type: string, lang: Lang): string =>
  (Object.hasOwn(actions, type) ? actions[type as Change['op_action_type']] : unknown)[lang]

/** Returns the label of an object. */
export const objectLabel = (type: string, lang: Lang): string =>
  (Object.hasOwn(objects, type) ? objects[type as Change['op_object_type']] : unknown)[lang]
