import type { ItemAccess } from '#src/access/item-access.ts'
import { fail } from '#src/core/errors.ts'
import type { Db } from '#src/db/open.ts'
import { type Found, Search } from './candidates.ts'
import { hitKinds, Needle } from './needle.ts'
import type { Scope } from './queries.ts'
import { excerptOf } from './snippet.ts'

// More pages than anybody reads through; ShowDoc knows no limit.
const pagesMost = 500

/** What of an item its holder may search. */
export const scopeOf = ({ item_id, catalogs }: Pick<ItemAccess, 'item_id' | 'catalogs'>, uid: number): Scope => ({
  items: catalogs ? [] : [item_id],
  partial: catalogs ? [item_id] : [],
  catalogs: [...(catalogs ?? [])],
  uid,
})

const byRank = (one: Found, other: Found): number =>
  hitKinds.indexOf(one.kind) - hitKinds.indexOf(other.kind) ||
  one.page.s_number - other.page.s_number ||
  one.page.page_id - other.page.page_id

async function foundIn(db: Db, item: ItemAccess, keyword: string, most: number): Promise<Found[]> {
  const needle = new Needle(keyword)
  if (needle.isEmpty) return fail('keywordNeeded')
  const found: Found[] = []
  // Drafts are not found here, not even one's own. Source: reference, api-facts 7.3.
  for await (const one of new Search(db, needle, scopeOf(item, 0)).found()) {
    found.push(one)
    if (found.length === most) break
  }
  return found.toSorted(byRank)
}

/**
 * The pages of an item that hold all words of `keyword`: those with them in the title first, then in headings, text and
 * code, and by their order in each. Whole rows, with the text. Drafts are left out.
 *
 * @throws {AppError} keywordNeeded
 */
export async function searchPagesInItem(db: Db, item: ItemAccess, keyword: string, limit: number) {
  const found = await foundIn(db, item, keyword, limit)
  return found.map(({ page, page_content }) => ({ ...page, page_content }))
}

/** The answer of `item/search`: the pages of an item that hold all words, each with the text around the first hit. */
export async function searchItem(db: Db, item: ItemAccess, keyword: string) {
  const { item_id, item_name } = item
  const found = await foundIn(db, item, keyword, pagesMost)
  const pages = found.map(({ page, text, at }) => ({
    ...page,
    item_name,
    search_content: excerptOf(text, at, keyword.trim()),
  }))
  return { item_id, item_name, pages }
}
