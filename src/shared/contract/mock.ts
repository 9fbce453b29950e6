import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { DateText, type Description, DigitString, described, EmptyList, PageText } from './fields.ts'
import { inputs, outputs, texts } from './shared-fields.ts'

const templateText: Description = [
  'JSON template with the rules and placeholders of Mock.js',
  '符合 Mock.js 语法的 JSON 模板',
]
const pathText: Description = [
  'Path of the mock: `/x`; `/x/*` and `/x/{id}` also match paths below; `~` starts a regular expression',
  '访问路径：`/x`；`/x/*` 与 `/x/{id}` 也匹配下级路径；`~` 之后为正则表达式',
]
const mockKeyText: Description = [
  'Key of the mock, for `/mock-data/{unique_key}`',
  'Mock 标识，用于 `/mock-data/{unique_key}`',
]

/** A mock: the response of its address. */
const Mock = z.object({
  id: outputs.id,
  unique_key: described(z.string(), mockKeyText),
  uid: outputs.uid,
  page_id: outputs.page_id,
  item_id: outputs.item_id,
  view_times: described(DigitString, ['Number of requests it received', '被调用的次数']),
  template: described(z.string(), templateText),
  path: described(z.string(), pathText),
  addtime: outputs.created,
  last_update_time: described(DateText, texts.changed),
})

/** What a mock address names: a path of an item, or one mock by its key. */
export type MockLookup = { item_id: string; path: string } | { unique_key: string }

/** Calls for mocks: generated responses of the API that a page describes, at `/mock-path/{item_id}?path=/x`. */
export const mock = {
  ...about({
    title: ['Mocks', 'Mock'],
    text: [
      'Sample responses for the API that a page describes. Programs request them at `/mock-path/{item_id}?path=/x`.',
      '页面所描述接口的模拟返回，程序通过 `/mock-path/{item_id}?path=/x` 调用。',
    ],
  }),
  add: endpoint({
    summary: [
      'Create or change the mock of a page: its path, and a JSON template with the rules and placeholders of Mock.js',
      '保存页面的 Mock：符合 Mock.js 语法的 JSON 模板及访问路径',
    ],
    creates: true,
    access: { page: 'edit', by: 'page_id' },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        template: described(PageText, templateText),
        /** `/x`; `/x/*` and `/x/{id}` also match below; after `~` a regular expression. Default `/`. */
        path: described(PageText.optional(), pathText),
      }),
    output: () =>
      z.object({
        page_id: outputs.page_id_number,
        path: described(z.string(), pathText),
        unique_key: described(z.string(), mockKeyText),
      }),
    errors: [
      'pageGone',
      'itemArchived',
      'mockTemplateBad',
      'mockTemplateTooLarge',
      'mockPathBad',
      'mockPathTooLarge',
      'mockPathTooLong',
    ],
  }),
  infoByPageId: query({
    summary: ['Get the mock of a page, or an empty list if it has none', '页面的 Mock；没有时返回空数组'],
    access: { page: 'view', by: 'page_id' },
    input: () => z.object({ page_id: inputs.page_id }),
    output: () => z.union([Mock, EmptyList]),
    errors: ['pageGone'],
  }),
}

/** Calls for mocks that need no template: the examples and schemas of API pages. */
export const schemaMock = {
  ...about({
    title: ['Mocks from schemas', '按 Schema 的 Mock'],
    text: [
      'API pages answer at their mock address from their examples and schemas, without a template.',
      'API 页面无需模板，即可在其 Mock 地址按示例与 Schema 返回数据。',
    ],
  }),
  address: query({
    summary: [
      'Get where an API page answers without a template, from its examples and schemas. `Prefer` chooses: `code=404`, `example=name`, `dynamic=true`, `seed=7`, `delay=500`, `validate=true`; so do `mock_code`, `mock_example` and so on in the query',
      'API 页面在没有模板时的 Mock 地址，按示例与 Schema 返回。可用 `Prefer` 选择：`code=404`、`example=名称`、`dynamic=true`、`seed=7`、`delay=500`、`validate=true`；也可在查询参数中使用 `mock_code`、`mock_example` 等',
    ],
    access: { page: 'view', by: 'page_id' },
    input: () => z.object({ page_id: inputs.page_id }),
    output: () =>
      z.object({
        address: described(z.string(), [
          'Path of the address; with a signature if the project isn’t public; empty if the page doesn’t answer',
          '地址的路径；非公开项目含签名；页面不响应时为空',
        ]),
        method: described(z.string(), ['Method in lower case', '小写的请求方法']),
        answered_by: described(z.enum(['page', 'otherPage', 'template', 'nobody']), [
          'What answers there: this page, an older page with the same method and path, a template, or nothing',
          '由谁响应：本页面、方法与路径相同且更早的页面、模板，或无',
        ]),
        other_page_id: described(z.number(), ['The older page; 0 if you can’t see it', '更早的页面；不可见时为 0']),
        other_page_title: described(z.string(), ['Its title', '其标题']),
        responses: described(
          z.array(
            z.object({
              status: described(z.string(), ['`200`, `4XX` or `default`', '`200`、`4XX` 或 `default`']),
              examples: described(z.array(z.string()), ['Names of its examples', '示例名称']),
            }),
          ),
          ['Documented responses', '页面描述的响应'],
        ),
      }),
    errors: ['pageGone'],
  }),
}
