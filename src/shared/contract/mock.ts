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
export const Mock = z.object({
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
    input: z.object({
      page_id: inputs.page_id,
      template: described(PageText, templateText),
      /** `/x`; `/x/*` and `/x/{id}` also match below; after `~` a regular expression. Default `/`. */
      path: described(PageText.optional(), pathText),
    }),
    output: z.object({
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
    input: z.object({ page_id: inputs.page_id }),
    output: z.union([Mock, EmptyList]),
    errors: ['pageGone'],
  }),
}
