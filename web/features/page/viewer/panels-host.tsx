import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useCallback, useEffect } from 'react'
import { OutlineDrawer } from '#web/features/page/outline/index.tsx'
import { currentPath, useLocation } from '#web/lib/route.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { DeletePage } from './delete-page.tsx'
import { outlineAtom } from './outline-atom.ts'
import { PageInfo } from './page-info.tsx'
import { PagePanels } from './page-panels.tsx'
import { isPagePanel, panelAtom, type ViewerPanel } from './panels.ts'
import { TreeDrawer } from './tree-drawer.tsx'
import type { TreePanelProps } from './tree-panel.tsx'

const TreePanels = lazyComponent(async () => (await import('./tree-panels.tsx')).TreePanels)

/**
 * Closes the dialog when the user leaves the page or its item, for example by Back. When the page only reloads, for
 * example after signing in again, the dialog opens again as well.
 */
function useCloseOnLeaving(onClose: () => void): void {
  const [path] = useLocation()
  useEffect(
    () => () => {
      if (currentPath().split('?')[0] !== path) onClose()
    },
    [path, onClose],
  )
}

/** The dialog that is open over the viewer. Loaded when the first one is opened. */
export function PanelsHost({ panel, ...tree }: { panel: ViewerPanel } & Omit<TreePanelProps, 'onPick'>) {
  const setPanel = useSetAtom(panelAtom)
  const outline = useAtomValue(outlineAtom)
  const close = useCallback(() => setPanel(null), [setPanel])
  useCloseOnLeaving(close)
  if (panel.kind === 'tree') return <TreeDrawer {...tree} onClose={close} />
  if (panel.kind === 'outline') return <OutlineDrawer entries={outline} onClose={close} />
  if (panel.kind === 'pageInfo') return <PageInfo page_id={panel.page_id} onClose={close} />
  if (panel.kind === 'deletePage') return <DeletePage page={panel.page} current={tree.current} onClose={close} />
  if (isPagePanel(panel)) {
    return (
      <Suspense>
        <PagePanels panel={panel} onClose={close} />
      </Suspense>
    )
  }
  return (
    <Suspense>
      <TreePanels panel={panel} {...tree} onClose={close} />
    </Suspense>
  )
}
