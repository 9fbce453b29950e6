import { useEffect, useRef, useState } from 'react'
import { TreeLayer } from '#web/features/tree/folders/index.tsx'
import type { CatalogNode, TreeActions, TreeView } from '#web/features/tree/view/index.tsx'
import { useCurrentItem } from './current-item.ts'
import { useTreeMenu } from './use-tree-menu.tsx'

/** What only editors use in the tree: menus, dragging, renaming in place. Loaded after the tree is rendered. */
export function TreeEditing({ view, onMenu }: { view: TreeView; onMenu: (menuOf: TreeActions['menuOf']) => void }) {
  const item = useCurrentItem()
  const [renaming, setRenaming] = useState<CatalogNode>()
  const menuOf = useTreeMenu(view, setRenaming)
  const latest = useRef(menuOf)
  useEffect(() => {
    latest.current = menuOf
  })
  useEffect(() => onMenu((node) => latest.current(node)), [onMenu])
  return (
    <TreeLayer
      view={view}
      item_id={item.item_id}
      nodes={item.nodes}
      isLimited={item.isLimited}
      renaming={renaming}
      onRenaming={setRenaming}
    />
  )
}
