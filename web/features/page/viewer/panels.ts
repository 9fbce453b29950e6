import { atom } from 'jotai'
import type { CatalogNode, PageNode, TreeNode } from '#web/features/item/tree/index.ts'
import type { OutlineEntry } from '#web/features/page/markdown/index.tsx'
import type { Page } from './atoms.ts'

type NamedPage = Pick<Page, 'page_id' | 'page_title'>

/** A dialog about the current page, or about what is exported: a page or a catalog. */
export type PagePanel =
  | { kind: 'share'; page: NamedPage }
  | { kind: 'export'; page: NamedPage | undefined; cat_id?: number }
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

/** Reports whether a dialog is about the current page. */
export const isPagePanel = (panel: { kind: string }): panel is PagePanel => pagePanels.includes(panel.kind)

/** A dialog over the viewer. */
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

/** The dialog that is open, if any. */
export const panelAtom = atom<ViewerPanel | null>(null)

const pollEveryMs = 16
const mostEntries = 30

/** Resolves once no menu covers the page and the focus is back where the menu was opened. */
async function menuGone(): Promise<void> {
  for (let style = 0; style < mostEntries; style++) {
    await new Promise((done) => window.setTimeout(done, pollEveryMs))
    if (!document.querySelector('[role=menu]')) break
  }
  await new Promise((done) => window.setTimeout(done, pollEveryMs))
}

/** Opens a dialog from a menu: after the menu has closed, so that closing the dialog returns the focus. */
export const openFromMenuAtom = atom(null, async (_get, set, panel: ViewerPanel) => {
  await menuGone()
  set(panelAtom, panel)
})

/** The headings of the current page, h1 to h4, for the sheet on small screens. */
export const outlineAtom = atom<readonly OutlineEntry[]>([])
