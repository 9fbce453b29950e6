import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { DateText, DigitString, EmptyList, Id, PageText } from './fields.ts'

/** A mock: the response of its address. */
export const Mock = z.object({
  id: DigitString,
  unique_key: z.string(),
  uid: DigitString,
  page_id: DigitString,
  item_id: DigitString,
  /** The number of requests for its path. */
  view_times: DigitString,
  template: z.string(),
  path: z.string(),
  addtime: DateText,
  last_update_time: DateText,
})

/** What a mock address names: a path of an item, or one mock by its key. */
export type MockLookup = { item_id: string; path: string } | { unique_key: string }

/** Calls for mocks: generated responses of the API that a page describes, at `/mock-path/{item_id}?path=/x`. */
export const mock = {
  add: endpoint({
    summary: [
      'Create or change the mock of a page: its path, and a JSON template with the rules and placeholders of Mock.js',
      '保存页面的 Mock：符合 Mock.js 语法的 JSON 模板及访问路径',
    ],
    creates: true,
    access: { page: 'edit', by: 'page_id' },
    input: z.object({
      page_id: Id,
      template: PageText,
      /** `/x`; `/x/*` and `/x/{id}` also match below; after `~` a regular expression. Default `/`. */
      path: PageText.optional(),
    }),
    output: z.object({ page_id: z.number(), path: z.string(), unique_key: z.string() }),
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
    input: z.object({ page_id: Id }),
    output: z.union([Mock, EmptyList]),
    errors: ['pageGone'],
  }),
}
