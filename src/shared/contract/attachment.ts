import { z } from 'zod'
import { about, download, endpoint, query, upload } from './endpoint.ts'
import { DateText, described, EmptyList, Flag, IdList, Int, OptionalId, pagingFields, Text } from './fields.ts'
import { inputs, outputs, texts } from './shared-fields.ts'

/** The address of a file after its upload. */
const Uploaded = z.object({
  url: outputs.file_url,
  success: described(z.literal(1), ['Whether it succeeded', '操作成功']),
})

/** An uploaded file. Sizes in bytes, and in mebibytes with three decimals. */
const File = z.object({
  file_id: outputs.file_id,
  uid: outputs.uid_number,
  file_type: described(z.string(), ['Media type', '媒体类型']),
  visit_times: described(z.number(), ['Number of times it was opened', '访问次数']),
  file_size: described(z.number(), ['Size in bytes', '大小，字节']),
  file_size_m: described(z.number(), ['Size in MiB', '大小，MiB']),
  item_id: outputs.item_id_number,
  /** A page that lists it; 0 for none. */
  page_id: outputs.page_id_number,
  display_name: described(z.string(), ['File name', '文件名']),
  url: outputs.file_url,
  addtime: outputs.created,
  last_visit_time: described(DateText, ['When it was last opened', '最近访问时间']),
})

/** One of the caller's own files. */
const OwnFile = File.extend({
  page_count: described(z.number(), [
    'Number of pages that list it, show it or used to show it',
    '列出、显示或曾显示它的页面数',
  ]),
})

const FileOfUser = File.extend({
  username: outputs.username,
  name: outputs.name_optional,
})

/** An attachment in the list of a page. */
export const PageFile = File.pick({
  file_id: true,
  display_name: true,
  url: true,
  addtime: true,
  file_type: true,
  file_size: true,
  file_size_m: true,
})

const filters = {
  attachment_type: described(z.union([z.literal('').transform(() => 0), Int(-1, 100)]).optional(), [
    '1 images, 2 other files; any other value: both',
    '1 图片，2 其他文件；其他值表示全部',
  ]),
  display_name: described(Text(200).optional(), ['Part of the file name', '文件名包含的文字']),
  username: inputs.username_part,
}

// Possible errors of an upload, wherever it goes.
const placeErrors = [
  'quotaReached',
  'tooManyRequests',
  'pageGone',
  'itemPasswordNeeded',
  'noRight',
  'itemArchived',
] as const

const places = {
  item_id: described(OptionalId, ['Project it belongs to; 0 for none', '所属项目；0 表示不属于项目']),
  page_id: described(OptionalId, [
    'Page whose attachment list it’s added to; 0 for none',
    '加入哪个页面的附件列表；0 表示不加入',
  ]),
}

/** Calls for files of pages and items, and files that belong only to their uploader. */
export const attachment = {
  ...about({
    title: ['Attachments', '附件'],
    text: ['Uploaded files and images, of pages and of people.', '上传的文件和图片，包括页面附件和个人附件。'],
  }),
  attachmentUpload: upload({
    summary: ['Upload an attachment to a page, a project or your own files', '上传附件，到页面、项目或我的附件'],
    creates: true,
    access: 'user',
    file: 'file',
    uploadKind: 'attachment',
    responseType: 'bare',
    input: () => z.object(places),
    output: Uploaded,
    errors: [
      'fileMissing',
      'fileTooLarge',
      'fileNameBlocked',
      'fileTypeRefused',
      'fileContentWrong',
      'notAnImage',
      'imageTooLarge',
      ...placeErrors,
    ],
  }),
  uploadImg: upload({
    summary: ['Upload an image for a page', '上传页面图片'],
    creates: true,
    access: 'user',
    file: 'editormd-image-file',
    uploadKind: 'picture',
    responseType: 'bare',
    input: () => z.object(places),
    output: Uploaded,
    errors: ['fileMissing', 'fileTooLarge', 'fileNameBlocked', 'notAnImage', 'imageTooLarge', ...placeErrors],
  }),
  visitFile: download({
    summary: ['Open an uploaded file by its `sign`', '按 sign 打开已上传的文件'],
    access: 'anyone',
    input: () => z.object({ sign: described(Text(64), texts.sign) }),
    errors: ['fileGone'],
  }),
  getMyList: query({
    summary: ['List your uploaded files, newest first', '我的附件，新的在前'],
    access: 'user',
    input: () =>
      z.object({
        ...pagingFields(20),
        ...filters,
        unused: described(Flag, ['Only files that no page lists, shows or used to show', '仅未被任何页面使用的文件']),
      }),
    output: () =>
      z.object({
        list: described(z.array(OwnFile), ['Rows', '列表']),
        total: outputs.total,
        used: described(z.number(), ['Space used, in bytes', '已用空间，字节']),
        used_m: described(z.number(), ['Space used, in MiB', '已用空间，MiB']),
        quota_m: described(z.number(), [
          'Total space for each person’s attachments, in MiB; 0 for no limit',
          '个人附件总空间上限，MiB；0 为不限',
        ]),
        used_flow_m: described(z.number(), ['Traffic from visits this month, in MiB', '本月访问流量，MiB']),
      }),
  }),
  deleteMyAttachment: endpoint({
    summary: ['Delete one of your files and remove it from all pages', '删除我的附件，同时从所有页面移除'],
    access: 'user',
    input: () => z.object({ file_id: inputs.file_id }),
    output: EmptyList,
    errors: ['fileGone', 'itemArchived'],
  }),
  bindingPage: endpoint({
    summary: ['Add one of your files to the attachments of a page', '将我的附件加入页面的附件列表'],
    access: { page: 'edit', by: 'page_id' },
    input: () => z.object({ file_id: inputs.file_id, page_id: inputs.page_id }),
    output: EmptyList,
    errors: ['fileGone', 'pageGone', 'itemArchived'],
  }),
  getAllList: query({
    summary: ['List everyone’s files, newest first', '全站附件，新的在前'],
    access: 'admin',
    input: () => z.object({ ...pagingFields(20), ...filters }),
    output: () =>
      z.object({
        list: described(z.array(FileOfUser), ['Rows', '列表']),
        total: outputs.total,
        used: described(z.number(), ['Space used, in bytes', '已用空间，字节']),
        used_m: described(z.number(), ['Space used, in MiB', '已用空间，MiB']),
      }),
  }),
  deleteAttachment: endpoint({
    summary: ['Delete anyone’s file and remove it from all pages', '删除任意附件，同时从所有页面移除'],
    access: 'admin',
    input: () => z.object({ file_id: inputs.file_id }),
    output: EmptyList,
    errors: ['fileGone'],
  }),
  getUnusedList: query({
    summary: ['List the files that no page lists, shows or has shown', '未被任何页面使用的附件'],
    access: 'admin',
    input: () => z.object({ ...pagingFields(10), ...filters }),
    output: () => z.object({ list: described(z.array(FileOfUser), ['Rows', '列表']), total: outputs.total }),
  }),
  batchDeleteAttachments: endpoint({
    summary: ['Delete several files at once, including other people’s', '批量删除附件'],
    access: 'admin',
    input: () =>
      z.object({
        file_ids: described(
          IdList.refine((ids) => ids.length > 0),
          ['Files', '多个文件'],
        ),
      }),
    output: () =>
      z.object({
        success: described(z.number(), ['Number deleted', '已删除的数量']),
        failed: described(z.number(), ['Number that couldn’t be deleted', '未能删除的数量']),
      }),
  }),
}
