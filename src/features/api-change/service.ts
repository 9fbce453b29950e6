import type { ApiChange } from '#shared/api-doc/diff/changes.ts'
import { compareLevels } from '#shared/api-doc/diff/kinds.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { changeInWords } from '#src/features/api-diff/index.ts'
import { countLevels, unpack, unpackOperations } from './changes.ts'
import {
  countEntries,
  countsOf,
  type EntryFilter,
  findEntry,
  findVersion,
  hasApi,
  type ListedEntry,
  listEntries,
  listEntryPages,
  listOfPage,
} from './queries.ts'

/** How long a page shows that its API has changed, in seconds. */
const markedSeconds = 30 * 86_400

// What a list shows of each entry.
const changesInList = 3

/** What a caller may filter by. */
type WantedEntries = Pick<EntryFilter, 'level' | 'operation' | 'page_id' | 'since'>

const filterFor = (item: ItemAccess, wanted: WantedEntries = {}): EntryFilter => ({
  ...wanted,
  ...(item.catalogs && { cat_ids: [...item.catalogs] }),
})

type Page = Awaited<ReturnType<typeof listEntryPages>>[number]

const isReadable = (item: ItemAccess, page: Page): boolean => !item.catalogs || item.catalogs.has(page.cat_id)

/**
 * Returns an entry as a reader may know it: members of a part of the item see, of an entry about several pages, what
 * changed in the operations of theirs.
 */
async function shown(app: App, item: ItemAccess, row: ListedEntry, pages: readonly Page[], lang: Lang, most: number) {
  const all = unpack<ApiChange[]>(row.changes)
  const own = new Set(pages.filter((page) => isReadable(item, page)).map((page) => page.operation))
  const isPart = item.catalogs !== undefined && row.page_id === 0
  const changes = isPart ? all.filter((one) => own.has(one.operation)) : all
  const isThere = row.page_item === row.item_id && row.is_del === 0
  const listed =
    changes.length > most
      ? changes.toSorted((one, other) => compareLevels(one.level, other.level)).slice(0, most)
      : changes
  const operations = unpackOperations(row.operations)
  const { api_change_id, source, name, version_before, version_after, addtime, last_time } = row
  return {
    api_change_id,
    source,
    name: isThere ? (row.page_title ?? name) : name,
    page_id: isThere ? row.page_id : 0,
    version_before,
    version_after,
    page_history_id:
      isThere && version_before > 0 ? ((await findVersion(app.db, row.page_id, version_before)) ?? 0) : 0,
    username: row.username ?? '',
    person: row.person ?? '',
    addtime,
    last_time,
    ...(isPart ? countLevels(changes) : countsOf(row)),
    operations: isPart ? operations.filter((one) => own.has(one)) : operations,
    changes: listed.map((change) => changeInWords(change, lang)),
  }
}

/** Returns one page of an item's entries, newest first, and how many there are. */
export async function entriesFor(
  app: App,
  item: ItemAccess,
  lang: Lang,
  wanted: WantedEntries,
  at: { page: number; count: number },
) {
  const { item_id } = item
  const filter = filterFor(item, wanted)
  const rows = await listEntries(app.db, item_id, filter, { limit: at.count, offset: (at.page - 1) * at.count })
  const ids = rows.map((row) => row.api_change_id)
  const pages = ids.length === 0 ? [] : await listEntryPages(app.db, item_id, ids)
  const list = []
  for (const row of rows) {
    const own = pages.filter((page) => page.api_change_id === row.api_change_id)
    list.push(await shown(app, item, row, own, lang, changesInList))
  }
  const total = await countEntries(app.db, item_id, filter)
  return { total, has_api: total > 0 || (await hasApi(app.db, item_id)), list }
}

/** Returns an entry with all its changes and the pages it is about. @throws {AppError} apiChangeGone */
export async function entryFor(app: App, item: ItemAccess, lang: Lang, api_change_id: number) {
  const row = (await findEntry(app.db, item.item_id, api_change_id, filterFor(item))) ?? fail('apiChangeGone')
  const pages = await listEntryPages(app.db, item.item_id, [api_change_id])
  const readable = pages.filter((page) => page.is_del === 0 && isReadable(item, page))
  return { ...(await shown(app, item, row, pages, lang, Number.POSITIVE_INFINITY)), pages: readable }
}

/** Returns what changed in the API of a page in the last 30 days: its newest entry of the worst level. */
export async function markOfPage(app: App, page_id: number) {
  const since = nowSeconds(app) - markedSeconds
  const rows = await listOfPage(app.db, page_id, since)
  const newest =
    rows.find((row) => row.breaking_count > 0) ?? rows.find((row) => row.warning_count > 0) ?? rows.find(() => true)
  return {
    is_new: rows.some((row) => row.version_before === 0) && (rows[0]?.page_addtime ?? 0) >= since,
    api_change_id: newest?.api_change_id ?? 0,
    last_time: newest?.last_time ?? 0,
    ...countsOf(newest ?? { breaking_count: 0, warning_count: 0, info_count: 0 }),
    total: rows.length,
  }
}
