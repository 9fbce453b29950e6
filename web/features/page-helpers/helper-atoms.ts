import { atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import { type EditorHandle, editorHandleAtom } from '#web/features/writing/index.tsx'
import { api } from '#web/lib/api.ts'

/** The helpers that open a window. */
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

/** The helper whose window is open. */
export const openHelperAtom = atom<HelperName>()

/** When the menu has gone and the text has the focus again, in ms: there it comes back to when the window closes. */
const menuGoneMs = 100

/** Opens the window of a helper, from a menu. */
export const openSoonAtom = atom(null, (_get, set, name: HelperName) => {
  window.setTimeout(() => set(openHelperAtom, name), menuGoneMs)
})

/** Puts Markdown into the text: at the cursor, or in place of what is selected. */
export const insertAtom = atom(null, (get, _set, markdown: string, where: 'cursor' | 'selection' = 'cursor') => {
  const surface = get(editorHandleAtom)
  if (!surface) return
  if (where === 'selection' && surface.selected() !== '') surface.replaceSelected(markdown)
  else surface.insert(markdown)
  surface.focus()
})

/** What is selected in the text now. */
export const getSelectedText = (surface: EditorHandle | undefined): string => surface?.selected() ?? ''

const siteAtom = atom(async () => {
  try {
    return await api.common.homePageSetting()
  } catch {
    return undefined // what depends on it is not offered then
  }
})

/** Whether this site has an AI service; false until it is known. */
export const hasAiAtom = unwrap(
  atom(async (get) => (await get(siteAtom))?.is_show_ai === 1),
  () => false,
)
