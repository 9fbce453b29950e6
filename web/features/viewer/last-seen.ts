import { catalogsAbove, type PageNode } from '#web/features/tree/index.tsx'

/** What a person has read of an item: every version up to `since`, and of some pages later ones. Server's Unix seconds. */
export interface LastSeen {
  since: number
  /** When the version was saved that was read, by page. */
  pages: Readonly<Record<string, number>>
}

/** Everything that is there now is read. */
export const allRead = (pages: readonly PageNode[]): LastSeen => ({
  since: pages.reduce((newest, { addtime }) => Math.max(newest, addtime), 0),
  pages: {},
})

/** The pages that somebody else than `uid` has saved since that person read them. */
export const changedPages = (pages: readonly PageNode[], marks: LastSeen, uid: string): PageNode[] =>
  pages.filter(({ id, addtime, author }) => addtime > marks.since && author !== uid && addtime > (marks.pages[id] ?? 0))

/** The marks after a version of a page was read: as few as say the same. */
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

// a page may be newer than the tree that it was found in
const laterOf = (all: LastSeen, { since, pages }: LastSeen): LastSeen => ({
  since: Math.max(all.since, since),
  pages: Object.fromEntries(Object.entries(pages).filter(([, savedAt]) => savedAt > all.since)),
})

/** The keys of pages, and of every catalog above them. */
export const keysWithCatalogs = (pages: readonly PageNode[]): Set<string> =>
  new Set(pages.flatMap((page) => [page.key, ...catalogsAbove(page).map(({ key }) => key)]))
