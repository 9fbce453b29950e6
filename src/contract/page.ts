import { z } from 'zod'
import { endpoint, query, upload } from './endpoint.ts'
import { DateText, Flag, Id, Int, Line, MaybeId, Nothing, Ns, OptionalId, PageText, Secret, Text } from './wire.ts'

const row = {
  page_id: Ns,
  author_uid: Ns,
  author_username: z.string(),
  item_id: Ns,
  cat_id: Ns,
  page_title: z.string(),
  page_content: z.string(),
  s_number: Ns,
  page_comments: z.string(),
  is_del: Ns,
  ext_info: z.string(),
  is_draft: Ns,
  /** Rises by one with each save; send it back as `base_version` so that nobody's text is overwritten. */
  page_version: Ns,
}

/** A page with its text. */
export const Page = z.object({
  ...row,
  addtime: DateText,
  page_addtime: DateText,
  /** When it was last saved, Unix seconds: `addtime` for whoever may be in another zone. */
  save_time: Ns,
  attachment_count: z.number(),
  unique_key: z.string(),
})

/** A former version of a page. */
export const HistoryVersion = z.object({
  page_history_id: Ns,
  page_id: Ns,
  author_uid: Ns,
  author_username: z.string(),
  item_id: Ns,
  cat_id: Ns,
  page_title: z.string(),
  /** Empty where `is_text_left_out`: a list carries 10 MB of texts at most, `page/diff` gives each whole. */
  page_content: z.string(),
  is_text_left_out: z.boolean(),
  s_number: Ns,
  addtime: DateText,
  page_comments: z.string(),
  ext_info: z.string(),
  page_version: Ns,
})

/** Pages: the Markdown that people read and write. */
export const page = {
  info: query({
    summary: ['A page with its text', '页面及其内容'],
    access: { page: 'view', by: 'page_id' },
    input: z.object({ page_id: Id, _item_pwd: Secret.optional() }),
    output: Page,
    errors: ['pageGone', 'itemPasswordNeeded'],
  }),
  save: endpoint({
    summary: ['Create a page (page_id 0), or save a new version of one', '新建页面（page_id 为 0），或保存新版本'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({
      item_id: Id,
      page_id: OptionalId,
      page_title: Line(),
      page_content: PageText,
      /** 1 when `page_content` is percent-encoded once more, as old clients send it. */
      is_urlencode: Flag,
      /** Left out: the page stays in its catalog. */
      cat_id: MaybeId,
      s_number: Int(0, 1_000_000).optional(),
      page_comments: Text(2000).optional(),
      ext_info: Text(2000).optional(),
      is_notify: Flag,
      notify_content: Text(2000).optional(),
      /** The `page_version` that the text was made from. With it, a save against a newer version is refused. */
      base_version: OptionalId,
    }),
    output: z
      .object({ ...row, page_id: z.union([z.number(), z.string()]), addtime: Ns, page_addtime: Ns })
      .partial()
      .required({ page_id: true, page_version: true }),
    errors: ['pageGone', 'pageLocked', 'pageChanged', 'pageTooLarge', 'catalogGone', 'itemArchived'],
  }),
  delete: endpoint({
    summary: ['Move a page to the recycle bin', '把页面移入回收站'],
    access: { page: 'edit', by: 'page_id' },
    input: z.object({ page_id: Id }),
    output: Nothing,
    errors: ['pageGone', 'pageLocked', 'itemArchived'],
  }),
  history: query({
    summary: ['The former versions of a page, newest first', '页面的历史版本，新的在前'],
    access: { page: 'view', by: 'page_id' },
    input: z.object({ page_id: Id, _item_pwd: Secret.optional() }),
    output: z.array(HistoryVersion),
  }),
  diff: query({
    summary: ['A page and one former version of it', '页面与它的一个历史版本'],
    access: { page: 'view', by: 'page_id' },
    input: z.object({ page_id: Id, page_history_id: Id, _item_pwd: Secret.optional() }),
    output: z.object({
      page: z.object({ ...row, addtime: Ns }),
      history_page: HistoryVersion.omit({ is_text_left_out: true }).extend({ addtime: Ns }),
    }),
    errors: ['historyGone'],
  }),
  isLock: query({
    summary: ['Whether somebody is editing a page', '页面是否正被编辑'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ page_id: OptionalId, item_id: Id }),
    output: z.object({
      lock: z.number(),
      exceed: z.number(),
      lock_uid: z.string(),
      lock_username: z.string(),
      is_cur_user: z.number(),
      /** When the lock ends by itself, Unix seconds; empty when free. */
      lock_to: z.string(),
    }),
  }),
  setLock: endpoint({
    summary: ['Take, renew or (lock_to 1000) release the lock of a page', '锁定、续锁或（lock_to 为 1000）解锁页面'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ page_id: Id, item_id: Id, lock_to: Int(0, 2 ** 40).optional() }),
    output: z.object({ id: z.number() }),
    errors: ['pageLocked', 'pageGone', 'itemArchived'],
  }),
  uploadImg: upload({
    summary: ['Upload a picture for a page', '上传页面图片'],
    access: 'user',
    file: 'editormd-image-file',
    answers: 'bare',
    input: z.object({ item_id: OptionalId, page_id: OptionalId }),
    output: z.object({ url: z.string(), success: z.literal(1) }),
    errors: ['fileMissing', 'fileTooLarge', 'notAnImage', 'imageTooLarge', 'noRight', 'itemArchived'],
  }),
}
