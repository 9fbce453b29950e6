import { atom, type Getter } from 'jotai'
import { listCatalogs, type NestedCatalog } from '#web/features/catalog/index.tsx'
import { editorHandleAtom } from '#web/features/writing/index.tsx'

/** What a save stores. */
export interface Content {
  page_title: string
  cat_id: number
  /** Where it stands among its neighbours. */
  s_number: number
  text: string
}

/** The page that lies open in the editor. */
export interface EditingSession {
  /** The item as it stands in the address: its id or its own address. */
  item_ref: string
  item_id: number
  item_name: string
  /** 0 until a new page was saved. */
  page_id: number
  /** Whether the editor was opened for a new page. */
  is_new: boolean
  uid: string
  /** Whether this person manages the item. */
  can_manage: boolean
  /** Whether this person may write in some catalogs only, and not at the root. */
  is_limited: boolean
  catalogs: readonly NestedCatalog[]
  /** What the server has, as far as known here; of version `base_version`. */
  saved: Content
  /** The version that the text is made from. 0 for a new page. */
  base_version: number
  /** The text of `base_version`; undefined when it is not `saved.text` and not known. */
  base_text: string | undefined
  /** When this window last saved, ms since 1970. */
  saved_at: number | undefined
  /** What was sent since the server last answered: it may have one of them. */
  sent: readonly Content[]
}

/** Where a page goes that is meant for a catalog: there, or at the root when it is gone; into the first catalog where the root is closed. */
export function catalogFor(
  { catalogs, is_limited }: Pick<EditingSession, 'catalogs' | 'is_limited'>,
  cat_id: number,
): number {
  const open = listCatalogs(catalogs)
  if (open.some((one) => one.cat_id === cat_id)) return cat_id
  return is_limited ? (open[0]?.cat_id ?? 0) : 0
}

/** Counts what came and went: what is answered to a page that one has left matters here no longer. */
export const sessionIdAtom = atom(0)

/** Since when a save of the open page runs, ms since 1970; 0 while none does. */
export const savingSinceAtom = atom(0)

/** The page in the editor; undefined while none is open. */
export const editingSessionAtom = atom<EditingSession>()

/** The title as typed. */
export const titleAtom = atom('')

/** The catalog chosen. */
export const catalogAtom = atom(0)

/** The sort number chosen. */
export const orderAtom = atom(0)

/** Counts the changes of text, title and place. */
export const changesAtom = atom(0)

/** Whether something differs from what is saved; brought up to date shortly after a change. */
export const isUnsavedAtom = atom(false)

/** Whether an empty title was to be saved. */
export const titleMissingAtom = atom(false)

/** What is written now. */
export const currentContent = (get: Getter, desk: EditingSession): Content => ({
  page_title: get(titleAtom),
  cat_id: get(catalogAtom),
  s_number: get(orderAtom),
  text: get(editorHandleAtom)?.read() ?? desk.saved.text,
})

/** Whether two contents are the same. */
export const isSameContent = (a: Content, b: Content): boolean =>
  a.page_title === b.page_title && a.cat_id === b.cat_id && a.s_number === b.s_number && a.text === b.text

/** Compares what is written with what is saved. */
export const compareWithSavedAtom = atom(null, (get, set) => {
  const desk = get(editingSessionAtom)
  const isUnsaved = desk !== undefined && !isSameContent(currentContent(get, desk), desk.saved)
  set(isUnsavedAtom, isUnsaved)
  return isUnsaved
})

/** Where the open page is read, as it is by now; a new page that was never saved: its item. */
export const viewerPathAtom = atom(null, (get): string => {
  const desk = get(editingSessionAtom)
  return `/${desk?.item_ref ?? ''}${desk?.page_id ? `/${desk.page_id}` : ''}`
})
