import { atom, type Getter } from 'jotai'
import type { CatalogNode } from './catalog-paths.ts'

/** The text being written, wherever it is held. */
export interface TextSource {
  /** The text as it is to be stored. */
  read: () => string
  /** Replaces the text; a person can undo it. */
  write: (text: string) => void
}

/** What a save stores. */
export interface Content {
  page_title: string
  cat_id: number
  text: string
}

/** The page that lies open in the editor. */
export interface Desk {
  /** The item as it stands in the address: its id or its own address. */
  item_ref: string
  item_id: number
  item_name: string
  /** 0 until a new page was saved. */
  page_id: number
  /** Whether the editor was opened for a new page. */
  is_new: boolean
  uid: string
  catalogs: readonly CatalogNode[]
  /** What the server has, as far as known here; of version `base_version`. */
  saved: Content
  /** The version that the text is made from. 0 for a new page. */
  base_version: number
  /** The text of `base_version`; undefined when it is not `saved.text` and not known. */
  base_text: string | undefined
  /** When this window last saved, ms since 1970. */
  saved_at: number | undefined
}

/** The page in the editor; undefined while none is open. */
export const deskAtom = atom<Desk>()

/** The title as typed. */
export const titleAtom = atom('')

/** The catalog chosen. */
export const catalogAtom = atom(0)

/** Where the text is. */
export const sourceAtom = atom<TextSource>()

/** Counts the changes of text, title and catalog. */
export const changesAtom = atom(0)

/** Whether something differs from what is saved; brought up to date shortly after a change. */
export const isUnsavedAtom = atom(false)

/** Whether an empty title was to be saved. */
export const titleMissingAtom = atom(false)

/** What is written now. */
export const contentOf = (get: Getter, desk: Desk): Content => ({
  page_title: get(titleAtom),
  cat_id: get(catalogAtom),
  text: get(sourceAtom)?.read() ?? desk.saved.text,
})

/** Whether two contents are the same. */
export const isSameContent = (a: Content, b: Content): boolean =>
  a.page_title === b.page_title && a.cat_id === b.cat_id && a.text === b.text

/** Compares what is written with what is saved. */
export const compareAtom = atom(null, (get, set) => {
  const desk = get(deskAtom)
  const isUnsaved = desk !== undefined && !isSameContent(contentOf(get, desk), desk.saved)
  set(isUnsavedAtom, isUnsaved)
  return isUnsaved
})
