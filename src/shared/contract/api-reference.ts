import { z } from 'zod'
import { about, query } from './endpoint.ts'
import { described, Flag } from './fields.ts'
import { inputs } from './shared-fields.ts'

const Described = z.object({
  description: described(z.string(), [
    'JSON: the operation as OpenAPI 3.1, with the edits of people and the components that it leads to; of a page that people wrote, the models that it names; empty for all others',
    'JSON：OpenAPI 3.1 格式的接口，含人工修改以及所引用的组件；手工编写的页面则为其引用的数据模型；其他页面为空',
  ]),
})

const modelOf = described(z.string(), ['Title of the description that it comes from', '所属描述的标题'])

/** Calls for what an imported API description says about a page: its schemas, responses and authentication. */
export const apiReference = {
  ...about({
    title: ['API reference', '接口参考'],
    text: [
      'What imported OpenAPI descriptions say beyond the text of pages: operations with their schemas, and the models of a project.',
      '导入的 OpenAPI 描述中比页面文本更完整的内容：接口及其 Schema、项目的数据模型。',
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
  models: query({
    summary: [
      'List the models of a project: the named schemas of its OpenAPI descriptions',
      '项目的数据模型列表（OpenAPI 描述中的命名 Schema）',
    ],
    access: { item: 'view', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        only_count: described(Flag, ['1 for their number alone', '为 1 时只返回数量']),
        _item_pwd: inputs._item_pwd,
      }),
    output: () =>
      z.object({
        total: described(z.number(), ['How many there are', '总数']),
        list: described(
          z.array(
            z.object({
              of: modelOf,
              name: described(z.string(), ['Name', '名称']),
              text: described(z.string(), ['First line of its description', '描述的第一行']),
              operations: described(z.number(), ['How many operations lead to it', '使用它的接口数量']),
            }),
          ),
          ['Models by name; empty for only_count', '按名称排列的模型；only_count 时为空'],
        ),
      }),
    errors: ['itemPasswordNeeded', 'tooManyRequests'],
  }),
  model: query({
    summary: ['Get a model of a project, and where it is used', '数据模型及其使用位置'],
    access: { item: 'view', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        name: described(z.string().min(1).max(500), ['Name of the model', '模型名称']),
        of: described(z.string().max(500).optional().default(''), [
          'Title of its description; if omitted, the first one that has it',
          '所属描述的标题；省略时为第一个包含它的描述',
        ]),
        _item_pwd: inputs._item_pwd,
      }),
    output: () =>
      z.object({
        of: modelOf,
        schema: described(z.string(), [
          'JSON: an OpenAPI 3.1 description with this model and those that it leads to; empty when there is no such model',
          'JSON：仅含该模型及其引用的 OpenAPI 3.1 描述；模型不存在时为空',
        ]),
        models: described(z.array(z.string()), ['Models that refer to it', '引用它的模型']),
        operations: described(
          z.array(
            z.object({
              page_id: described(z.number(), ['Page', '页面']),
              page_title: described(z.string(), ['Page title', '页面标题']),
              method: described(z.string(), ['Method in lower case', '小写的请求方法']),
              path: described(z.string(), ['Path', '路径']),
              is_direct: described(z.boolean(), [
                'Whether the operation refers to it itself, not only through other models',
                '是否由接口直接引用，而非通过其他模型',
              ]),
            }),
          ),
          ['Operations that lead to it, at most 500', '使用它的接口，最多 500 个'],
        ),
        total: described(z.number(), ['How many operations lead to it', '使用它的接口总数']),
      }),
    errors: ['itemPasswordNeeded', 'tooManyRequests'],
  }),
}
