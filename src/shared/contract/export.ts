import { z } from 'zod'
import { about, download, query } from './endpoint.ts'
import { described, EmptyList, OptionalId, Text } from './fields.ts'
import { inputs, texts } from './shared-fields.ts'

const scope = {
  item_id: inputs.item_id,
  cat_id: described(OptionalId, ['Folder of the project; 0 for the whole project', '其中的目录；0 表示整个项目']),
}

/** Calls that export pages as files. */
export const exports = {
  ...about({
    title: ['Export', '导出'],
    text: ['Export pages as Word or Markdown files.', '将页面导出为文件：Word 和 Markdown。'],
  }),
  checkMarkdownLimit: query({
    summary: ['Check whether an export can start; this site sets no limit', '检查是否可以导出；这里没有次数限制'],
    access: 'user',
    input: z.object({ export_format: described(Text(20).optional(), texts.ignored) }),
    output: EmptyList,
  }),
  word: download({
    summary: [
      'Export a project, a folder (`cat_id`) or a page (`page_id`, takes precedence) as a Word document (.docx)',
      '把项目、目录（cat_id）或页面（page_id，优先）导出为 Word 文档（.docx）',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({
      ...scope,
      page_id: described(OptionalId, ['A single page; takes precedence over `cat_id`', '单个页面，优先于 `cat_id`']),
    }),
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
