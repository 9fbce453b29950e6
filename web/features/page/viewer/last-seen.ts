import { catalogsAbove, type PageNode } from '#web/features/item/tree/index.ts'

/**
 * What a user has read of an item: every version up to `since`, and later versions of some pages. Unix seconds of the
 * server.
 */
export interface LastSeen {
  since: number
  /** When the version that was read was saved, by page. */
  pages: Readonly<Record<string, number>>
}

/** Returns the state in which everything that exists now is read. */
export const allRead = (pages: readonly PageNode[]): LastSeen => ({
  since: pages.reduce((newest, { addtime }) => Math.max(newest, addtime), 0),
  pages: {},
})

/** Returns the pages that users other than `uid` have saved since that user read them. */
export const changedPages = (pages: readonly PageNode[], marks: LastSeen, uid: string): PageNode[] =>
  pages.filter(({ id, addtime, author }) => addtime > marks.since && author !== uid && addtime > (marks.pages[id] ?? 0))

/** Returns the state after a version of a page was read, with as few entries as possible. */
export function markVersionRead(
  pages: readonly PageNode[],
  marks: LastSeen,
  uid: string,
  read: { page_id: string; savedAt: number },
): LastSeen {
  const { page_id, savedAt } = read
  if (savedAt <= Math.max(marks.since, marks.pages[page_id] ?? 0)) return marks
  const next = { ...marks, pages: { ...marks.pages, [page_id]: savedAt } }
  return changedPages(pages, next, uid).length === 0 ? laterOf(allRead(pages), next) : next
}

// a page may be newer than the tree that lists it
const laterOf = (all: LastSeen, { since, pages }: LastSeen): LastSeen => ({
  since: Math.max(all.since, since),
  pages: Object.fromEntries(Object.entries(pages).filter(([, savedAt]) => savedAt > all.since)),
})

/** Returns the keys of pages, and of every catalog above them. */
export const keysWithCatalogs = (pages: readonly PageNode[]): Set<string> =>
  new Set(pages.flatMap((page) => [page.key, ...catalogsAbove(page).map(({ key }) => key)]))
