import { z } from 'zod'
import { about, query } from './endpoint.ts'
import { described } from './fields.ts'
import { inputs } from './shared-fields.ts'

const Described = z.object({
  description: described(z.string(), [
    'JSON: the operation as OpenAPI 3.1, with the edits of people and the components that it leads to; empty for a page that no OpenAPI description has brought',
    'JSON：OpenAPI 3.1 格式的接口，含人工修改以及所引用的组件；若页面不是由 OpenAPI 描述导入，则为空',
  ]),
})

/** Calls for what an imported API description says about a page: its schemas, responses and authentication. */
export const apiReference = {
  ...about({
    title: ['API reference', '接口参考'],
    text: [
      'What an imported OpenAPI description says about a page, beyond the text of the page.',
      '导入的 OpenAPI 描述中与页面对应的内容，比页面文本更完整。',
    ],
  }),
  page: query({
    summary: ['Get what the OpenAPI description of a page says', '页面对应的 OpenAPI 描述'],
    access: { page: 'view', by: 'page_id' },
    input: () => z.object({ page_id: inputs.page_id, _item_pwd: inputs._item_pwd }),
    output: Described,
    errors: ['pageGone', 'itemPasswordNeeded'],
  }),
  shared: query({
    summary: [
      'Get what the OpenAPI description of a page says, by the public link of the page',
      '通过公开链接获取页面对应的 OpenAPI 描述',
    ],
    access: 'anyone',
    input: () =>
      z.object({ unique_key: described(z.string().max(64), ['Key in the public link', '公开链接中的标识']) }),
    output: Described,
    errors: ['linkGone'],
  }),
}
