import { PageText } from '#shared/contract/fields.ts'
import type { contract } from '#shared/contract/index.ts'
import { hasPermission, type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { attachment, listAttachments, removeFromPage } from '#src/features/attachment/index.ts'
import { listCatalogs, pathTo } from '#src/features/catalog/index.ts'
import { findLockRequest } from '#src/features/message/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { sqlMarkdown } from '#src/features/sql-table/index.ts'
import { authorName } from '#src/features/user/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { copyPage, movePage } from './copy.ts'
import { saveDraft } from './draft.ts'
import { findDraft, removeDraft } from './draft-queries.ts'
import { saveHistoryComments } from './history.ts'
import { findHistory, listHistory, listHistorySummaries } from './history-queries.ts'
import { requestLock, setLock } from './lock.ts'
import { sortPages } from './order.ts'
import { findLock, findPage, findSharedPage, findWholePage, isForeignDraft, type PageWithText } from './queries.ts'
import { removePage } from './remove.ts'
import { savePage } from './save.ts'
import { sharePage, unsharePage } from './share.ts'

// Decodes percent-encoded text with plus for spaces: old clients encode the text a second time. Source: reference,
// api-facts 9.1. The decoded text is validated like any other page text.
function decodeTwice(text: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', '%20'))
  } catch {
    return fail('badParameter', { field: 'page_content' })
  }
  return PageText.safeParse(decoded).data ?? fail('badParameter', { field: 'page_content' })
}

/**
 * Returns the catalogs from the root down to a page, followed by the page; nothing for a page at the root. Source:
 * reference, api-facts 9.3.
 */
async function pathOf(app: App, item: ItemAccess, page: Pick<PageWithText, 'cat_id' | 'page_id' | 'page_title'>) {
  if (page.cat_id === 0) return undefined
  const catalogs = (await listCatalogs(app.db, item.item_id)).filter((one) => isInScope(item, one.cat_id))
  return [...pathTo(catalogs, page.cat_id), page]
}

/** The lock status of a page that nobody is editing. */
const freeLock = {
  lock_uid: '',
  lock_username: '',
  lock_to: '',
  lock_since: '',
  asked_by: '',
  asked_by_name: '',
  asked_by_uid: '',
  message_content_id: '',
}

const shownAuthor = (
  row: { author_uid: number; author_username: string; author_name: string | null },
  lang: Lang,
): string => authorName({ uid: row.author_uid, username: row.author_username, name: row.author_name }, lang)

/** The endpoints for pages. */
export const page: Handlers<typeof contract.page> = {
  async info({ app, item, page, input, request: { lang } }) {
    const row = (await findWholePage(app.db, page.page_id)) ?? fail('pageGone')
    return {
      ...row,
      save_time: row.addtime,
      author_name: shownAuthor(row, lang),
      // Only callers who may create and end the public link can see it.
      unique_key: hasPermission(item, 'edit') ? (row.unique_key ?? '') : '',
      attachment_count: row.attachment_count ?? 0,
      full_path: input.with_path ? await pathOf(app, item, row) : undefined,
    }
  },

  version: ({ page }) => ({ page_version: page.page_version }),

  async infoByKey({ app, input }) {
    const row = (await findSharedPage(app.db, input.unique_key, nowSeconds(app))) ?? fail('linkGone')
    const { show_watermark } = await readOptions(app.db)
    return {
      ...row,
      save_time: row.addtime,
      attachment_count: row.attachment_count ?? 0,
      show_watermark: show_watermark ? 1 : 0,
    }
  },

  async createSinglePage({ app, item, user, page, input }) {
    if (input.isCreateSiglePage === 'true') return sharePage(app, item, user, page.page_id, input.expire_days ?? 0)
    await unsharePage(app, item, page.page_id)
    return []
  },

  async save({ app, item, user, input }) {
    const page_content = input.is_urlencode ? decodeTwice(input.page_content) : input.page_content
    const saved = await savePage(app, item, user, { ...input, page_content })
    // Existing clients expect the id for a new page and the whole row for an existing one. Source: reference, api-facts
    // 9.3. An autosaving client already has the text that it has just sent.
    if (input.page_id === 0 || input.is_autosave) return { page_id: saved.page_id, page_version: saved.page_version }
    return { ...saved, page_id: String(saved.page_id) }
  },

  async delete({ app, item, user, page }) {
    await removePage(app, item, user, page.page_id)
    return []
  },

  copy({ app, item, user, page, input, targets }) {
    const to = targets.to ?? item
    const carry = input.is_del ? movePage : copyPage
    return carry(app, item, to, user, { page_id: page.page_id, to_cat_id: input.to_cat_id })
  },

  async sort({ app, item, user, input }) {
    await sortPages(app, item, user, input.pages)
    return []
  },

  async history({ app, page, input, request: { lang } }) {
    const { history_version_count } = await readOptions(app.db)
    const versions = input.without_text
      ? await listHistorySummaries(app.db, page.page_id, history_version_count)
      : await listHistory(app.db, page.page_id, history_version_count)
    return versions.map((version) => ({
      ...version,
      save_time: version.addtime,
      author_name: shownAuthor(version, lang),
    }))
  },

  async updateHistoryComments({ app, item, page, input }) {
    await saveHistoryComments(app, item, page.page_id, input)
    return { success: true }
  },

  async diff({ app, page, input, request: { lang } }) {
    const row = (await findWholePage(app.db, page.page_id)) ?? fail('pageGone')
    const history_page = (await findHistory(app.db, page.page_id, input.page_history_id)) ?? fail('historyGone')
    return {
      page: { ...row, author_name: shownAuthor(row, lang) },
      history_page: { ...history_page, author_name: shownAuthor(history_page, lang) },
    }
  },

  async isLock({ app, item, user, input }) {
    const page = input.page_id === 0 ? undefined : await findPage(app.db, item, input.page_id)
    const isThere = page && isInScope(item, page.cat_id) && !isForeignDraft(page, user)
    const lock = isThere ? await findLock(app.db, page.page_id, nowSeconds(app)) : undefined
    if (!lock) return { ...freeLock, lock: 0, exceed: 0, is_cur_user: 0 }
    const isMine = lock.lock_uid === user.uid
    const ask = isMine
      ? await findLockRequest(app.db, { page_id: lock.page_id, to_uid: user.uid, since: lock.addtime })
      : undefined
    return {
      lock: 1,
      exceed: 0,
      lock_uid: String(lock.lock_uid),
      lock_username: lock.lock_username,
      is_cur_user: isMine ? 1 : 0,
      lock_to: String(lock.lock_to),
      lock_since: String(lock.addtime),
      asked_by: ask?.from_name ?? '',
      asked_by_name: ask?.name ?? '',
      asked_by_uid: String(ask?.from_uid ?? ''),
      message_content_id: String(ask?.message_content_id ?? ''),
    }
  },

  async setLock({ app, item, user, input }) {
    await setLock(app, item, user, input.page_id, input)
    return { id: input.page_id }
  },

  async askLock({ app, item, user, input }) {
    await requestLock(app, item, user, input.page_id)
    return []
  },

  async draft({ app, item, user, input }) {
    const page = input.page_id === 0 ? undefined : await findPage(app.db, item, input.page_id)
    if (input.page_id !== 0 && !(page && isInScope(item, page.cat_id))) return []
    const row = await findDraft(app.db, { uid: user.uid, item_id: item.item_id, page_id: input.page_id })
    return row ? { ...row, save_time: row.addtime } : []
  },

  async saveDraft({ app, item, user, input }) {
    return { save_time: await saveDraft(app, item, user, input) }
  },

  async deleteDraft({ app, item, user, input }) {
    await removeDraft(app.db, { uid: user.uid, item_id: item.item_id, page_id: input.page_id })
    return []
  },

  sqlToMarkdownTable({ input, request }) {
    if (input.sql.trim() === '') fail('sqlEmpty')
    return { markdown: sqlMarkdown(input.sql, request.scriptLang) || fail('sqlNoTable') }
  },

  upload: attachment.attachmentUpload,
  uploadImg: attachment.uploadImg,

  uploadList({ app, targets }) {
    // A page that has not been saved yet has no attachment list. Source: reference, api-facts 17.3.
    const { page_id } = targets.page ?? fail('noRight')
    return listAttachments(app, page_id)
  },

  async deleteUploadFile({ app, item, user, input }) {
    await removeFromPage(app, item, user, input)
    return []
  },
}
