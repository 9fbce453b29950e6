import { atom } from 'jotai'
import type { CatalogNode, PageNode, TreeNode } from '#web/features/tree/index.tsx'
import type { Page } from './atoms.ts'

type NamedPage = Pick<Page, 'page_id' | 'page_title'>

/** A window about the page shown. */
export type PagePanel =
  | { kind: 'share'; page: NamedPage }
  | { kind: 'export'; page: NamedPage }
  | { kind: 'attachments'; page_id: string }
  | { kind: 'comments'; page_id: string; writes: boolean }
  | { kind: 'saveTemplate'; page: Page }
  | { kind: 'fromTemplate' }

const pagePanels: readonly string[] = [
  'share',
  'export',
  'attachments',
  'comments',
  'saveTemplate',
  'fromTemplate',
] satisfies PagePanel['kind'][]

/** Whether a window is about the page shown. */
export const isPagePanel = (panel: { kind: string }): panel is PagePanel => pagePanels.includes(panel.kind)

/** A window over the viewer. */
export type ViewerPanel =
  | { kind: 'tree' }
  | { kind: 'outline' }
  | { kind: 'deletePage'; page: PageNode }
  | { kind: 'pageInfo'; page_id: string }
  | PagePanel
  | { kind: 'history'; page_id: string }
  | { kind: 'addCatalog'; parent: CatalogNode | undefined }
  | { kind: 'deleteCatalog'; catalog: CatalogNode }
  | { kind: 'carry'; node: TreeNode; isMove: boolean }
  | { kind: 'sort'; parent: CatalogNode | undefined }
  | { kind: 'catalogs' }
  | { kind: 'recycle' }

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
