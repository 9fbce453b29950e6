import { atom } from 'jotai'
import type { CatalogNode, PageNode } from '#web/features/tree/index.tsx'

/** A window over the viewer. */
export type ViewerPanel =
  | { kind: 'tree' }
  | { kind: 'outline' }
  | { kind: 'deletePage'; page: PageNode }
  | { kind: 'pageInfo'; page_id: string }
  | { kind: 'addCatalog'; parent: CatalogNode | undefined }
  | { kind: 'renameCatalog'; catalog: CatalogNode }

/** The window that is open, if any. */
export const panelAtom = atom<ViewerPanel | null>(null)

const lookEveryMs = 16
const mostLooks = 30

/** Done once no menu lies over the page and the focus is back where it was opened. */
async function menuGone(): Promise<void> {
  for (let look = 0; look < mostLooks; look++) {
    await new Promise((done) => window.setTimeout(done, lookEveryMs))
    if (!document.querySelector('[role=menu]')) break
  }
  await new Promise((done) => window.setTimeout(done, lookEveryMs))
}

/** Opens a window from a menu: after the menu has gone, so that closing the window brings the focus back. */
export const openFromMenuAtom = atom(null, async (_get, set, panel: ViewerPanel) => {
  await menuGone()
  set(panelAtom, panel)
})
