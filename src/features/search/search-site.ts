import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { listReadableItems, type ReadableItem } from '#src/access/readable-items.ts'
import { fail } from '#src/core/errors.ts'
import type { Db } from '#src/db/database.ts'
import { type PageHit, Search } from './candidate-query.ts'
import { readPage } from './excerpt-reader.ts'
import { Matcher } from './matcher.ts'
import { findHeadingAbove } from './page-sections.ts'
import { listCatalogNames, listUserNames, type Scope } from './queries.ts'
import { toScope } from './search-item.ts'
import { cutSnippet } from './snippet.ts'

/** The search expression, and the requested part of the results. */
interface SearchInput {
  keyword: string
  page: number
  count: number
  item_type?: number | undefined
  author_username?: string | undefined
  saved_since?: number | undefined
}

// Nobody reads further, and each page of results repeats the search for all before it.
const hitsMost = 1000

// The person is waiting while typing: what is found by then is shown, with a note that there may be more.
const workMs = 400

const limitsOf = ({ author_username, saved_since }: SearchInput) => ({ author: author_username, since: saved_since })

type Names = Pick<ReadableItem, 'item_name' | 'item_domain'>

/** Searches one item. @throws {AppError} keywordNeeded */
export async function searchOneItem(db: Db, item: ItemAccess, user: User | undefined, input: SearchInput) {
  const scope = { ...toScope(item, user?.uid ?? 0), ...limitsOf(input) }
  const answer = await searchIn(db, scope, new Map([[item.item_id, item]]), input)
  return { ...answer, items: [] }
}

/** Searches all items that a person owns or is a member of. @throws {AppError} keywordNeeded */
export async function searchMyItems(db: Db, user: User, input: SearchInput) {
  const { item_type, author_username, saved_since } = input
  const readable = await listReadableItems(db, user)
  const items =
    item_type === undefined
      ? readable
      : readable.filter((item) => getItemType(item.item_type) === getItemType(item_type))
  const partial = items.filter((item) => item.catalogs)
  const scope = {
    items: items.filter((item) => !item.catalogs).map((item) => item.item_id),
    partial: partial.map((item) => item.item_id),
    catalogs: partial.flatMap((item) => [...(item.catalogs ?? [])]),
    uid: user.uid,
    ...limitsOf(input),
  }
  const answer = await searchIn(db, scope, new Map(items.map((item) => [item.item_id, item])), input)
  const wantsItems = input.page === 1 && !author_username && !saved_since
  return { ...answer, items: wantsItems ? itemsFound(items, new Matcher(input.keyword), input.count) : [] }
}

/** Finds items whose name, custom address or description contains all words; those with them in the name come first. */
function itemsFound(items: readonly ReadableItem[], needle: Matcher, most: number) {
  const holds = ({ item_name, item_domain, item_description }: ReadableItem) =>
    needle.isIn(`${item_name}\n${item_domain}\n${item_description}`)
  const isByName = (item: ReadableItem) => Number(needle.isIn(item.item_name))
  const found = items.filter(holds).toSorted((one, other) => isByName(other) - isByName(one))
  return found.slice(0, most).map((item) => ({ ...item, name_marks: needle.marksIn(item.item_name) }))
}

async function searchIn(db: Db, scope: Scope, names: ReadonlyMap<number, Names>, input: SearchInput) {
  const needle = new Matcher(input.keyword)
  if (needle.isEmpty) return fail('keywordNeeded')
  const skipped = (input.page - 1) * input.count
  const wanted = Math.min(skipped + input.count, hitsMost)
  const shown: Awaited<ReturnType<typeof hitOf>>[] = []
  let count = 0
  const search = new Search(db, needle, scope, { workMs })
  if (skipped < hitsMost) {
    for await (const one of search.ranked()) {
      count++
      if (count > wanted) break
      if (count > skipped) shown.push(await hitOf(db, needle, one, names.get(one.page.item_id)))
    }
  }
  return {
    list: await withNames(db, await withPaths(db, scope, shown)),
    more: wanted < hitsMost && shown.length > 0 && (count > wanted || search.isCutShort),
  }
}

/** Builds the result for a page that was found. */
async function hitOf(db: Db, needle: Matcher, { page, kind }: PageHit, item: Names | undefined) {
  // Another save may have removed the words since.
  const { at, text, parts } = (await readPage(db, needle, page)) ?? { at: undefined, text: '', parts: [] }
  const { page_id, item_id, cat_id, page_title, author_uid, author_username, addtime } = page
  const snippet = cutSnippet(text, at, (line) => needle.marksIn(line).length > 0)
  return {
    item_id,
    item_name: item?.item_name ?? '',
    item_domain: item?.item_domain ?? '',
    page_id,
    cat_id,
    page_title,
    title_marks: needle.marksIn(page_title),
    kind,
    snippet,
    snippet_marks: needle.marksIn(snippet),
    // A hit in the title leads to the beginning of the page.
    ...(kind === 'title' || at === undefined ? { heading: '', anchor: '' } : findHeadingAbove(text, parts, at)),
    author_uid,
    author_username,
    addtime,
  }
}

type Catalog = Awaited<ReturnType<typeof listCatalogNames>>[number]

/** Returns the catalogs of pages, with all their ancestors. */
async function catalogsAround(db: Db, cat_ids: readonly number[]): Promise<Map<number, Catalog>> {
  const known = new Map<number, Catalog>()
  let wanted = [...new Set(cat_ids)]
  while (wanted.length > 0) {
    const rows = await listCatalogNames(db, wanted)
    for (const row of rows) known.set(row.cat_id, row)
    wanted = [...new Set(rows.map((row) => row.parent_cat_id))].filter((id) => id !== 0 && !known.has(id))
  }
  return known
}

function pathTo(cat_id: number, catalogs: ReadonlyMap<number, Catalog>): { cat_id: number; cat_name: string }[] {
  const catalog = catalogs.get(cat_id)
  if (!catalog) return []
  const { cat_name, parent_cat_id } = catalog
  return [...pathTo(parent_cat_id, catalogs), { cat_id, cat_name }]
}

/** Adds to hits their catalogs from the top down; catalogs above the reader's limit are left out, even their names. */
async function withPaths<H extends { item_id: number; cat_id: number }>(db: Db, scope: Scope, hits: readonly H[]) {
  const isLimited = new Set(scope.partial)
  const inside = new Set(scope.catalogs)
  const catalogs = await catalogsAround(
    db,
    hits.map((hit) => hit.cat_id),
  )
  return hits.map((hit) => ({
    ...hit,
    path: pathTo(hit.cat_id, catalogs).filter(({ cat_id }) => !isLimited.has(hit.item_id) || inside.has(cat_id)),
  }))
}

/** Adds to hits the names of the people who saved them. */
async function withNames<H extends { author_uid: number }>(db: Db, hits: readonly H[]) {
  const uids = [...new Set(hits.map((hit) => hit.author_uid))]
  const names = new Map((await listUserNames(db, uids)).map(({ uid, name }) => [uid, name]))
  return hits.map((hit) => ({ ...hit, author_name: names.get(hit.author_uid) ?? '' }))
}
