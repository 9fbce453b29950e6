import { callFieldDescriptions, type Description, fieldDescriptions } from '#contract/field-descriptions.ts'
import type { Lang } from '#src/core/i18n.ts'

// What people call a field whose words say at once what its values mean.
const labels: Readonly<Record<string, Description>> = {
  attachment_type: ['The kind of file', '文件类型'],
  author_username: ['The author', '作者'],
  base_url: ['The base address', '基础地址'],
  cat_ids: ['The catalogs', '目录'],
  feedback_type: ['The feedback', '反馈'],
  from: ['The kind of the file', '文件的类型'],
  groupid: ['The kind of account', '账号类型'],
  home_page: ['The home page', '首页'],
  is_autosave: ['The mark of an automatic save', '自动保存标记'],
  is_del: ['The choice to move or to delete', '移动或删除选项'],
  is_draft: ['The mark of a draft', '草稿标记'],
  item_type: ['The kind of the item', '项目类型'],
  keyword: ['The words to search for', '搜索的文字'],
  member_group_id: ['The right of the member', '成员权限'],
  others: ['The choice of all other sessions', '其他会话选项'],
  privacy_type: ['Who can see the item', '项目可见范围'],
  saved_since: ['The time', '时间'],
  take_over: ['The choice to take the lock over', '接管锁定选项'],
  team_member_group_id: ['The role in the team', '团队角色'],
  template: ['The template', '模板'],
  with_path: ['The choice to be given the catalogs', '返回目录选项'],
  without_text: ['The choice to leave texts out', '不返回内容选项'],
}

// Fields that nobody fills in, and explanations of values: the name says more.
const noLabel = /^(From existing clients|现有客户端|\d)/

/**
 * What a person calls a field: its meaning without what is explained after that, or its name where no words are known.
 *
 * @param call `controller/action`
 * @param path where it stands in the input
 */
export function fieldLabel(call: string, path: readonly PropertyKey[], lang: Lang): string {
  const name = String(path.findLast((part) => typeof part === 'string') ?? '')
  const place = path.map((part) => (typeof part === 'number' ? '[]' : `.${String(part)}`)).join('')
  const known = callFieldDescriptions[call]?.[place.slice(1)]
  const words = known ?? (Object.hasOwn(fieldDescriptions, name) ? fieldDescriptions[name] : undefined)
  const at = lang === 'zh' ? 1 : 0
  const said = (Object.hasOwn(labels, name) && labels[name]?.[at]) || words?.[at]
  if (said === undefined || noLabel.test(said)) return name
  return said.split(/[;:,；：，]/)[0]?.replaceAll('`', '') ?? name
}
