import { z } from 'zod'
import { download, endpoint, query, upload } from './endpoint.ts'
import { DateText, EmptyList, Flag, Id, IdList, Int, OptionalId, pagingFields, Text } from './fields.ts'

/** The address of a file after its upload. */
const Uploaded = z.object({ url: z.string(), success: z.literal(1) })

/** An uploaded file. Sizes in bytes, and in mebibytes with three decimals. */
const File = z.object({
  file_id: z.number(),
  uid: z.number(),
  file_type: z.string(),
  visit_times: z.number(),
  file_size: z.number(),
  file_size_m: z.number(),
  item_id: z.number(),
  /** A page that lists it; 0 for none. */
  page_id: z.number(),
  display_name: z.string(),
  url: z.string(),
  addtime: DateText,
  last_visit_time: DateText,
})

/** One of the caller's own files. */
const OwnFile = File.extend({
  /** How many pages list it, show it or have shown it. */
  page_count: z.number(),
})

const FileOfUser = File.extend({
  username: z.string(),
  /** Their name, if they have an account and a name. */
  name: z.string().optional(),
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
  /** 1 for images, 2 for everything else; any other value for both. */
  attachment_type: z.union([z.literal('').transform(() => 0), Int(-1, 100)]).optional(),
  display_name: Text(200).optional(),
  username: Text(200).optional(),
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

const places = { item_id: OptionalId, page_id: OptionalId }

/** Calls for files of pages and items, and files that belong only to their uploader. */
export const attachment = {
  attachmentUpload: upload({
    summary: ['Upload an attachment to a page, a project or your own files', '上传附件，到页面、项目或我的附件'],
    creates: true,
    access: 'user',
    file: 'file',
    uploadKind: 'attachment',
    responseType: 'bare',
    input: z.object(places),
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
    input: z.object(places),
    output: Uploaded,
    errors: ['fileMissing', 'fileTooLarge', 'fileNameBlocked', 'notAnImage', 'imageTooLarge', ...placeErrors],
  }),
  visitFile: download({
    summary: ['Open an uploaded file by its `sign`', '按 sign 打开已上传的文件'],
    access: 'anyone',
    input: z.object({ sign: Text(64) }),
    errors: ['fileGone'],
  }),
  getMyList: query({
    summary: ['List your uploaded files, newest first', '我的附件，新的在前'],
    access: 'user',
    input: z.object({
      ...pagingFields(20),
      ...filters,
      /** Only files that no page lists, shows or has shown. */
      unused: Flag,
    }),
    output: z.object({
      list: z.array(OwnFile),
      total: z.number(),
      used: z.number(),
      used_m: z.number(),
      /** The total size that the caller's files may have; 0 for no limit. */
      quota_m: z.number(),
      /** The traffic of the caller's files this month. */
      used_flow_m: z.number(),
    }),
  }),
  deleteMyAttachment: endpoint({
    summary: ['Delete one of your files and remove it from all pages', '删除我的附件，同时从所有页面移除'],
    access: 'user',
    input: z.object({ file_id: Id }),
    output: EmptyList,
    errors: ['fileGone', 'itemArchived'],
  }),
  bindingPage: endpoint({
    summary: ['Add one of your files to the attachments of a page', '将我的附件加入页面的附件列表'],
    access: { page: 'edit', by: 'page_id' },
    input: z.object({ file_id: Id, page_id: Id }),
    output: EmptyList,
    errors: ['fileGone', 'pageGone', 'itemArchived'],
  }),
  getAllList: query({
    summary: ['List everyone’s files, newest first', '全站附件，新的在前'],
    access: 'admin',
    input: z.object({ ...pagingFields(20), ...filters }),
    output: z.object({ list: z.array(FileOfUser), total: z.number(), used: z.number(), used_m: z.number() }),
  }),
  deleteAttachment: endpoint({
    summary: ['Delete anyone’s file and remove it from all pages', '删除任意附件，同时从所有页面移除'],
    access: 'admin',
    input: z.object({ file_id: Id }),
    output: EmptyList,
    errors: ['fileGone'],
  }),
  getUnusedList: query({
    summary: ['List the files that no page lists, shows or has shown', '未被任何页面使用的附件'],
    access: 'admin',
    input: z.object({ ...pagingFields(10), ...filters }),
    output: z.object({ list: z.array(FileOfUser), total: z.number() }),
  }),
  batchDeleteAttachments: endpoint({
    summary: ['Delete several files at once, including other people’s', '批量删除附件'],
    access: 'admin',
    input: z.object({ file_ids: IdList.refine((ids) => ids.length > 0) }),
    output: z.object({ success: z.number(), failed: z.number() }),
  }),
}
