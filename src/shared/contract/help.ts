import { z } from 'zod'
import { about, query } from './endpoint.ts'
import { described } from './fields.ts'

/** Calls that help people to use the product. */
export const help = {
  ...about({ title: ['Help', '帮助'], text: ['This reference.', '你正在阅读的内容。'] }),
  api: query({
    summary: ['Get this reference as Markdown', '本接口文档（Markdown）'],
    access: 'anyone',
    input: () => z.object({ lang: described(z.enum(['en', 'zh']).optional().default('en'), ['Language', '语言']) }),
    output: () =>
      z.object({
        markdown: described(z.string(), ['Markdown', 'Markdown 文本']),
        example_site: described(z.string(), [
          'The part of the examples that stands for the address of the site',
          '示例中代表站点地址的部分',
        ]),
      }),
  }),
}
