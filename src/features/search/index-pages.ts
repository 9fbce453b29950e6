import type { Tx } from '#src/db/database.ts'
import { extractHeadings } from './page-sections.ts'
import { extractPageText } from './page-text.ts'
import { findToIndex, markLarge, replaceTerms } from './queries.ts'
import { extractTerms, itemTerm } from './terms.ts'

// The segments of the index are merged once every so many saves. Source: performance 2.
const savesPerMerge = 8

const listeners = new Set<() => void>()
let count = 0

/** Counts an indexed page, and notifies the listener when it is time to merge. */
function noteIndexed(): void {
  count = (count + 1) % savesPerMerge
  if (count === 0) for (const listener of listeners) listener()
}

/** Calls `listener` whenever it is time to merge; returns a function that removes it. */
export function onMergeTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Updates the index for these pages, in the transaction that wrote them; pages that are already up to date cost one
 * query. Pages that are written but not indexed are indexed soon after, and can be found in the meantime.
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
    noteIndexed()
  }
}
