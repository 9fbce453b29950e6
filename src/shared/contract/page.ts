import { z } from 'zod'
import { attachment, PageFile } from './attachment.ts'
import { endpoint, query } from './endpoint.ts'
import {
  DateText,
  DigitString,
  EmptyList,
  Flag,
  Id,
  Int,
  ItemPageText,
  JsonText,
  NullableId,
  OptionalId,
  Secret,
  SingleLine,
  SortNumber,
  Text,
} from './fields.ts'

const row = {
  page_id: DigitString,
  author_uid: DigitString,
  author_username: z.string(),
  item_id: DigitString,
  cat_id: DigitString,
  page_title: z.string(),
  page_content: z.string(),
  s_number: DigitString,
  page_comments: z.string(),
  is_del: DigitString,
  ext_info: z.string(),
  is_draft: DigitString,
  /** Increases by one with each save; send it back as `base_version` so that nobody's text is overwritten. */
  page_version: DigitString,
}

/** A page with its text. */
export const Page = z.object({
  ...row,
  addtime: DateText,
  page_addtime: DateText,
  /** When it was last saved, Unix seconds: `addtime` for clients in any zone. */
  save_time: DigitString,
  /** The name of the person who saved it last, if they have an account and a name. */
  author_name: z.string().optional(),
  attachment_count: z.number(),
  unique_key: z.string(),
})

/** A former version of a page. */
export const HistoryVersion = z.object({
  page_history_id: DigitString,
  page_id: DigitString,
  author_uid: DigitString,
  author_username: z.string(),
  /** Their name, if they have an account and a name. */
  author_name: z.string().optional(),
  item_id: DigitString,
  cat_id: DigitString,
  page_title: z.string(),
  /** Empty with `is_text_left_out`: a list contains at most 10 MB of texts, `page/diff` returns each whole. */
  page_content: z.string(),
  is_text_left_out: z.boolean(),
  s_number: DigitString,
  addtime: DateText,
  /** When it was saved, Unix seconds: `addtime` for clients in any zone. */
  save_time: DigitString,
  page_comments: z.string(),
  ext_info: z.string(),
  page_version: DigitString,
})

/** A page as a public link shows it: without its item and catalog. */
const SharedPage = Page.omit({ item_id: true, cat_id: true, unique_key: true, author_name: true }).extend({
  page_addtime: DigitString,
  /** When the link expires, Unix seconds; 0 for never. */
  expire_time: z.number(),
  show_watermark: z.number(),
})

/** The path of a page: its catalogs from the top down, and the page. */
const PathPart = z.union([
  z.object({ cat_id: DigitString, cat_name: z.string() }),
  z.object({ page_id: DigitString, page_title: z.string() }),
])

/** What a person has typed and not saved. */
const Draft = z.object({
  page_title: z.string(),
  page_content: z.string(),
  cat_id: DigitString,
  /** The version that the text was made from; 0 for a new page. */
  base_version: DigitString,
  /** When it was stored, Unix seconds. */
  save_time: DigitString,
})

/** Positions by page_id. */
const Positions = z
  .record(z.string().regex(/^[1-9]\d{0,15}$/), SortNumber)
  .refine((positions) => Object.keys(positions).length <= 20_000, { error: 'too many pages' })

/** Calls for pages: the Markdown that people read and write. */
export const page = {
  info: query({
    summary: ['Get a page with its text', '页面及其内容'],
    access: { page: 'view', by: 'page_id' },
    input: z.object({
      page_id: Id,
      /** 1 to include the catalogs of the page in the response. */
      with_path: Flag,
      _item_pwd: Secret.optional(),
    }),
    output: Page.extend({ full_path: z.array(PathPart).optional() }),
    errors: ['pageGone', 'itemPasswordNeeded'],
  }),
  version: query({
    summary: ['Get the number of the newest version of a page', '页面的最新版本号'],
    access: { page: 'view', by: 'page_id' },
    input: z.object({ page_id: Id, _item_pwd: Secret.optional() }),
    output: z.object({ page_version: z.number() }),
    errors: ['pageGone', 'itemPasswordNeeded'],
  }),
  infoByKey: query({
    summary: ['Get a page by its public link', '通过公开链接查看页面'],
    access: 'anyone',
    input: z.object({ unique_key: z.string().max(64) }),
    output: SharedPage,
    errors: ['linkGone'],
  }),
  createSinglePage: endpoint({
    summary: [
      'Create the public link of a page (`isCreateSiglePage` true) or remove it (any other value)',
      '生成页面的公开链接（isCreateSiglePage 为 true），或取消链接（其他值）',
    ],
    access: { page: 'edit', by: 'page_id' },
    input: z.object({
      page_id: Id,
      /** Exactly `true` creates a new link; the former one expires in any case. */
      isCreateSiglePage: z.string().max(20).optional(),
      /** After how many days the link expires; 0 for never. */
      expire_days: Int(0, 36_500).optional(),
    }),
    output: z.union([EmptyList, z.object({ unique_key: z.string(), page_id: z.number(), expire_time: z.number() })]),
    errors: ['pageGone', 'itemArchived'],
  }),
  save: endpoint({
    summary: ['Create a page (`page_id` 0) or save a new version of one', '新建页面（page_id 为 0），或保存新版本'],
    creates: true,
    access: { item: 'edit', by: 'item_id' },
    input: z.object({
      item_id: Id,
      page_id: OptionalId,
      page_title: SingleLine(),
      page_content: ItemPageText,
      /** 1 when `page_content` is percent-encoded once more, as old clients send it. */
      is_urlencode: Flag,
      /** Left out: the page stays in its catalog. */
      cat_id: NullableId,
      s_number: SortNumber.optional(),
      page_comments: Text(2000).optional(),
      ext_info: Text(2000).optional(),
      /** 1 to notify the subscribers of the page, with `notify_content` as the remark. */
      is_notify: Flag,
      notify_content: Text(2000).optional(),
      /** 1 keeps a page that nobody else has seen yet for its author only, 0 shows it; left out or -1: unchanged. */
      is_draft: Int(-1, 1).optional(),
      /** The `page_version` that the text was made from. With it, a save against a newer version is rejected. */
      base_version: OptionalId,
      /**
       * 1 from a program that saves automatically while a person writes: such saves create one version in ten minutes.
       */
      is_autosave: Flag,
    }),
    output: z
      .object({ ...row, page_id: z.union([z.number(), z.string()]), addtime: DigitString, page_addtime: DigitString })
      .partial()
      .required({ page_id: true, page_version: true }),
    errors: ['pageGone', 'pageLocked', 'pageChanged', 'pageTooLarge', 'catalogGone', 'itemOnePage', 'itemArchived'],
  }),
  delete: endpoint({
    summary: ['Move a page to the recycle bin', '把页面移入回收站'],
    access: { page: 'edit', by: 'page_id' },
    input: z.object({ page_id: Id }),
    output: EmptyList,
    errors: ['pageGone', 'pageLocked', 'onlyPage', 'itemArchived'],
  }),
  copy: endpoint({
    summary: [
      'Copy a page with its text and files, or move it (`is_del` 1), within the project or to another one',
      '复制页面及其内容和附件，或（is_del 为 1）移动，可跨项目',
    ],
    creates: true,
    access: { page: 'edit', by: 'page_id' },
    input: z.object({
      page_id: Id,
      /** The target catalog; 0 for the root. */
      to_cat_id: OptionalId,
      /** The target item; 0 for the page's own. */
      to_item_id: OptionalId,
      is_del: Flag,
    }),
    output: z.object({ page_id: DigitString, item_id: DigitString, cat_id: DigitString }),
    errors: ['pageGone', 'catalogGone', 'pageLocked', 'itemOnePage', 'itemArchived'],
  }),
  sort: endpoint({
    summary: ['Save the order of pages', '保存页面排序'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id, pages: JsonText(Positions) }),
    output: EmptyList,
    errors: ['pageGone', 'itemArchived'],
  }),
  history: query({
    summary: ['List the earlier versions of a page, newest first', '页面的历史版本，新的在前'],
    access: { page: 'view', by: 'page_id' },
    input: z.object({
      page_id: Id,
      /** 1 for a list without texts: who saved when, and with which remark. */
      without_text: Flag,
      _item_pwd: Secret.optional(),
    }),
    output: z.array(HistoryVersion),
  }),
  diff: query({
    summary: ['Get a page together with one of its earlier versions', '页面与它的一个历史版本'],
    access: { page: 'view', by: 'page_id' },
    input: z.object({ page_id: Id, page_history_id: Id, _item_pwd: Secret.optional() }),
    output: z.object({
      page: z.object({ ...row, addtime: DigitString, author_name: z.string().optional() }),
      history_page: HistoryVersion.omit({ is_text_left_out: true, save_time: true }).extend({ addtime: DigitString }),
    }),
    errors: ['historyGone'],
  }),
  updateHistoryComments: endpoint({
    summary: ['Save the note of an earlier version of a page', '填写历史版本的备注'],
    access: { page: 'edit', by: 'page_id' },
    input: z.object({ page_id: Id, page_history_id: Id, page_comments: Text(2000) }),
    output: z.object({ success: z.boolean() }),
    errors: ['historyGone', 'itemArchived'],
  }),
  sqlToMarkdownTable: query({
    summary: ['Convert CREATE TABLE statements to Markdown tables', '将建表语句转换为 Markdown 表格'],
    access: 'anyone',
    input: z.object({ sql: z.string().max(1_000_000).optional().default('') }),
    output: z.object({ markdown: z.string() }),
    errors: ['sqlEmpty', 'sqlNoTable', 'textTooLong'],
  }),
  isLock: query({
    summary: ['Check whether someone is editing a page', '页面是否正被编辑'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ page_id: OptionalId, item_id: Id }),
    output: z.object({
      lock: z.number(),
      exceed: z.number(),
      lock_uid: z.string(),
      lock_username: z.string(),
      is_cur_user: z.number(),
      /** When the lock expires, Unix seconds; empty when free. */
      lock_to: z.string(),
      /** Since when that person has been editing it, Unix seconds; empty when free. */
      lock_since: z.string(),
      /** For the holder of the lock: who has asked for it, and the message with the request; empty for nobody. */
      asked_by: z.string(),
      /** Their name, if they have an account and a name. */
      asked_by_name: z.string().optional(),
      asked_by_uid: z.string(),
      message_content_id: z.string(),
    }),
  }),
  setLock: endpoint({
    summary: ['Lock a page, extend its lock or release it (`lock_to` 1000)', '锁定、续锁或（lock_to 为 1000）解锁页面'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({
      page_id: Id,
      item_id: Id,
      lock_to: Int(0, 2 ** 40).optional(),
      /** 1 takes the lock from its holder; only for those who manage the item. */
      take_over: Flag,
    }),
    output: z.object({ id: z.number() }),
    errors: ['pageLocked', 'pageGone', 'itemArchived', 'noRight'],
  }),
  askLock: endpoint({
    summary: [
      'Send a message to the person editing a page, asking them to hand it over',
      '发消息请正在编辑页面的人交出编辑',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ page_id: Id, item_id: Id }),
    output: EmptyList,
    errors: ['pageFree', 'pageGone', 'itemArchived'],
  }),
  draft: query({
    summary: [
      'Get your draft of a page (`page_id` 0: of a new page), or an empty list if there is none',
      '我在页面（0 表示新页面）上输入但尚未保存的内容；没有时为空数组',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ page_id: OptionalId, item_id: Id }),
    output: z.union([Draft, EmptyList]),
  }),
  saveDraft: endpoint({
    summary: ['Save your draft of a page, which only you can see', '保留我输入但尚未保存的内容，仅自己可见'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({
      page_id: OptionalId,
      item_id: Id,
      page_title: SingleLine(200, 0),
      page_content: ItemPageText,
      cat_id: OptionalId,
      base_version: OptionalId,
    }),
    output: z.object({ save_time: DigitString }),
    errors: ['pageGone', 'pageTooLarge', 'itemArchived'],
  }),
  deleteDraft: endpoint({
    summary: ['Discard your draft of a page', '丢弃我尚未保存的内容'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ page_id: OptionalId, item_id: Id }),
    output: EmptyList,
  }),
  upload: attachment.attachmentUpload,
  uploadImg: attachment.uploadImg,
  uploadList: query({
    summary: ['List the attachments of a page, last added first', '页面的附件列表，新的在前'],
    access: 'user',
    input: z.object({ page_id: OptionalId, _item_pwd: Secret.optional() }),
    output: z.array(PageFile),
    errors: ['pageGone', 'itemPasswordNeeded', 'noRight'],
  }),
  deleteUploadFile: endpoint({
    summary: [
      'Remove an attachment from a page, and delete it if no other page uses it',
      '从页面移除附件；若没有其他页面使用则同时删除文件',
    ],
    access: 'user',
    input: z.object({ file_id: Id, page_id: Id }),
    output: EmptyList,
    errors: ['fileGone', 'pageGone', 'itemPasswordNeeded', 'noRight', 'itemArchived'],
  }),
}
