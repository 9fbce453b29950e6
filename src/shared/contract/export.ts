import { z } from 'zod'
import { download, query } from './endpoint.ts'
import { EmptyList, Id, OptionalId, Text } from './fields.ts'

const scope = { item_id: Id, cat_id: OptionalId }

/** Calls that export pages as files. */
export const exports = {
  checkMarkdownLimit: query({
    summary: ['Check whether an export can start; this site sets no limit', '检查是否可以导出；这里没有次数限制'],
    access: 'user',
    input: z.object({ export_format: Text(20).optional() }),
    output: EmptyList,
  }),
  word: download({
    summary: [
      'Export a project, a folder (`cat_id`) or a page (`page_id`, takes precedence) as a Word document (.docx)',
      '把项目、目录（cat_id）或页面（page_id，优先）导出为 Word 文档（.docx）',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ ...scope, page_id: OptionalId }),
    errors: ['catalogGone', 'pageGone', 'exportTooLarge', 'exportTooSlow', 'exportTooManyCells', 'tooManyRequests'],
  }),
  markdown: download({
    summary: [
      'Export a project or a folder (`cat_id`) as a zip of Markdown files with images and attachments, which can be imported again',
      '把项目或目录（cat_id）导出为 Markdown 压缩包，含图片和附件；可再次导入',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object(scope),
    errors: ['catalogGone', 'exportTooLarge', 'exportTooSlow', 'tooManyRequests'],
  }),
}
