import type { Tx } from '#src/db/open.ts'
import { headingsOf } from './layout.ts'
import { noteIndexed } from './merge-signal.ts'
import { textOfPage } from './page-text.ts'
import { findToIndex, replaceTerms } from './queries.ts'
import { itemTerm, termsOf } from './terms.ts'

/** Whether SQLite has found the index damaged. */
export const isIndexDamage = (error: unknown): boolean =>
  String((error as { code?: unknown }).code).startsWith('SQLITE_CORRUPT')

/** Brings the index to what a page is now, unless it is there already. */
export async function indexPage(tx: Tx, page_id: number): Promise<void> {
  const page = await findToIndex(tx, page_id)
  if (!page) return
  const text = textOfPage(page)
  const { page_title, item_id } = page
  const terms = termsOf({ t: page_title, h: `${page_title}\n${headingsOf(text)}`, a: `${page_title}\n${text}` })
  await replaceTerms(tx, page_id, itemTerm(item_id) + terms)
  noteIndexed()
}

/**
 * Brings the index to what these pages are now, in the transaction that has written them. Whatever is written and not
 * indexed is indexed soon after, and found meanwhile.
 */
export async function indexPages(tx: Tx, page_ids: readonly number[]): Promise<void> {
  try {
    for (const page_id of page_ids) await indexPage(tx, page_id)
  } catch (error) {
    // A damaged index keeps nobody from saving: the pages wait until it has been made anew.
    if (!isIndexDamage(error)) throw error
  }
}
