import { z } from 'zod'
import { exportFormatNames } from '../export-formats.ts'
import { about, download, endpoint, query } from './endpoint.ts'
import { described, EmptyList, IdListUpTo, ItemRef, OptionalId, Text } from './fields.ts'
import { inputs, texts } from './shared-fields.ts'

const scope = {
  item_id: inputs.item_id,
  cat_id: described(OptionalId, ['Folder of the project; 0 for the whole project', '其中的目录；0 表示整个项目']),
}

const page_id = described(OptionalId, ['A single page; takes precedence over `cat_id`', '单个页面，优先于 `cat_id`'])

/** The most catalogs or pages that a person can choose one by one. */
const chosenMost = 10_000

const job_id = described(z.string(), ['Task ID', '任务编号'])

/** Calls that export pages as files. */
export const exports = {
  ...about({
    title: ['Export', '导出'],
    text: [
      'Export pages as files. `start` begins a task for any format; its file is available for a day.',
      '将页面导出为文件。`start` 以后台任务导出任一格式，文件保留一天。',
    ],
  }),
  checkMarkdownLimit: query({
    summary: ['Check whether an export can start; this site sets no limit', '检查是否可以导出；这里没有次数限制'],
    access: 'user',
    input: () => z.object({ export_format: described(Text(20).optional(), texts.ignored) }),
    output: EmptyList,
  }),
  word: download({
    summary: [
      'Export a project, a folder (`cat_id`) or a page (`page_id`, takes precedence) as a Word document (.docx)',
      '把项目、目录（cat_id）或页面（page_id，优先）导出为 Word 文档（.docx）',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ ...scope, page_id }),
    errors: ['catalogGone', 'pageGone', 'exportTooLarge', 'exportTooSlow', 'exportTooManyCells', 'tooManyRequests'],
  }),
  markdown: download({
    summary: [
      'Export a project or a folder (`cat_id`) as a zip of Markdown files with images and attachments, which can be imported again',
      '把项目或目录（cat_id）导出为 Markdown 压缩包，含图片和附件；可再次导入',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object(scope),
    errors: ['catalogGone', 'exportTooLarge', 'exportTooSlow', 'tooManyRequests'],
  }),
  openapi: download({
    summary: [
      'Read the API pages of a project as OpenAPI 3.1. Steady addresses: `/{project}/openapi.json` and `/{project}/openapi.yaml`, where the project is its ID or its custom URL',
      '以 OpenAPI 3.1 读取项目的 API 页面。固定地址为 `/{项目}/openapi.json` 和 `/{项目}/openapi.yaml`，其中项目可用 ID 或自定义地址',
    ],
    access: { item: 'view', by: 'item_id' },
    input: () =>
      z.object({
        item_id: described(ItemRef, texts.item_id),
        format: described(z.enum(['json', 'yaml']).default('json'), ['Format of the file', '文件的格式']),
        _item_pwd: inputs._item_pwd,
      }),
    errors: ['exportNothing', 'exportTooLarge', 'exportTooSlow', 'tooManyRequests'],
  }),
  start: endpoint({
    summary: [
      'Start an export as a task: a project, a folder, a page, or any chosen folders and pages; `job/list` has its progress and its file',
      '以后台任务导出项目、目录、页面，或任意选定的目录和页面；进度和文件见 `job/list`',
    ],
    creates: true,
    access: { item: 'edit', by: 'item_id' },
    input: () =>
      z.object({
        ...scope,
        page_id,
        format: described(z.enum(exportFormatNames), ['Format of the file', '文件的格式']),
        cat_ids: described(IdListUpTo(chosenMost).optional(), [
          'Chosen folders with everything in them, together with `page_ids`, when neither `cat_id` nor `page_id` is set',
          '选定的目录（含其全部内容），可与 `page_ids` 同时使用；仅在未设 `cat_id` 和 `page_id` 时有效',
        ]),
        page_ids: described(IdListUpTo(chosenMost).optional(), [
          'Chosen pages; the folders above them become headings',
          '选定的页面，其上级目录作为标题',
        ]),
      }),
    output: () => z.object({ job_id }),
    errors: ['catalogGone', 'pageGone', 'exportTooLarge', 'tooManyRequests'],
  }),
  download: download({
    summary: [
      'Download the file of an export that is done, for a day, as long as you may still export what is in it',
      '下载已完成的导出文件：保留一天，且仍须有权导出其中的内容',
    ],
    access: 'user',
    input: () => z.object({ job_id: described(Text(64), ['Task ID', '任务编号']) }),
    errors: ['jobGone', 'exportNotReady', 'exportRightEnded'],
  }),
}
