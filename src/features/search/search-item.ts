import type { ItemAccess } from '#src/access/item-access.ts'
import { fail } from '#src/core/errors.ts'
import type { Db } from '#src/db/database.ts'
import { type PageHit, Search } from './candidate-query.ts'
import { hitKinds, Matcher } from './matcher.ts'
import { findContent, type Scope } from './queries.ts'
import { type ExcerptSize, excerptSize } from './snippet.ts'

// More pages than anyone reads through; ShowDoc has no limit.
const pagesMost = 500

// Far more than any item written by people takes.
const workMs = 5000

/** Returns the part of an item that a person with this access may search. */
export const toScope = ({ item_id, catalogs }: Pick<ItemAccess, 'item_id' | 'catalogs'>, uid: number): Scope => ({
  items: catalogs ? [] : [item_id],
  partial: catalogs ? [item_id] : [],
  catalogs: [...(catalogs ?? [])],
  uid,
})

type Ranked = Pick<PageHit, 'kind' | 'page'>

const byRank = (one: Ranked, other: Ranked): number =>
  hitKinds.indexOf(one.kind) - hitKinds.indexOf(other.kind) ||
  one.page.s_number - other.page.s_number ||
  one.page.page_id - other.page.page_id

/** Maps each page that is found with `keep`: the texts of all may be more than fits into memory. */
async function foundIn<T>(
  db: Db,
  item: ItemAccess,
  at: { needle: Matcher; most: number; excerpt?: ExcerptSize },
  keep: (one: PageHit) => T | Promise<T>,
): Promise<T[]> {
  if (at.needle.isEmpty) return fail('keywordNeeded')
  const found: (Ranked & { kept: T })[] = []
  // Drafts are not found here, not even one's own. Source: reference, api-facts 7.3.
  const search = new Search(db, at.needle, toScope(item, 0), { workMs, ...(at.excerpt && { excerpt: at.excerpt }) })
  for await (const some of search.unranked(at.most)) {
    for (const one of some.slice(0, at.most - found.length)) {
      const kept = keep(one)
      found.push({ kind: one.kind, page: one.page, kept: kept instanceof Promise ? await kept : kept })
    }
    if (found.length === at.most) break
  }
  return found.toSorted(byRank).map((one) => one.kept)
}

// Maximum length of all texts in the rows of one response, in UTF-16 units.
const textsMost = 10_000_000

/**
 * Lists the pages of an item that contain all words of `keyword`: first by title, then by heading, text and code, and
 * by page order in each. Returns whole rows with their text, or without it if the texts together are too long. Drafts
 * are left out.
 *
 * @throws {AppError} keywordNeeded
 */
export function searchPagesInItem(db: Db, item: ItemAccess, keyword: string, limit: number) {
  let room = textsMost
  return foundIn(db, item, { needle: new Matcher(keyword), most: limit }, async ({ page }) => {
    const page_content = await findContent(db, page.page_id)
    room -= page_content.length
    return { ...page, page_content: room >= 0 ? page_content : '' }
  })
}

/**
 * Returns the response of `item/search`: the pages of an item that contain all words, each with the text around the
 * first hit.
 */
export async function searchItem(db: Db, item: ItemAccess, keyword: string) {
  const { item_id, item_name } = item
  const wanted = { needle: new Matcher(keyword), most: pagesMost, excerpt: excerptSize(keyword.trim()) }
  const pages = await foundIn(db, item, wanted, ({ page, excerpt = '' }) => ({
    ...page,
    item_name,
    search_content: excerpt,
  }))
  return { item_id, item_name, pages }
}
