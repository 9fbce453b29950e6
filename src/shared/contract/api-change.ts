import { z } from 'zod'
import { about, query } from './endpoint.ts'
import { type Description, DigitString, described, Id, OptionalId, pagingFields, Text } from './fields.ts'
import { inputs, outputs } from './shared-fields.ts'

const levels = ['breaking', 'warning', 'info'] as const

const levelText: Description = [
  '`breaking` breaks clients, `warning` may break some, `info` breaks nothing',
  '`breaking` 不兼容，`warning` 可能影响部分客户端，`info` 兼容',
]

const counts = {
  breaking_count: described(z.number(), ['Number of breaking changes', '不兼容变更数']),
  warning_count: described(z.number(), ['Number of warnings', '警告数']),
  info_count: described(z.number(), ['Number of changes that break nothing', '兼容变更数']),
}

const apiChangeId: Description = ['Entry', '记录']

/** One change of an API, in words. */
const Change = z.object({
  level: described(z.enum(levels), levelText),
  kind: described(z.string(), ['Name of the rule', '规则名称']),
  operation: described(z.string(), ['Method and path; empty for the whole API', '方法与路径；整个 API 时为空']),
  path: described(z.string(), ['Where in the operation', '在操作中的位置']),
  text: described(z.string(), ['The change in words', '变更说明']),
})

const Entry = z.object({
  api_change_id: described(DigitString, apiChangeId),
  source: described(z.enum(['page', 'import', 'sync']), [
    'A saved page, an import, or a synchronised description',
    '页面保存、导入或描述同步',
  ]),
  name: described(z.string(), ['Title of the page, or name of the description', '页面标题或描述名称']),
  page_id: described(DigitString, ['Page; 0 if it’s gone, or for several pages', '页面；已不存在或涉及多个页面时为 0']),
  version_before: described(DigitString, ['Version of the page before; 0 for none', '变更前的页面版本；没有时为 0']),
  version_after: described(DigitString, ['Version of the page after; 0 for none', '变更后的页面版本；没有时为 0']),
  page_history_id: described(DigitString, [
    'Earlier version with the former text, as page/diff takes it; 0 if it isn’t kept any more',
    '保存原内容的历史版本，供 page/diff 使用；已不保留时为 0',
  ]),
  username: described(z.string(), ['Who made it; empty for a script', '变更者的用户名；脚本时为空']),
  person: described(z.string(), ['That person’s name; empty if there is none', '变更者的姓名；没有时为空']),
  addtime: described(DigitString, ['First save, Unix seconds', '首次保存时间，Unix 秒']),
  last_time: described(DigitString, ['Last save, Unix seconds', '最后保存时间，Unix 秒']),
  ...counts,
  operations: described(z.array(z.string()), ['Methods and paths', '方法与路径']),
  changes: described(z.array(Change), ['Changes: in lists the worst three', '变更；列表中为最严重的三项']),
})

const EntryPage = z.object({
  page_id: described(DigitString, ['Page', '页面']),
  page_title: outputs.page_title,
  operation: described(z.string(), ['Its method and path', '其方法与路径']),
  ...counts,
})

/** Calls for what changed in an API. */
export const apiChange = {
  ...about({
    title: ['API changes', '接口变更'],
    text: [
      'What changed in the API of a project. Saved pages and imported descriptions are compared soon after; several saves of one person within ten minutes are one entry.',
      '项目接口的变更记录。页面保存和描述导入后很快完成比较；同一人十分钟内的多次保存合并为一条记录。',
    ],
  }),
  list: query({
    summary: ['List what changed in the API of a project, newest first', '项目的接口变更，新的在前'],
    access: { item: 'view', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        level: described(z.enum(['', ...levels]).optional(), [
          'Only entries with changes of this level or a worse one',
          '只列出含该级别或更严重变更的记录',
        ]),
        operation: described(Text(500).optional(), ['Part of the method and path', '方法与路径包含的文字']),
        page_id: inputs.page_id_optional,
        since: described(OptionalId, ['Changed then or later, Unix seconds', '此时间及之后的变更，Unix 秒']),
        ...pagingFields(20),
        _item_pwd: inputs._item_pwd,
      }),
    output: () =>
      z.object({
        total: outputs.total,
        has_api: described(z.boolean(), ['Whether the project has API pages', '项目是否有 API 页面']),
        list: described(z.array(Entry), ['Entries', '记录']),
      }),
  }),
  info: query({
    summary: ['Get all changes of one entry', '一条记录的全部变更'],
    access: { item: 'view', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        api_change_id: described(Id, apiChangeId),
        _item_pwd: inputs._item_pwd,
      }),
    output: () => Entry.extend({ pages: described(z.array(EntryPage), ['Pages that it is about', '相关页面']) }),
    errors: ['apiChangeGone'],
  }),
  ofPage: query({
    summary: ['Get what changed in the API of a page in the last 30 days', '页面最近 30 天的接口变更'],
    access: { page: 'view', by: 'page_id' },
    input: () => z.object({ page_id: inputs.page_id, _item_pwd: inputs._item_pwd }),
    output: () =>
      z.object({
        is_new: described(z.boolean(), ['Whether the page appeared in that time', '页面是否在此期间新增']),
        api_change_id: described(DigitString, [
          'Newest entry with the worst level; 0 for none',
          '级别最严重的最新记录；没有时为 0',
        ]),
        last_time: described(DigitString, ['When that was, Unix seconds', '其时间，Unix 秒']),
        ...counts,
        total: described(z.number(), ['Number of entries in that time', '此期间的记录数']),
      }),
  }),
}
