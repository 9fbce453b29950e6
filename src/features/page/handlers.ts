import type { contract } from '#contract/index.ts'
import { PageText } from '#contract/wire.ts'
import { holds, isInside } from '#src/access/item-access.ts'
import { requireItem, requireLive, requirePage } from '#src/access/rights.ts'
import { nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { storeImage } from '#src/features/attachment/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { findHistory, listHistory } from './history-queries.ts'
import { findLock, setLock } from './lock.ts'
import { findPage, findWholePage, isForeignDraft } from './queries.ts'
import { removePage, savePage } from './save.ts'

// Percent-encoding with plus as blank, as old clients put around the text once more. Source: reference, api-facts 9.1.
// What comes out is held to what a page may hold, as what came in was.
function decodeTwice(text: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', '%20'))
  } catch {
    return fail('badParameter', { field: 'page_content' })
  }
  return PageText.safeParse(decoded).data ?? fail('badParameter', { field: 'page_content' })
}

/** Pages. */
export const page: Handlers<typeof contract.page> = {
  async info({ app, item, page }) {
    const row = (await findWholePage(app.db, page.page_id)) ?? fail('pageGone')
    return {
      ...row,
      save_time: row.addtime,
      // The public link is for those who may make and end it.
      unique_key: holds(item, 'edit') ? (row.unique_key ?? '') : '',
      attachment_count: row.attachment_count ?? 0,
    }
  },

  async save({ app, item, user, input }) {
    const page_content = input.is_urlencode ? decodeTwice(input.page_content) : input.page_content
    const saved = await savePage(app, item, user, { ...input, page_content })
    // Existing clients get a number for a new page and the whole row for an old one. Source: reference, api-facts 9.3.
    if (input.page_id === 0) return { page_id: saved.page_id, page_version: saved.page_version }
    return { ...saved, page_id: String(saved.page_id) }
  },

  async delete({ app, item, user, page }) {
    await removePage(app, item, user, page.page_id)
    return []
  },

  history: ({ app, page }) => listHistory(app.db, page.page_id),

  async diff({ app, page, input }) {
    const row = (await findWholePage(app.db, page.page_id)) ?? fail('pageGone')
    const history_page = (await findHistory(app.db, page.page_id, input.page_history_id)) ?? fail('historyGone')
    return { page: row, history_page }
  },

  async isLock({ app, item, user, input }) {
    const page = input.page_id === 0 ? undefined : await findPage(app.db, item, input.page_id)
    const isThere = page && isInside(item, page.cat_id) && !isForeignDraft(page, user)
    const lock = isThere ? await findLock(app.db, page.page_id, nowSeconds(app)) : undefined
    if (!lock) return { lock: 0, exceed: 0, lock_uid: '', lock_username: '', is_cur_user: 0, lock_to: '' }
    const is_cur_user = lock.lock_uid === user.uid ? 1 : 0
    return {
      lock: 1,
      exceed: 0,
      lock_uid: String(lock.lock_uid),
      lock_username: lock.lock_username,
      is_cur_user,
      lock_to: String(lock.lock_to),
    }
  },

  async setLock({ app, item, user, input }) {
    await setLock(app, item, user, input.page_id, input.lock_to)
    return { id: input.page_id }
  },

  async uploadImg({ app, user, input, file, request }) {
    if (input.page_id) {
      const found = await requirePage(app, request.visitor, input.page_id, 'edit')
      await requireLive(app.db, found.item)
      return {
        url: await storeImage(app, user, file, { item_id: found.item.item_id, page_id: input.page_id }),
        success: 1 as const,
      }
    }
    const item = input.item_id ? await requireItem(app, request.visitor, input.item_id, 'edit') : undefined
    if (item) await requireLive(app.db, item)
    return { url: await storeImage(app, user, file, { item_id: item?.item_id ?? 0, page_id: 0 }), success: 1 as const }
  },
}
