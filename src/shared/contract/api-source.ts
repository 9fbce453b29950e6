import { z } from 'zod'
import { about, endpoint, query, upload } from './endpoint.ts'
import { described, EmptyList, Id, keyFields, OptionalFlag, OptionalId, SingleLine, Text } from './fields.ts'
import { fetchErrors, ImportReport, importErrors } from './import.ts'
import { inputs, outputs } from './shared-fields.ts'

/** How often a source is synchronised by itself. */
const sourceSchedules = ['off', 'hourly', 'daily'] as const
/** What happens to pages whose operations are gone. */
const missingChoices = ['mark', 'recycle'] as const
/** The levels that end a push. */
export const failLevels = ['breaking', 'warning'] as const

const counts = {
  added: described(z.number(), ['Number of new pages', '新增的页面数']),
  changed: described(z.number(), ['Number of changed pages', '变更的页面数']),
  removed: described(z.number(), [
    'Number of pages whose operations the description no longer has',
    '描述中已不存在其接口的页面数',
  ]),
  unchanged: described(z.number(), ['Number of pages that stay as they are', '不变的页面数']),
  breaking: described(z.number(), ['Number of changes that break clients', '会破坏调用方的变更数']),
  warnings: described(z.number(), ['Number of changes that may break clients', '可能破坏调用方的变更数']),
  is_compared: described(z.boolean(), [
    'Whether there was a former description of OpenAPI to compare with',
    '是否有可供比较的上一份 OpenAPI 描述',
  ]),
}

const Change = z.object({
  level: described(z.enum(['breaking', 'warning', 'info']), ['How severe it is', '严重程度']),
  kind: described(z.string(), ['Name of the rule, for programs', '规则名称，供程序使用']),
  operation: described(z.string(), [
    'Method and path; empty for the whole description',
    '请求方法与路径；空表示整份描述',
  ]),
  path: described(z.string(), ['Where in the operation', '在接口中的位置']),
  text: described(z.string(), ['What changed, in words', '变更说明']),
})

const changes = described(z.array(Change), [
  'How the description differs from the last synchronised one, the most severe first, at most 500',
  '与上次同步的描述相比的变更，严重的在前，最多 500 条',
])

/** A source as managers see it. */
const Source = z.object({
  source_id: outputs.id,
  kind: described(z.enum(['address', 'push']), [
    '`address`: the server fetches it; `push`: it’s sent, as by CI',
    '`address` 由服务器获取；`push` 由 CI 等推送',
  ]),
  source_name: described(z.string(), ['Name', '名称']),
  url: described(z.string(), ['Address', '地址']),
  header_name: described(z.string(), ['Header that the address needs', '获取时附带的请求头名称']),
  header_value: described(z.string(), ['A mask if one is set', '已设置时为掩码']),
  cat_id: outputs.cat_id,
  missing: described(z.enum(missingChoices), [
    'What happens to pages whose operations are gone: `mark` as deprecated, or `recycle`',
    '接口已不存在时其页面如何处理：`mark` 标为已废弃，`recycle` 移入回收站',
  ]),
  schedule: described(z.enum(sourceSchedules), ['How often it is synchronised', '同步频率']),
  schedule_time: described(z.string(), ['Time of day for `daily`', '`daily` 的时刻']),
  username: described(z.string(), [
    'Who saved it last; a synchronisation has that person’s rights',
    '最后保存者，定时同步以其权限执行',
  ]),
  is_running: described(z.boolean(), ['Whether it is being synchronised', '是否正在同步']),
  sync_time: described(z.number(), [
    'When it was last synchronised, Unix seconds; 0 for never',
    '上次成功同步的时间，Unix 秒；0 表示从未',
  ]),
  next_time: described(z.number(), [
    'When it is synchronised next, Unix seconds; 0 for never',
    '下次同步的时间，Unix 秒；0 表示不会',
  ]),
  last: described(
    z
      .object({
        status: described(z.enum(['done', 'failed']), ['How it ended', '结果']),
        time: described(z.number(), ['When, Unix seconds', '时间，Unix 秒']),
        ...counts,
        error_name: described(z.string(), ['Why it failed, for programs', '失败原因的名称']),
        error_message: described(z.string(), ['Why it failed, for people', '失败原因']),
      })
      .nullable(),
    ['The last attempt; null for none', '最近一次同步；没有时为 null'],
  ),
})

const SourceId = described(Id, ['Source', '来源'])

const syncErrors = ['apiSourceGone', 'apiSourceRunning', 'catalogGone', 'pageLocked', ...importErrors] as const

const pushFields = {
  source: described(SingleLine(100, 0).optional().default(''), [
    'Name of the source, for a project with several descriptions; added when it is new',
    '来源名称，供有多份描述的项目使用；不存在时自动添加',
  ]),
  check: described(OptionalFlag, [
    'Whether only to check: nothing changes, and what would change is returned',
    '是否仅检查：不写入，只返回将产生的变更',
  ]),
  fail_on: described(z.enum(failLevels).optional(), [
    'Rejects a description with changes of this level, and changes nothing',
    '描述含此级别的变更时拒绝，不写入任何内容',
  ]),
}

const Pushed = z.object({
  item_id: outputs.item_id_number,
  source_id: described(z.number(), ['Source; 0 if a check found none', '来源；检查时尚无来源则为 0']),
  is_applied: described(z.boolean(), ['Whether anything was written', '是否写入']),
  ...counts,
  changes,
  also_from: described(
    z.array(
      z.object({
        kind: described(z.enum(['address', 'push']), ['Where it comes from', '来自何处']),
        name: described(z.string(), ['Its name, or the host of its address', '名称，或其网址的主机']),
      }),
    ),
    [
      'Other sources of the project that bring a description of the same title: each has a set of pages of its own',
      '项目中提供同名描述的其他来源：各来源的页面互不相干，各有一套',
    ],
  ),
})

const pushErrors = ['sourceNotDescription', 'apiBreaking', 'apiSourceTooMany', ...syncErrors] as const

/** Calls for the sources that API descriptions are synchronised from. */
export const apiSource = {
  ...about({
    title: ['API sources', 'API 来源'],
    text: [
      'Where the API descriptions of a project come from, again and again: an address, or what CI sends.',
      '项目 API 描述的来源，可反复同步：网址，或由 CI 推送。',
    ],
  }),
  getList: query({
    summary: ['List the API sources of a project', '项目的 API 来源'],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: () => z.array(Source),
  }),
  save: endpoint({
    summary: ['Add an API source or change one; omitted fields stay unchanged', '添加或修改 API 来源，未传的字段不变'],
    creates: true,
    access: { item: 'manage', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        source_id: described(OptionalId, ['Source; 0 for a new one', '来源；0 表示新建']),
        kind: described(z.enum(['address', 'push']).optional(), [
          'Kind of a new one; `address` if omitted',
          '新来源的类型，缺省为 `address`',
        ]),
        source_name: described(SingleLine(100, 0).optional(), ['Name', '名称']),
        url: described(Text(2000).optional(), ['Address', '地址']),
        header_name: described(Text(100).optional(), [
          'Header that the address needs, such as `Authorization`',
          '获取时附带的请求头名称，如 `Authorization`',
        ]),
        header_value: described(z.string().max(4000).optional(), [
          'Its value; the mask keeps it. It’s removed when the address moves to another host',
          '其值；提交掩码则保持不变。地址改到其他主机时会被移除',
        ]),
        cat_id: described(OptionalId.optional(), ['Folder for its pages; 0 for the root', '页面所在目录；0 为根目录']),
        missing: described(z.enum(missingChoices).optional(), [
          'What happens to pages whose operations are gone',
          '接口已不存在时其页面如何处理',
        ]),
        schedule: described(z.enum(sourceSchedules).optional(), ['How often it is synchronised', '同步频率']),
        schedule_time: described(
          z
            .string()
            .regex(/^([01]?\d|2[0-3]):[0-5]\d$/)
            .optional(),
          ['Time of day for `daily`, such as `02:00`', '`daily` 的时刻，如 `02:00`'],
        ),
      }),
    output: () => z.object({ source_id: outputs.id }),
    errors: ['sourceAddressBad', 'sourceHeaderBad', 'apiSourceGone', 'apiSourceTooMany', 'catalogGone', 'itemArchived'],
  }),
  delete: endpoint({
    summary: ['Delete an API source; its pages stay', '删除 API 来源，页面保留'],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, source_id: SourceId }),
    output: EmptyList,
    errors: ['apiSourceGone'],
  }),
  check: endpoint({
    summary: [
      'Fetch an API source and report what a synchronisation would change',
      '获取 API 来源并检查同步将产生的变更',
    ],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, source_id: SourceId }),
    output: () =>
      z.object({
        job_id: described(z.string(), ['Task to start', '待执行的任务']),
        report: described(ImportReport, ['What it would do', '将产生的结果']),
        missing: described(z.enum(missingChoices), [
          'What happens to pages whose operations are gone',
          '接口已不存在的页面如何处理',
        ]),
        ...counts,
        changes,
      }),
    errors: [...fetchErrors, ...syncErrors],
  }),
  start: endpoint({
    summary: ['Apply a checked synchronisation as a task', '执行已检查的同步（后台任务）'],
    access: { item: 'manage', by: 'item_id' },
    input: () =>
      z.object({ item_id: inputs.item_id, job_id: described(Text(64), ['Task of the check', '检查返回的任务']) }),
    output: () => z.object({ job_id: described(z.string(), ['Task ID', '任务编号']) }),
    errors: ['jobGone', 'jobNotReady', 'apiSourceGone', 'apiSourceRunning'],
  }),
  push: upload({
    summary: ['Send an API description and synchronise the project with it', '推送 API 描述并同步到项目'],
    access: { item: 'edit', by: 'item_id' },
    file: 'file',
    input: () => z.object({ item_id: inputs.item_id, ...pushFields }),
    output: Pushed,
    errors: pushErrors,
  }),
}

/** The same with an API key. */
export const openSource = {
  pushDescription: upload({
    summary: [
      'Send an API description and synchronise the project with it, as from CI',
      '推送 API 描述并同步到项目，供 CI 使用',
    ],
    access: { key: 'edit' },
    file: 'file',
    input: () => z.object({ ...keyFields, ...pushFields }),
    output: Pushed,
    errors: ['keyWrong', ...pushErrors],
  }),
}
