import { extractTerms, itemTerm } from '#src/core/search-terms.ts'
import type { Tx } from '#src/db/database.ts'
import { extractHeadings } from './page-sections.ts'
import { extractPageText } from './page-text.ts'
import { findToIndex, markLarge, replaceTerms } from './queries.ts'

const listeners = new Set<() => void>()

/** Notifies the indexer of pages that wait to be indexed: call it after the transaction that wrote them. */
export function requestIndexing(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever pages wait to be indexed; returns a function that removes it. */
export function onIndexingRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Updates the index for these pages; pages that are already up to date cost one query. A transaction that writes many
 * pages indexes them itself. Other pages are indexed soon after, many at once, and can be found in the meantime.
 */
export async function indexPages(tx: Tx, page_ids: readonly number[]): Promise<void> {
  for (const page_id of page_ids) {
    const page = await findToIndex(tx, page_id)
    if (!page) continue
    const text = extractPageText(page)
    const { page_title, item_id } = page
    const texts = { t: page_title, h: `${page_title}\n${extractHeadings(text)}`, a: `${page_title}\n${text}` }
    const { terms, isWhole } = extractTerms(texts)
    await replaceTerms(tx, page_id, itemTerm(item_id) + terms)
    await markLarge(tx, page_id, !isWhole)
  }
}
