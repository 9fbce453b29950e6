import { useSetAtom } from 'jotai'
import { RecycleDialog } from '#web/features/item/recycle-bin/index.tsx'
import { catalogsAbove } from '#web/features/item/tree/index.ts'
import { HistoryDrawer } from '#web/features/page/history/index.tsx'
import {
  CatalogManager,
  CopyMoveDialog,
  DeleteCatalog,
  NewCatalog,
  SortPagesDialog,
} from '#web/features/tree/folders/index.tsx'
import { navigate } from '#web/lib/route.ts'
import { pagePath, useCurrentItem } from './current-item.ts'
import type { ViewerPanel } from './panels.ts'
import { reloadPageAtom } from './reload-page.ts'
import type { TreePanelProps } from './tree-panel.tsx'

/** The dialogs that change the tree, or lead to what was in it. */
export function TreePanels(props: { panel: ViewerPanel; onClose: () => void } & Omit<TreePanelProps, 'onPick'>) {
  const { panel, current, catalogs, onClose } = props
  const item = useCurrentItem()
  const { item_id, name: item_name } = item
  const reread = useSetAtom(reloadPageAtom)
  if (panel.kind === 'addCatalog') {
    const { parent } = panel
    const [, setOpen] = catalogs
    return (
      <NewCatalog
        item_id={item_id}
        parent={parent}
        onClose={onClose}
        onDone={() => parent && setOpen([parent.id], true)} // makes the new one visible
      />
    )
  }
  if (panel.kind === 'carry') {
    return <CopyMoveDialog item={{ item_id, item_name }} node={panel.node} isMove={panel.isMove} onClose={onClose} />
  }
  if (panel.kind === 'sort') return <SortPagesDialog item_id={item_id} parent={panel.parent} onClose={onClose} />
  if (panel.kind === 'catalogs') return <CatalogManager item={{ item_id, item_name }} onClose={onClose} />
  if (panel.kind === 'history') {
    const { page_id } = panel
    return (
      <HistoryDrawer
        page_id={page_id}
        canRestore={!item.isArchived}
        onClose={onClose}
        onRestored={() => void reread(item_id, page_id)}
      />
    )
  }
  if (panel.kind === 'recycle') return <RecycleDialog item={{ item_id, item_name }} onClose={onClose} />
  if (panel.kind !== 'deleteCatalog') return null
  const { catalog } = panel
  const isInside = current && catalogsAbove(current).some(({ id }) => id === catalog.id)
  const next = item.pages.find((page) => !catalogsAbove(page).some(({ id }) => id === catalog.id))
  return (
    <DeleteCatalog
      item_id={item_id}
      catalog={catalog}
      onClose={onClose}
      onDone={() => isInside && navigate(next ? pagePath(item, next.id) : `/${item.ref}`, { replace: true })}
    />
  )
}
