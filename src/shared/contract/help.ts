import { z } from 'zod'
import { query } from './endpoint.ts'

/** Calls that help people to use the product. */
export const help = {
  api: query({
    summary: ['Get this reference as Markdown', '本接口文档（Markdown）'],
    access: 'anyone',
    input: z.object({ lang: z.enum(['en', 'zh']).optional().default('en') }),
    output: z.object({ markdown: z.string(), example_site: z.string() }),
  }),
}
