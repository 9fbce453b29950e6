import { atom } from 'jotai'
import { type EditorHandle, editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { api } from '#web/lib/api.ts'
import { queryAtom, queryValue } from '#web/lib/query.ts'

/** The helpers that open a dialog. */
export type HelperName =
  | 'jsonTable'
  | 'jsonFormat'
  | 'jsonCompact'
  | 'sql'
  | 'table'
  | 'template'
  | 'comments'
  | 'mock'
  | 'ai'
  | 'attachment'
  | 'link'

/** The helper whose dialog is open. */
export const openHelperAtom = atom<HelperName>()

/**
 * The delay after which the menu has closed and the text has focus again, in ms. Focus returns there when the dialog
 * closes.
 */
const menuGoneMs = 100

/** Opens the dialog of a helper, from a menu. */
export const openSoonAtom = atom(null, (_get, set, name: HelperName) => {
  window.setTimeout(() => set(openHelperAtom, name), menuGoneMs)
})

/** Inserts Markdown into the text: at the cursor, or in place of the selection. */
export const insertAtom = atom(null, (get, _set, markdown: string, where: 'cursor' | 'selection' = 'cursor') => {
  const surface = get(editorHandleAtom)
  if (!surface) return
  if (where === 'selection' && surface.selected() !== '') surface.replaceSelected(markdown)
  else surface.insert(markdown)
  surface.focus()
})

/** Returns the selected text. */
export const getSelectedText = (surface: EditorHandle | undefined): string => surface?.selected() ?? ''

const siteAtom = queryAtom(() => api.common.homePageSetting())

/** Whether this site has an AI service; false until known. */
export const hasAiAtom = atom((get) => queryValue(get(siteAtom))?.is_show_ai === 1)
