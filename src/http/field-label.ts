import { z } from 'zod'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { Description } from '#shared/contract/fields.ts'
import { inputShape, listFields } from '#shared/contract/list-fields.ts'
import { texts } from '#shared/contract/shared-fields.ts'
import type { Lang } from '#src/core/i18n.ts'

// Labels for the fields whose description begins with what their values mean.
const labels: Readonly<Record<string, Description>> = {
  attachment_type: ['File type', '文件类型'],
  author_username: ['Author', '作者'],
  base_url: ['Base URL', '基础地址'],
  cat_ids: ['Folders', '目录'],
  dry_run: ['Only check', '仅预览'],
  feedback_type: ['Feedback', '反馈'],
  from: ['Kind of file', '文件的类型'],
  groupid: ['Account type', '账号类型'],
  home_page: ['Home page', '首页'],
  is_autosave: ['Automatic save', '自动保存标记'],
  is_del: ['Move or delete', '移动或删除选项'],
  is_draft: ['Draft', '草稿标记'],
  item_type: ['Project type', '项目类型'],
  keyword: ['Search words', '搜索的文字'],
  member_group_id: ['Member permission', '成员权限'],
  only_count: ['Only the number', '只返回数量'],
  others: ['All other sessions', '其他会话选项'],
  privacy_type: ['Project visibility', '项目可见范围'],
  remove_missing: ['Remove missing pages', '移除已没有的页面'],
  with_members: ['Give members access again', '让成员重新获得权限'],
  saved_since: ['Time', '时间'],
  take_over: ['Take over the lock', '接管锁定选项'],
  team_member_group_id: ['Team role', '团队角色'],
  template: ['Template', '模板'],
  with_path: ['Include folders', '返回目录选项'],
  without_text: ['Leave out texts', '不返回内容选项'],
}

// Descriptions that cannot serve as labels: fields that nobody fills in, and explanations of values. The name says
// more.
const noLabel = /^(From existing clients|现有客户端|\d)/

/**
 * Returns the label of a field: its description without the explanation that follows, or its name when it has no
 * description.
 *
 * @param endpoint the call that was sent, when it is known
 * @param path the field's path in the input, or the name of a field that a rule behind the schema rejects
 */
export function fieldLabel(endpoint: Endpoint | undefined, path: readonly PropertyKey[], lang: Lang): string {
  const name = String(path.findLast((part) => typeof part === 'string') ?? '')
  const text = findText(endpoint, path) ?? (Object.hasOwn(texts, name) ? texts[name as keyof typeof texts] : undefined)
  const at = lang === 'zh' ? 1 : 0
  const said = (Object.hasOwn(labels, name) && labels[name]?.[at]) || text?.[at]
  if (said === undefined || noLabel.test(said)) return name
  return said.split(/[;:,；：，]/)[0]?.replaceAll('`', '') ?? name
}

function findText(endpoint: Endpoint | undefined, path: readonly PropertyKey[]): Description | undefined {
  const first = String(path[0])
  if (!endpoint || !Object.hasOwn(endpoint.input.shape, first)) return undefined
  const place = path.map((part) => (typeof part === 'number' ? '[]' : `.${String(part)}`)).join('')
  const fields = listFields(inputShape(z.object({ [first]: endpoint.input.shape[first] as z.ZodType })))
  return fields.find((field) => field.path === place.slice(1))?.shape.text
}
