import { z } from 'zod'
import {
  checkCompares,
  checkKinds,
  outputSources,
  runEveryMin,
  runOutcomes,
  runSchedules,
  runStepsMax,
} from '#shared/api-runs.ts'
import { CallResponse } from './api-call.ts'
import { callMethods, variableName } from './api-call-rules.ts'
import { about, endpoint, query } from './endpoint.ts'
import {
  DateText,
  type Description,
  DigitString,
  described,
  EmptyList,
  Id,
  JsonText,
  OptionalId,
  SingleLine,
} from './fields.ts'
import { inputs } from './shared-fields.ts'

const runIdText: Description = ['Run', '流程']
const resultIdText: Description = ['Result', '运行记录']
const versionText: Description = [
  'Version of its content; send it back as `base_version`',
  '内容版本；保存时作为 `base_version` 传回',
]

const nameText: Description = ['Name', '名称']
const valueText: Description = ['Value', '值']
const VariableName = z.string().max(60).regex(variableName)

const Pair = z.object({
  name: described(z.string().max(200), nameText),
  value: described(z.string().max(20_000), valueText),
})

const Check = z.object({
  kind: described(z.enum(checkKinds), [
    'What it looks at; `schema` compares the response with the page’s documentation',
    '检查对象；`schema` 将响应与页面文档比较',
  ]),
  path: described(z.string().max(500).default(''), [
    'Name of a header, or a JSON pointer or JSONPath into the body',
    '响应头名称，或响应内容中的 JSON 指针、JSONPath',
  ]),
  compare: described(z.enum(checkCompares).default('equals'), ['How it compares', '比较方式']),
  value: described(z.string().max(5_000).default(''), [
    'What it compares with; `{{name}}` is filled in',
    '比较的值，`{{name}}` 会被替换',
  ]),
})

const Output = z.object({
  name: described(VariableName, ['Variable that later steps write as `{{name}}`', '变量名，后续步骤写作 `{{name}}`']),
  source: described(z.enum(outputSources), ['Where the value is taken from', '取值位置']),
  path: described(z.string().max(500).default(''), [
    'Name of a header, or a JSON pointer or JSONPath into the body',
    '响应头名称，或响应内容中的 JSON 指针、JSONPath',
  ]),
})

/** One step of a run: a request, what is taken from its response, and what is checked. */
export const RunStep = z.object({
  step_id: described(VariableName, ['Name of the step, unique in the run', '步骤标识，在流程内唯一']),
  title: described(z.string().max(200).default(''), ['What it does', '步骤说明']),
  page_id: described(
    z
      .union([z.string().regex(/^\d{1,16}$/), z.int().nonnegative()])
      .transform(Number)
      .default(0),
    ['API page with its documentation; 0 for none', '对应的 API 页面；0 表示没有'],
  ),
  method: described(z.enum(callMethods), ['Request method', '请求方法']),
  url: described(z.string().max(8_000), [
    'Request URL; one that starts with `/` is placed after the base URL of the environment',
    '请求地址；以 `/` 开头时置于环境的基础地址之后',
  ]),
  headers: described(z.array(Pair).max(100).default([]), ['Headers', '请求头']),
  body: described(
    z.object({
      kind: described(z.enum(['none', 'text', 'form', 'multipart']), ['Kind of body', '请求体类型']),
      text: described(z.string().max(500_000).default(''), ['Text', '文本']),
      rows: described(
        z
          .array(
            Pair.extend({
              file_id: described(z.int().nonnegative().default(0), [
                'Attachment of the project that is sent as a file, in multipart forms; 0 for a value',
                '作为文件发送的项目附件，仅用于 multipart 表单；0 表示普通值',
              ]),
            }),
          )
          .max(200)
          .default([]),
        ['Form fields', '表单字段'],
      ),
    }),
    ['Request body', '请求体'],
  ),
  outputs: described(z.array(Output).max(50).default([]), ['Values for later steps', '供后续步骤使用的值']),
  checks: described(z.array(Check).max(50).default([]), ['Conditions that all must be met', '必须全部满足的条件']),
  continues: described(z.boolean().default(false), [
    'Whether later steps run after this one fails',
    '失败后是否继续后续步骤',
  ]),
})

/** What a person edits of a run, and what an import has left that runs do not know. */
export const RunContent = z.object({
  run_name: described(SingleLine(100), nameText),
  env_id: described(
    z
      .union([z.string().regex(/^\d{1,16}$/), z.int().nonnegative()])
      .transform(Number)
      .default(0),
    ['Environment; 0 for none', '环境；0 表示不使用'],
  ),
  inputs: described(
    z
      .array(
        z.object({
          name: described(VariableName, nameText),
          value: described(z.string().max(5_000).default(''), valueText),
        }),
      )
      .max(50)
      .default([]),
    ['Variables that the run begins with', '初始变量'],
  ),
  steps: described(z.array(RunStep).max(runStepsMax), ['Steps in order', '按顺序排列的步骤']),
  schedule: described(z.enum(runSchedules).default('off'), ['How often it starts by itself', '定时运行方式']),
  every_minutes: described(z.int().min(runEveryMin).max(10_080).default(60), [
    'Minutes between two starts',
    '间隔分钟数',
  ]),
  daily_time: described(
    z
      .string()
      .regex(/^([01]?\d|2[0-3]):[0-5]\d$/)
      .default('08:00'),
    ['Time of day on the server, such as `08:00`', '每天的运行时间（服务器时区），如 `08:00`'],
  ),
  arazzo: described(z.string().max(20_000).default(''), [
    'What an imported Arazzo document says beyond this, as JSON; an export writes it again',
    '所导入 Arazzo 文档中的其他内容（JSON），导出时原样写回',
  ]),
})

const outcome = described(z.enum(runOutcomes), [
  'How it ended, or `running`; `interrupted` if the server stopped',
  '结果，或 `running`；服务器停止时为 `interrupted`',
])

const ResultRow = z.object({
  result_id: described(DigitString, resultIdText),
  outcome,
  is_scheduled: described(z.number(), ['1 if it started by itself', '1 表示定时运行']),
  username: described(z.string(), ['Who it ran for', '运行者']),
  addtime: described(DateText, ['When it started', '开始时间']),
  time_ms: described(z.number(), ['Duration in ms', '耗时，毫秒']),
  steps_total: described(z.number(), ['Number of steps', '步骤数']),
  steps_done: described(z.number(), ['Steps that have run', '已运行的步骤数']),
  steps_failed: described(z.number(), ['Steps that failed', '失败的步骤数']),
})

const problem = described(
  z.array(
    z.object({
      path: described(z.string(), ['Place in the body, as a JSON pointer', '在内容中的位置（JSON 指针）']),
      text: described(z.string(), ['What is wrong', '问题']),
      values: described(z.record(z.string(), z.union([z.string(), z.number()])), ['Values of its text', '文本中的值']),
    }),
  ),
  ['Differences from the documentation', '与文档的差异'],
)

/** What became of one step. */
export const StepResult = z.object({
  step_id: described(z.string(), ['Step', '步骤']),
  title: described(z.string(), ['What it does', '步骤说明']),
  outcome: described(z.enum(['passed', 'failed', 'skipped']), ['How it ended', '结果']),
  error_text: described(z.string(), ['Why it got no response; empty if it got one', '未收到响应的原因；收到则为空']),
  method: described(z.string(), ['Request method', '请求方法']),
  url: described(z.string(), ['Request URL, secrets masked', '请求地址，密钥已隐藏']),
  headers: described(z.array(Pair), ['Headers, secrets masked', '请求头，密钥已隐藏']),
  body: described(z.string(), ['Request body, secrets masked', '请求体，密钥已隐藏']),
  answer: described(CallResponse.nullable(), ['Response; null for none', '返回结果；没有则为 null']),
  time_ms: described(z.number(), ['Duration in ms', '耗时，毫秒']),
  checks: described(
    z.array(
      z.object({
        kind: described(z.string(), ['What it looks at', '检查对象']),
        path: described(z.string(), ['Header or path', '响应头或路径']),
        compare: described(z.string(), ['How it compares', '比较方式']),
        value: described(z.string(), ['What it compares with', '比较的值']),
        is_met: described(z.boolean(), ['Whether it is met', '是否满足']),
        actual: described(z.string(), ['What the response has', '实际的值']),
        problems: problem,
      }),
    ),
    ['Conditions', '条件'],
  ),
  outputs: described(
    z.array(
      z.object({
        name: described(z.string(), nameText),
        value: described(z.string(), ['Value, secrets masked', '值，密钥已隐藏']),
        is_found: described(z.boolean(), ['Whether the response has it', '响应中是否存在']),
      }),
    ),
    ['Values for later steps', '供后续步骤使用的值'],
  ),
})

const noteText: Description = ['What it is about, as a code', '说明代码']
const noteValues = described(z.record(z.string(), z.union([z.string(), z.number()])), [
  'Values of its text',
  '说明中的值',
])

const ArazzoNotes = z.array(
  z.object({
    run_name: described(z.string(), nameText),
    step: described(z.string(), ['Step; empty for the whole run', '步骤；空表示整个流程']),
    text: described(z.string(), noteText),
    values: noteValues,
  }),
)

const changes = [
  'runGone',
  'runChanged',
  'runTooMany',
  'runStepBad',
  'environmentGone',
  'itemArchived',
  'noRight',
] as const

/** Calls for runs: several requests in order, with conditions. */
export const apiRun = {
  ...about({
    title: ['API runs', '接口流程'],
    text: [
      'Run several requests in order: values from one for the next, conditions, results, a schedule. For members of the project.',
      '按顺序运行多个请求：前后传值、检查条件、查看结果、定时运行。仅限项目成员。',
    ],
  }),
  list: query({
    summary: ['List the runs of a project', '项目的流程列表'],
    access: { item: 'view', by: 'item_id', needs: 'user' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: () =>
      z.array(
        z.object({
          run_id: described(DigitString, runIdText),
          run_name: described(z.string(), nameText),
          steps_total: described(z.number(), ['Number of steps', '步骤数']),
          schedule: described(z.enum(runSchedules), ['How often it starts by itself', '定时运行方式']),
          next_time: described(z.number(), [
            'When it starts next, Unix seconds; 0 for never',
            '下次运行时间，Unix 秒；0 表示不运行',
          ]),
          is_failing: described(z.number(), ['1 if its last scheduled start failed', '1 表示最近一次定时运行失败']),
          last: described(ResultRow.nullable(), ['Newest result', '最近一次结果']),
        }),
      ),
    errors: ['noRight'],
  }),
  info: query({
    summary: ['Get a run with its last results, newest first', '流程的内容及最近的运行记录，最新的在前'],
    access: { item: 'view', by: 'item_id', needs: 'user' },
    input: () => z.object({ item_id: inputs.item_id, run_id: described(Id, runIdText) }),
    output: () =>
      z.object({
        run_id: described(DigitString, runIdText),
        run: described(RunContent, ['Its content', '内容']),
        run_version: described(DigitString, versionText),
        next_time: described(z.number(), [
          'When it starts next, Unix seconds; 0 for never',
          '下次运行时间，Unix 秒；0 表示不运行',
        ]),
        schedule_username: described(z.string(), [
          'Whose rights and secrets a scheduled start uses',
          '定时运行使用谁的权限与密钥',
        ]),
        pages: described(
          z.array(
            z.object({
              page_id: described(DigitString, ['Page', '页面']),
              method: described(z.string(), ['Request method, in lower case', '请求方法，小写']),
              path: described(z.string(), ['Path, with `{name}` for its variables', '路径，变量写作 `{name}`']),
            }),
          ),
          ['What the pages of its steps describe now', '步骤对应页面的当前地址'],
        ),
        results: described(z.array(ResultRow), ['Results', '运行记录']),
      }),
    errors: ['runGone', 'noRight'],
  }),
  save: endpoint({
    summary: [
      'Create a run (`run_id` 0) or change one. A scheduled start uses the rights and the secrets of the person who saved it last',
      '新建流程（run_id 为 0）或修改流程。定时运行使用最后保存者的权限与密钥',
    ],
    creates: true,
    access: { item: 'edit', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        run_id: described(OptionalId, ['Run; 0 for a new one', '流程；0 表示新建']),
        run: described(JsonText(RunContent, 50_000), ['Its content', '内容']),
        base_version: described(OptionalId, [
          'The `run_version` you edited. The request fails if there’s a newer one; 0 to overwrite',
          '修改所依据的 `run_version`，若已不是最新则拒绝；0 表示直接覆盖',
        ]),
      }),
    output: () =>
      z.object({ run_id: described(DigitString, runIdText), run_version: described(DigitString, versionText) }),
    errors: changes,
  }),
  delete: endpoint({
    summary: ['Delete a run with its results', '删除流程及其运行记录'],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, run_id: described(Id, runIdText) }),
    output: EmptyList,
    errors: ['runGone', 'itemArchived', 'noRight'],
  }),
  start: endpoint({
    summary: [
      'Start a run with your own secrets. It goes on without you; `result` shows how far it is',
      '以自己的密钥运行流程。断开后继续运行；用 `result` 查看进度',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, run_id: described(Id, runIdText) }),
    output: () => z.object({ result_id: described(DigitString, resultIdText) }),
    errors: ['runGone', 'runBusy', 'runEmpty', 'environmentGone', 'itemArchived', 'noRight', 'tooManyRequests'],
  }),
  stop: endpoint({
    summary: ['Stop a run that is in progress', '停止正在运行的流程'],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, run_id: described(Id, runIdText) }),
    output: EmptyList,
    errors: ['runGone', 'itemArchived', 'noRight'],
  }),
  result: query({
    summary: ['Get a result with its steps', '运行记录及其步骤'],
    access: { item: 'view', by: 'item_id', needs: 'user' },
    input: () => z.object({ item_id: inputs.item_id, result_id: described(Id, resultIdText) }),
    output: () => ResultRow.extend({ steps: described(z.array(StepResult), ['Steps that have run', '已运行的步骤']) }),
    errors: ['runGone', 'noRight'],
  }),
  files: query({
    summary: ['List the newest attachments of a project, which steps can send', '项目最新的附件，可由步骤发送'],
    access: { item: 'view', by: 'item_id', needs: 'user' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: () =>
      z.array(
        z.object({
          file_id: described(z.number(), ['Attachment', '附件']),
          display_name: described(z.string(), ['File name', '文件名']),
          file_size: described(z.number(), ['Size in bytes', '大小，字节']),
        }),
      ),
    errors: ['noRight'],
  }),
  arazzoExport: query({
    summary: [
      'Get runs as an Arazzo 1.0 document that refers to the project’s OpenAPI address. Secret values are left out',
      '以 Arazzo 1.0 文档返回流程，引用项目的 OpenAPI 地址，不含密钥',
    ],
    access: { item: 'view', by: 'item_id', needs: 'user' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        run_id: described(OptionalId, ['Run; 0 for all runs', '流程；0 表示全部流程']),
        format: described(z.enum(['json', 'yaml']).default('yaml'), ['Notation', '格式']),
      }),
    output: () =>
      z.object({
        text: described(z.string(), ['Document', '文档']),
        file_name: described(z.string(), ['Name for its file', '文件名']),
        notes: described(ArazzoNotes, ['What other tools will not find in it', '其他工具无法从中得到的内容']),
      }),
    errors: ['runGone', 'arazzoNothing', 'noRight'],
  }),
  arazzoImport: endpoint({
    summary: [
      'Create runs from the workflows of an Arazzo 1.0 document. Steps refer to the API pages of the project',
      '由 Arazzo 1.0 文档中的工作流新建流程，步骤对应项目中的 API 页面',
    ],
    creates: true,
    access: { item: 'edit', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        text: described(z.string().min(1).max(500_000), ['Document, as JSON or YAML', '文档内容，JSON 或 YAML']),
        dry_run: described(z.enum(['0', '1']).default('0'), [
          '1 to see what would be created, and create nothing',
          '1 表示仅预览，不新建',
        ]),
      }),
    output: () =>
      z.object({
        workflows: described(
          z.array(
            z.object({
              workflow_id: described(z.string(), ['Workflow', '工作流']),
              run_id: described(DigitString, ['Its run; 0 if none was created', '对应的流程；0 表示未新建']),
              run_name: described(z.string(), nameText),
              steps_total: described(z.number(), ['Number of steps', '步骤数']),
              problem: described(z.object({ text: described(z.string(), noteText), values: noteValues }).nullable(), [
                'Why it cannot become a run; null if it can',
                '无法转换的原因；可以则为 null',
              ]),
            }),
          ),
          ['Workflows', '工作流'],
        ),
        notes: described(ArazzoNotes, ['What was left out or needs attention', '未导入或需要处理的内容']),
      }),
    errors: [
      'arazzoSyntax',
      'arazzoUnknown',
      'arazzoVersion',
      'arazzoNothing',
      'runTooMany',
      'itemArchived',
      'noRight',
    ],
  }),
}

/** What a person edits of a run, as it is sent. */
export type RunContentInput = z.input<typeof RunContent>
/** What a person edits of a run. */
export type RunContentOutput = z.output<typeof RunContent>
