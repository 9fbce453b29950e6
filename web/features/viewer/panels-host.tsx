import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { CatalogDialog } from './catalog-dialog.tsx'
import { DeletePage } from './delete-page.tsx'
import { OutlineSheet } from './outline-sheet.tsx'
import { PageInfo } from './page-info.tsx'
import { panelAtom, type ViewerPanel } from './panels.ts'
import { TreeDrawer } from './tree-drawer.tsx'
import type { TreePanelProps } from './tree-panel.tsx'

const afterRadixMs = 30

/** Brings the focus back to where it was before a window opened: Radix does so only for windows with a trigger. */
function useFocusBack() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      window.setTimeout(() => {
        const isLost = document.activeElement === document.body || document.activeElement === null
        if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true })
      }, afterRadixMs)
    },
    [before],
  )
}

/** The window that is open over the viewer. Loaded when the first one is asked for. */
export function PanelsHost({ panel, ...tree }: { panel: ViewerPanel } & Omit<TreePanelProps, 'onPick'>) {
  const setPanel = useSetAtom(panelAtom)
  const close = () => setPanel(null)
  useFocusBack()
  if (panel.kind === 'tree') return <TreeDrawer {...tree} onClose={close} />
  if (panel.kind === 'outline') return <OutlineSheet onClose={close} />
  if (panel.kind === 'pageInfo') return <PageInfo page_id={panel.page_id} onClose={close} />
  if (panel.kind === 'deletePage') return <DeletePage page={panel.page} current={tree.current} onClose={close} />
  if (panel.kind === 'addCatalog') return <CatalogDialog parent={panel.parent} onClose={close} />
  return <CatalogDialog catalog={panel.catalog} parent={panel.catalog.parent} onClose={close} />
}
