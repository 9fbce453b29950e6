import { z } from 'zod'
import { attachment, PageFile } from './attachment.ts'
import { about, endpoint, query } from './endpoint.ts'
import {
  DateText,
  type Description,
  DigitString,
  described,
  EmptyList,
  Flag,
  Id,
  Int,
  ItemPageText,
  JsonText,
  NullableId,
  OptionalId,
  SingleLine,
  SortNumber,
  Text,
} from './fields.ts'
import { inputs, outputs, texts } from './shared-fields.ts'

const uniqueKeyText: Description = ['Key in the public link', '公开链接中的标识']
const baseVersionText: Description = [
  'Base version: the `page_version` you edited; if sent, saving over a newer version fails',
  '修改所依据的 `page_version`；提供后，若已有更新的版本则拒绝保存',
]

const row = {
  page_id: outputs.page_id,
  author_uid: outputs.author_uid,
  author_username: outputs.author_username,
  item_id: outputs.item_id,
  cat_id: outputs.cat_id,
  page_title: outputs.page_title,
  page_content: outputs.page_content,
  s_number: outputs.s_number,
  page_comments: outputs.page_comments,
  is_del: outputs.is_del,
  ext_info: outputs.ext_info,
  is_draft: outputs.is_draft,
  page_version: outputs.page_version,
}

/** A page with its text. */
const Page = z.object({
  ...row,
  addtime: described(DateText, ['When it was last saved', '最后保存时间']),
  page_addtime: described(DateText, texts.page_addtime),
  save_time: outputs.saved_seconds,
  author_name: outputs.author_name,
  attachment_count: described(z.number(), ['Number of attachments in its list', '附件数量']),
  unique_key: described(z.string(), uniqueKeyText),
})

/** A former version of a page. */
const HistoryVersion = z.object({
  page_history_id: described(DigitString, texts.page_history_id),
  page_id: outputs.page_id,
  author_uid: outputs.author_uid,
  author_username: outputs.author_username,
  author_name: outputs.author_name,
  item_id: outputs.item_id,
  cat_id: outputs.cat_id,
  page_title: outputs.page_title,
  /** Empty with `is_text_left_out`: a list contains at most 10 MB of texts, `page/diff` returns each whole. */
  page_content: outputs.page_content,
  is_text_left_out: described(z.boolean(), texts.is_text_left_out),
  s_number: outputs.s_number,
  addtime: described(DateText, ['When this version was saved', '该版本的保存时间']),
  save_time: outputs.saved_seconds,
  page_comments: outputs.page_comments,
  ext_info: outputs.ext_info,
  page_version: outputs.page_version,
})

/** A page as a public link shows it: without its item and catalog. */
const SharedPage = Page.omit({ item_id: true, cat_id: true, unique_key: true, author_name: true }).extend({
  page_addtime: outputs.page_addtime,
  expire_time: described(z.number(), [
    'When the link expires, Unix seconds; 0 for never',
    '链接失效时间，Unix 秒；0 表示永久',
  ]),
  show_watermark: described(z.number(), texts.show_watermark),
})

/** The path of a page: its catalogs from the top down, and the page. */
const PathPart = z.union([
  z.object({ cat_id: outputs.cat_id, cat_name: outputs.cat_name }),
  z.object({ page_id: outputs.page_id, page_title: outputs.page_title }),
])

/** What a person has typed and not saved. */
const Draft = z.object({
  page_title: outputs.page_title,
  page_content: outputs.page_content,
  cat_id: outputs.cat_id,
  base_version: described(DigitString, baseVersionText),
  save_time: outputs.saved_seconds,
})

/** Positions by page_id. */
const Positions = z
  .record(z.string().regex(/^[1-9]\d{0,15}$/), SortNumber)
  .refine((positions) => Object.keys(positions).length <= 20_000, { error: 'too many pages' })

/** Calls for pages: the Markdown that people read and write. */
export const page = {
  ...about({
    title: ['Pages', '页面'],
    text: [
      'Pages and their Markdown: reading, writing, history, locks, attachments and public links.',
      '页面及其 Markdown 内容：读写、历史版本、编辑锁、附件和公开链接。',
    ],
  }),
  info: query({
    summary: ['Get a page with its text', '页面及其内容'],
    access: { page: 'view', by: 'page_id' },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        with_path: described(Flag, ['1 to include the folders above the page', '1 表示返回页面所在的目录']),
        _item_pwd: inputs._item_pwd,
      }),
    output: () =>
      Page.extend({
        full_path: described(z.array(PathPart).optional(), [
          'Path from the top-level folder to the page, including the page',
          '从一级目录到页面的路径',
        ]),
      }),
    errors: ['pageGone', 'itemPasswordNeeded'],
  }),
  version: query({
    summary: ['Get the number of the newest version of a page', '页面的最新版本号'],
    access: { page: 'view', by: 'page_id' },
    input: () => z.object({ page_id: inputs.page_id, _item_pwd: inputs._item_pwd }),
    output: () => z.object({ page_version: described(z.number(), texts.page_version) }),
    errors: ['pageGone', 'itemPasswordNeeded'],
  }),
  infoByKey: query({
    summary: ['Get a page by its public link', '通过公开链接查看页面'],
    access: 'anyone',
    input: () => z.object({ unique_key: described(z.string().max(64), uniqueKeyText) }),
    output: SharedPage,
    errors: ['linkGone'],
  }),
  createSinglePage: endpoint({
    summary: [
      'Create the public link of a page (`isCreateSiglePage` true) or remove it (any other value)',
      '生成页面的公开链接（isCreateSiglePage 为 true），或取消链接（其他值）',
    ],
    access: { page: 'edit', by: 'page_id' },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        /** Exactly `true` creates a new link; the former one expires in any case. */
        isCreateSiglePage: described(z.string().max(20).optional(), [
          'Public link: `true` creates a new link; any other value removes it',
          '`true` 生成新链接；其他值取消链接',
        ]),
        expire_days: described(Int(0, 36_500).optional(), [
          'Number of days until the link expires; 0 for never',
          '链接的有效天数；0 表示永久',
        ]),
      }),
    output: () =>
      z.union([
        EmptyList,
        z.object({
          unique_key: described(z.string(), uniqueKeyText),
          page_id: outputs.page_id_number,
          expire_time: described(z.number(), [
            'When the link expires, Unix seconds; 0 for never',
            '链接失效时间，Unix 秒；0 表示永久',
          ]),
        }),
      ]),
    errors: ['pageGone', 'itemArchived'],
  }),
  save: endpoint({
    summary: ['Create a page (`page_id` 0) or save a new version of one', '新建页面（page_id 为 0），或保存新版本'],
    creates: true,
    access: { item: 'edit', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        page_id: described(OptionalId, ['Page; 0 for a new one', '页面；0 表示新建']),
        page_title: described(SingleLine(), texts.page_title),
        page_content: described(ItemPageText, texts.page_content),
        is_urlencode: described(Flag, [
          'Extra encoding: 1 if `page_content` is percent-encoded once more',
          '`page_content` 额外做了一次百分号编码',
        ]),
        cat_id: described(NullableId, [
          'Folder; 0 for the root, omit to leave it unchanged',
          '目录；0 为根目录，不传则不变',
        ]),
        s_number: inputs.s_number,
        page_comments: described(Text(2000).optional(), texts.page_comments),
        ext_info: described(Text(2000).optional(), [
          'Data that clients store with a page, kept unchanged',
          '客户端随页面保存的信息，原样存储',
        ]),
        is_notify: described(Flag, ['Notify subscribers of the page', '通知页面的订阅者']),
        notify_content: described(Text(2000).optional(), ['Note sent with the notification', '随通知发送的备注']),
        is_draft: described(Int(-1, 1).optional(), [
          '1 keeps a new page visible to its author only, 0 publishes it; -1 leaves it unchanged',
          '1 仅作者可见，0 公开；-1 表示不变',
        ]),
        base_version: described(OptionalId, baseVersionText),
        is_autosave: described(Flag, [
          '1 for programs that save automatically while someone writes: saves by the same person within ten minutes keep one earlier version',
          '程序在用户编辑时自动保存传 1：同一人十分钟内的多次保存只保留一个旧版本',
        ]),
      }),
    output: () =>
      z
        .object({
          ...row,
          page_id: described(z.union([z.number(), z.string()]), texts.page_id),
          addtime: outputs.saved_seconds,
          page_addtime: outputs.page_addtime,
        })
        .partial()
        .required({ page_id: true, page_version: true }),
    errors: ['pageGone', 'pageLocked', 'pageChanged', 'pageTooLarge', 'catalogGone', 'itemOnePage', 'itemArchived'],
  }),
  delete: endpoint({
    summary: ['Move a page to the recycle bin', '把页面移入回收站'],
    access: { page: 'edit', by: 'page_id' },
    input: () => z.object({ page_id: inputs.page_id }),
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
    targets: { to: { item: 'edit', by: 'to_item_id' } },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        to_cat_id: described(OptionalId, ['Target folder; 0 for the root', '目标目录；0 为根目录']),
        to_item_id: described(OptionalId, ['Target project; 0 for the same project', '目标项目；0 表示原项目']),
        is_del: described(Flag, ['1 moves the page', '1 表示移动']),
      }),
    output: () => z.object({ page_id: outputs.page_id, item_id: outputs.item_id, cat_id: outputs.cat_id }),
    errors: ['pageGone', 'catalogGone', 'pageLocked', 'itemOnePage', 'itemArchived'],
  }),
  sort: endpoint({
    summary: ['Save the order of pages', '保存页面排序'],
    access: { item: 'edit', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        pages: described(JsonText(Positions), ['Positions by page ID', '以页面 ID 为键的位置']),
      }),
    output: EmptyList,
    errors: ['pageGone', 'itemArchived'],
  }),
  history: query({
    summary: ['List the earlier versions of a page, newest first', '页面的历史版本，新的在前'],
    access: { page: 'view', by: 'page_id' },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        without_text: described(Flag, ['1 leaves out all texts', '1 表示不返回内容']),
        _item_pwd: inputs._item_pwd,
      }),
    output: () => z.array(HistoryVersion),
  }),
  diff: query({
    summary: ['Get a page together with one of its earlier versions', '页面与它的一个历史版本'],
    access: { page: 'view', by: 'page_id' },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        page_history_id: described(Id, texts.page_history_id),
        _item_pwd: inputs._item_pwd,
      }),
    output: () =>
      z.object({
        page: described(z.object({ ...row, addtime: outputs.saved_seconds, author_name: outputs.author_name }), [
          'The page as it is now',
          '页面当前内容',
        ]),
        history_page: described(
          HistoryVersion.omit({ is_text_left_out: true, save_time: true }).extend({ addtime: outputs.saved_seconds }),
          texts.page_history_id,
        ),
      }),
    errors: ['historyGone'],
  }),
  updateHistoryComments: endpoint({
    summary: ['Save the note of an earlier version of a page', '填写历史版本的备注'],
    access: { page: 'edit', by: 'page_id' },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        page_history_id: described(Id, texts.page_history_id),
        page_comments: described(Text(2000), texts.page_comments),
      }),
    output: () => z.object({ success: outputs.success }),
    errors: ['historyGone', 'itemArchived'],
  }),
  sqlToMarkdownTable: query({
    summary: ['Convert CREATE TABLE statements to Markdown tables', '将建表语句转换为 Markdown 表格'],
    access: 'anyone',
    input: () =>
      z.object({
        sql: described(z.string().max(1_000_000).optional().default(''), ['CREATE TABLE statements', '建表语句']),
      }),
    output: () => z.object({ markdown: described(z.string(), ['Markdown', 'Markdown 文本']) }),
    errors: ['sqlEmpty', 'sqlNoTable', 'textTooLong'],
  }),
  isLock: query({
    summary: ['Check whether someone is editing a page', '页面是否正被编辑'],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ page_id: inputs.page_id_optional, item_id: inputs.item_id }),
    output: () =>
      z.object({
        lock: described(z.number(), ['1 if someone is editing it', '正被编辑时为 1']),
        exceed: outputs.legacy,
        lock_uid: described(z.string(), ['Who is editing it', '编辑者']),
        lock_username: described(z.string(), [
          'That person’s name, or username if there is none',
          '编辑者的姓名；没有时为用户名',
        ]),
        is_cur_user: described(z.number(), ['1 if the caller holds the lock', '由调用者锁定时为 1']),
        lock_to: described(z.string(), [
          'When the lock expires, Unix seconds; empty if unlocked',
          '自动解锁的时间，Unix 秒；未锁定时为空',
        ]),
        lock_since: described(z.string(), [
          'When that person started editing, Unix seconds; empty if unlocked',
          '开始编辑的时间，Unix 秒；未锁定时为空',
        ]),
        /** For the holder of the lock: who has asked for it, and the message with the request; empty for nobody. */
        asked_by: described(z.string(), [
          'Who asked the caller to hand over the lock; empty for no one',
          '请求调用者交出锁定的人；没有时为空',
        ]),
        asked_by_name: described(z.string().optional(), [
          'That person’s name; missing or empty if there is none',
          '请求者的姓名；没有时缺省或为空',
        ]),
        asked_by_uid: described(z.string(), ['That person’s uid', '该用户的 uid']),
        message_content_id: described(z.string(), texts.message_content_id),
      }),
  }),
  setLock: endpoint({
    summary: ['Lock a page, extend its lock or release it (`lock_to` 1000)', '锁定、续锁或（lock_to 为 1000）解锁页面'],
    access: { item: 'edit', by: 'item_id' },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        item_id: inputs.item_id,
        lock_to: described(Int(0, 2 ** 40).optional(), [
          'Lock expiry, Unix seconds; 1000 releases the lock',
          '锁定的截止时间，Unix 秒；1000 表示解锁',
        ]),
        take_over: described(Flag, [
          '1 takes over the lock from someone else; only for people who can manage the project',
          '1 表示从他人手中接管锁定，仅限项目管理者',
        ]),
      }),
    output: () => z.object({ id: outputs.id_number }),
    errors: ['pageLocked', 'pageGone', 'itemArchived', 'noRight'],
  }),
  askLock: endpoint({
    summary: [
      'Send a message to the person editing a page, asking them to hand it over',
      '发消息请正在编辑页面的人交出编辑',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ page_id: inputs.page_id, item_id: inputs.item_id }),
    output: EmptyList,
    errors: ['pageFree', 'pageGone', 'itemArchived'],
  }),
  draft: query({
    summary: [
      'Get your draft of a page (`page_id` 0: of a new page), or an empty list if there is none',
      '我在页面（0 表示新页面）上输入但尚未保存的内容；没有时为空数组',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ page_id: inputs.page_id_optional, item_id: inputs.item_id }),
    output: () => z.union([Draft, EmptyList]),
  }),
  saveDraft: endpoint({
    summary: ['Save your draft of a page, which only you can see', '保留我输入但尚未保存的内容，仅自己可见'],
    access: { item: 'edit', by: 'item_id' },
    input: () =>
      z.object({
        page_id: inputs.page_id_optional,
        item_id: inputs.item_id,
        page_title: described(SingleLine(200, 0), texts.page_title),
        page_content: described(ItemPageText, texts.page_content),
        cat_id: inputs.cat_id_optional,
        base_version: described(OptionalId, baseVersionText),
      }),
    output: () => z.object({ save_time: outputs.saved_seconds }),
    errors: ['pageGone', 'pageTooLarge', 'itemArchived'],
  }),
  deleteDraft: endpoint({
    summary: ['Discard your draft of a page', '丢弃我尚未保存的内容'],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ page_id: inputs.page_id_optional, item_id: inputs.item_id }),
    output: EmptyList,
  }),
  upload: attachment.attachmentUpload,
  uploadImg: attachment.uploadImg,
  uploadList: query({
    summary: ['List the attachments of a page, last added first', '页面的附件列表，新的在前'],
    access: 'user',
    targets: { page: { page: 'view', by: 'page_id' } },
    input: () => z.object({ page_id: inputs.page_id_optional, _item_pwd: inputs._item_pwd }),
    output: () => z.array(PageFile),
    errors: ['pageGone', 'itemPasswordNeeded', 'noRight'],
  }),
  deleteUploadFile: endpoint({
    summary: [
      'Remove an attachment from a page, and delete it if no other page uses it',
      '从页面移除附件；若没有其他页面使用则同时删除文件',
    ],
    access: { page: 'view', by: 'page_id', needs: 'user' },
    input: () => z.object({ file_id: inputs.file_id, page_id: inputs.page_id }),
    output: EmptyList,
    errors: ['fileGone', 'pageGone', 'itemPasswordNeeded', 'noRight', 'itemArchived'],
  }),
}
