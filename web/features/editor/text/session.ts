import { atom, type Getter } from 'jotai'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { createSession, type Session } from '#web/features/editor/session/index.ts'
import { listCatalogs, type NestedCatalog } from '#web/features/tree/folders/index.tsx'

/** The content that a save stores. */
export interface Content {
  page_title: string
  cat_id: number
  /** The sort number among its siblings. */
  s_number: number
  text: string
}

/** The page that is open in the editor. */
export interface EditingSession extends Session<Content> {
  /** The item as named in the address: its id or its custom address. */
  item_ref: string
  item_name: string
  /** 0 until a new page is saved. */
  page_id: number
  /** Whether the editor was opened for a new page. */
  is_new: boolean
  /** Whether this user manages the item. */
  can_manage: boolean
  /** Whether this user may edit in some catalogs only, and not at the root. */
  is_limited: boolean
  catalogs: readonly NestedCatalog[]
  /** The text of `base_version`; undefined when it differs from `saved.text` and is not known. */
  base_text: string | undefined
}

/** What others saved while this text was written. */
interface Conflict {
  /** The editing session on their version. */
  theirs: EditingSession
  /** The name of the user who saved it. */
  name: string
  /** Their username, which labels their parts in the merged text. */
  username: string
  /** When it was saved, as the server reports it. */
  at: string
  /** The common base of both texts, when it is known. */
  base_text: string | undefined
  /** The content of the editor when the conflict was noticed. */
  mine: Content
}

/** The state of the page editor. */
export const pageSession = createSession<EditingSession, Conflict>()

/** The parts of the state of the page editor. `isUnsavedAtom` is updated shortly after a change. */
export const {
  sessionAtom: editingSessionAtom,
  visitAtom,
  isHeldAtom,
  isUnsavedAtom,
  draftStateAtom,
  saveErrorAtom,
  conflictAtom,
  isSavingAtom,
} = pageSession

/**
 * Returns the catalog for a page: the requested one, or the root when that is gone; the first catalog when the root is
 * closed to the user.
 */
export function catalogFor(
  { catalogs, is_limited }: Pick<EditingSession, 'catalogs' | 'is_limited'>,
  cat_id: number,
): number {
  const open = listCatalogs(catalogs)
  if (open.some((one) => one.cat_id === cat_id)) return cat_id
  return is_limited ? (open[0]?.cat_id ?? 0) : 0
}

/** The current title. */
export const titleAtom = atom('')

/** The selected catalog. */
export const catalogAtom = atom(0)

/** The selected sort number. */
export const orderAtom = atom(0)

/** Counts the changes of text, title and position. */
export const changesAtom = atom(0)

/** Whether a save was rejected because the title is empty. */
export const titleMissingAtom = atom(false)

/** Returns the current content. */
export const currentContent = (get: Getter, session: EditingSession): Content => ({
  page_title: get(titleAtom),
  cat_id: get(catalogAtom),
  s_number: get(orderAtom),
  text: get(editorHandleAtom)?.read() ?? session.saved.text,
})

/** Reports whether two contents are equal. */
export const isSameContent = (a: Content, b: Content): boolean =>
  a.page_title === b.page_title && a.cat_id === b.cat_id && a.s_number === b.s_number && a.text === b.text

/** Compares the current content with the saved one. */
export const compareWithSavedAtom = atom(null, (get, set) => {
  const editing = get(editingSessionAtom)
  const isUnsaved = editing !== undefined && !isSameContent(currentContent(get, editing), editing.saved)
  set(isUnsavedAtom, isUnsaved)
  return isUnsaved
})

/** Returns the address at which the open page is read now; for a new page that was never saved, that of its item. */
export const viewerPathAtom = atom(null, (get): string => {
  const desk = get(editingSessionAtom)
  return `/${desk?.item_ref ?? ''}${desk?.page_id ? `/${desk.page_id}` : ''}`
})
