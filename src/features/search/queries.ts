import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { bytesOf, equalsIgnoringCase, numbersIn } from '#src/db/engine.ts'
import { type Prepared, prepared } from '#src/db/prepared.ts'
import { countMissing, matchTerms, pagesMatching, removeTerms, writeTerms } from './sqlite-index.ts'

/** The pages that a search may see. */
export interface Scope {
  /** Items that are visible as a whole. */
  items: readonly number[]
  /** Items that are partly visible, and their visible catalogs. */
  partial: readonly number[]
  catalogs: readonly number[]
  /** The user whose own drafts are visible; 0 for nobody's. */
  uid: number
  /** Only pages last saved by this person, by user name or name in any case. */
  author?: string | undefined
  /** Only pages saved at that time or later, Unix seconds. */
  since?: number | undefined
}

/** An index query: pages below `before`, the newest first. */
interface Requested {
  before: number
  limit: number
  scope: Scope
}

const columns = [
  'page.page_id',
  'page.item_id',
  'page.cat_id',
  'page.page_title',
  'page.s_number',
  'page.author_uid',
  'page.author_username',
  'page.addtime',
  'page.page_addtime',
  'page.page_comments',
  'page.ext_info',
  'page.is_del',
  'page.is_draft',
  'item.item_type',
] as const

const scopeValues = ({ items, partial, catalogs, uid, author = '', since = 0 }: Scope) => ({
  items: JSON.stringify(items),
  item_id: items[0] ?? 0,
  partial: JSON.stringify(partial),
  catalogs: JSON.stringify(catalogs),
  uid,
  author,
  since,
})

type ScopeValues = ReturnType<typeof scopeValues>
type Places = <K extends keyof ScopeValues>(name: K) => ScopeValues[K]

const inScope = (at: Places) => sql<boolean>`page.is_del = 0 AND (page.is_draft = 0 OR page.author_uid = ${at('uid')})
  AND (page.item_id IN ${numbersIn(at('items'))}
    OR page.item_id IN ${numbersIn(at('partial'))} AND page.cat_id IN ${numbersIn(at('catalogs'))})
  AND page.addtime >= ${at('since')}
  AND (${at('author')} = '' OR ${equalsIgnoringCase('page.author_username', at('author'))}
    OR page.author_uid IN (SELECT uid FROM "user" WHERE ${equalsIgnoringCase('name', at('author'))}))`

const inItem = (at: Places) => sql<boolean>`page.is_del = 0 AND (page.is_draft = 0 OR page.author_uid = ${at('uid')})
  AND page.item_id = ${at('item_id')}`

// Lists of items and people cost more than all the rest of a condition.
const isOneItem = ({ items, partial, author = '', since = 0 }: Scope): boolean =>
  items.length === 1 && partial.length === 0 && author === '' && since === 0

/** Prepares a query for scopes that are one whole item, and for others; returns the one for a scope. */
function preparedForScope<P, R>(prepare: (isInScope: (at: Places) => RawBuilder<boolean>) => Prepared<P, R>) {
  const [ofItem, ofAny] = [prepare(inItem), prepare(inScope)]
  return (scope: Scope) => (isOneItem(scope) ? ofItem : ofAny)
}

const matches = preparedForScope((isInScope) =>
  prepared<ScopeValues & { match: string; before: number; limit: number }>()((db, at) =>
    db
      .selectFrom(pagesMatching(at('match'), 0, at('before')))
      .leftJoin('page', (join) => join.onRef('page.page_id', '=', 'hit.page_id').on(isInScope(at)))
      .leftJoin('item', 'item.item_id', 'page.item_id')
      .select(columns)
      .select('hit.page_id as hit_id')
      .orderBy('hit.page_id', 'desc')
      .limit(at('limit')),
  ),
)

/**
 * Lists what the index has for these conditions (`matchTerms`), at most `limit` rows: `hit_id` is the page's id, and
 * `page_id` is null for a page out of scope; nothing else about that page is returned.
 */
export const listMatches = (db: Db, conditions: readonly string[], { scope, before, limit }: Requested) =>
  matches(scope).all(db, { ...scopeValues(scope), match: matchTerms(conditions), before, limit })

const everyPage = prepared<ScopeValues & { before: number; limit: number }>()((db, at) =>
  db
    .selectFrom('page')
    .innerJoin('item', 'item.item_id', 'page.item_id')
    .select(columns)
    .select('page.page_id as hit_id')
    .where('page.page_id', '<', at('before'))
    .where(inScope(at))
    .orderBy('page.page_id', 'desc')
    .limit(at('limit')),
)

/** Lists all pages of the scope, for searches that the index cannot answer. */
export const listEveryPage = (db: Db, { scope, before, limit }: Requested) =>
  everyPage.all(db, { ...scopeValues(scope), before, limit })

const waiting = prepared<{ limit: number }>({ remember: 10 })((db, at) =>
  db.selectFrom('page_unindexed').select('page_id').orderBy('page_id').limit(at('limit')),
)

/** Lists the ids of pages whose present text is not indexed. */
export const listIdsToIndex = async (db: Db, limit: number): Promise<number[]> =>
  (await waiting.all(db, { limit })).map((row) => row.page_id)

const somePages = preparedForScope((isInScope) =>
  prepared<ScopeValues & { page_ids: string }>()((db, at) =>
    db
      .selectFrom('page')
      .innerJoin('item', 'item.item_id', 'page.item_id')
      .select(columns)
      .where('page.page_id', 'in', numbersIn(at('page_ids')))
      .where(isInScope(at))
      .orderBy('page.page_id', 'desc'),
  ),
)

/** Lists those of `page_ids` that are in scope. */
export const listPages = (db: Db, scope: Scope, page_ids: readonly number[]) =>
  somePages(scope).all(db, { ...scopeValues(scope), page_ids: JSON.stringify(page_ids) })

const waitingPages = preparedForScope((isInScope) =>
  prepared<ScopeValues & { limit: number }>()((db, at) =>
    db
      .selectFrom('page')
      .innerJoin('item', 'item.item_id', 'page.item_id')
      .select(columns)
      .where(isInScope(at))
      .where((where) =>
        where.exists(
          where.selectFrom('page_unindexed').select('page_id').whereRef('page_unindexed.page_id', '=', 'page.page_id'),
        ),
      )
      .limit(at('limit')),
  ),
)

/**
 * Lists the pages in scope whose present text is not indexed. Use it when many wait: it looks through the pages in scope
 * instead of those that wait.
 */
export const listWaitingPages = (db: Db, scope: Scope, limit: number) =>
  waitingPages(scope).all(db, { ...scopeValues(scope), limit })

/** A page that may be a hit. */
export type Candidate = Awaited<ReturnType<typeof listPages>>[number]

const matchIds = prepared<{ match: string; from: number; before: number }>()((db, at) =>
  db.selectFrom(pagesMatching(at('match'), at('from'), at('before'))).select('hit.page_id'),
)

/** Lists the ids from `from` to below `before` that the index has for these conditions. */
export const listMatchIds = async (
  db: Db,
  conditions: readonly string[],
  from: number,
  before: number,
): Promise<number[]> =>
  (await matchIds.all(db, { match: matchTerms(conditions), from, before })).map((row) => row.page_id)

const content = prepared<{ page_id: number }>()((db, at) =>
  db.selectFrom('page_content').select(bytesOf('page_content').as('bytes')).where('page_id', '=', at('page_id')),
)

/** Returns the text of a page as it is stored. */
export const findContent = async (db: Db, page_id: number): Promise<string> =>
  (await content.first(db, { page_id }))?.bytes.toString('utf8') ?? ''

const itemCount = prepared<Record<never, never>>({ remember: 1 })((db) =>
  db.selectFrom('item').select((select) => select.fn.countAll<number>().as('count')),
)

/** Returns the number of all items. */
export const countItems = async (db: Db): Promise<number> => (await itemCount.first(db, {}))?.count ?? 0

const catalogNames = prepared<{ cat_ids: string }>()((db, at) =>
  db
    .selectFrom('catalog')
    .select(['cat_id', 'cat_name', 'parent_cat_id'])
    .where('cat_id', 'in', numbersIn(at('cat_ids')))
    .where('is_del', '=', 0),
)

/** Lists the names and parents of catalogs. */
export const listCatalogNames = (db: Db, cat_ids: readonly number[]) =>
  catalogNames.all(db, { cat_ids: JSON.stringify(cat_ids) })

const userNames = prepared<{ uids: string }>()((db, at) =>
  db
    .selectFrom('user')
    .select(['uid', 'name'])
    .where('uid', 'in', numbersIn(at('uids'))),
)

/** Lists the names of users. */
export const listUserNames = (db: Db, uids: readonly number[]) => userNames.all(db, { uids: JSON.stringify(uids) })

const toIndex = prepared<{ page_id: number }>()((db, at) =>
  db
    .selectFrom('page_unindexed')
    .innerJoin('page', 'page.page_id', 'page_unindexed.page_id')
    .innerJoin('page_content', 'page_content.page_id', 'page.page_id')
    .innerJoin('item', 'item.item_id', 'page.item_id')
    .select(['page.page_id', 'page.item_id', 'page.page_title', 'item.item_type', 'page_content.page_content'])
    .where('page_unindexed.page_id', '=', at('page_id')),
)

/** Returns a page whose present text is not indexed, or undefined if it is. */
export const findToIndex = (tx: Tx, page_id: number) => toIndex.first(tx, { page_id })

/** Returns the number of pages whose present text is not indexed. */
export async function countToIndex(db: Db): Promise<number> {
  const counting = db.selectFrom('page_unindexed').select((select) => select.fn.countAll<number>().as('count'))
  return (await counting.executeTakeFirstOrThrow()).count
}

const removeMark = prepared<{ page_id: number }>()((db, at) =>
  db.deleteFrom('page_unindexed').where('page_id', '=', at('page_id')),
)

/** Replaces the indexed terms of a page. */
export async function replaceTerms(tx: Tx, page_id: number, terms: string): Promise<void> {
  await writeTerms(tx, page_id, terms)
  await removeMark.all(tx, { page_id })
}

const large = prepared<{ limit: number }>({ remember: 10 })((db, at) =>
  db.selectFrom('page_large').select('page_id').orderBy('page_id', 'desc').limit(at('limit')),
)

/** Lists the ids of pages with too many terms for the index, the newest first. */
export const listLargeIds = async (db: Db, limit: number): Promise<number[]> =>
  (await large.all(db, { limit })).map((row) => row.page_id)

const removeLarge = prepared<{ page_id: number }>()((db, at) =>
  db.deleteFrom('page_large').where('page_id', '=', at('page_id')),
)

/** Records whether a page has too many terms for the index. */
export async function markLarge(tx: Tx, page_id: number, isLarge: boolean): Promise<void> {
  if (!isLarge) await removeLarge.all(tx, { page_id })
  else
    await tx
      .insertInto('page_large')
      .values({ page_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Empties the index, so that every page must be indexed again. */
export async function emptyIndex(tx: Tx): Promise<void> {
  await removeTerms(tx)
  await tx.deleteFrom('page_unindexed').execute()
  await tx
    .insertInto('page_unindexed')
    .columns(['page_id'])
    .expression(tx.selectFrom('page_content').select('page_id'))
    .execute()
}

/** How complete the search index is, in pages. */
interface IndexState {
  /** Pages with a text. */
  count: number
  /** Pages whose present text is yet to be indexed. */
  waiting: number
  /** Pages that nothing will index by itself. */
  missing: number
}

/** Returns how complete the search index is. */
export async function findIndexState(db: Db): Promise<IndexState> {
  const counting = db.selectFrom('page_content').select((select) => select.fn.countAll<number>().as('count'))
  const [{ count }, waiting, missing] = await Promise.all([
    counting.executeTakeFirstOrThrow(),
    countToIndex(db),
    countMissing(db),
  ])
  return { count, waiting, missing }
}
