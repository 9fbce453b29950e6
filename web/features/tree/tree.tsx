import { type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useMedia } from '#web/lib/media.ts'
import { ContextMenu } from '#web/ui/context-menu.tsx'
import type { MenuEntry } from '#web/ui/menu.tsx'
import styles from './tree.module.css'
import { type CatalogNode, catalogIdsIn, type PageNode, type TreeNode } from './tree-nodes.ts'
import { TreeRow } from './tree-row.tsx'
import { type Filtered, type TreeRow as Row, rowsOf } from './tree-rows.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'
import { useTreeKeys } from './use-tree-keys.ts'
import { useTreeMenu } from './use-tree-menu.ts'

/** What editors may do in the tree. */
export interface TreeDeeds {
  /** The menu of a line: right click, Shift+F10, long press. */
  menuOf: (node: TreeNode) => MenuEntry[]
  /** Adds a page in this catalog, or at the top. */
  addPage: (catalog: CatalogNode | undefined) => void
}

/** What the tree takes. */
export interface TreeProps {
  nodes: readonly TreeNode[]
  label: string
  /** The id of the page shown. */
  current: string | undefined
  filtered: Filtered | undefined
  open: ReadonlySet<string>
  onOpen: (ids: readonly string[], isOpen: boolean) => void
  pathOf: (page: PageNode) => string
  /** Called when a page is chosen. */
  onPick?: (() => void) | undefined
  deeds?: TreeDeeds | undefined
}

/**
 * Pages and catalogs as an ARIA tree that draws only the lines in sight. Own code: laid flat, a tree is a list of rows
 * of one height, for which the libraries at hand are ten times the size of what is needed.
 */
export function Tree({ nodes, label, current, filtered, open, onOpen, pathOf, onPick, deeds }: TreeProps) {
  const rows = useMemo(() => rowsOf(nodes, open, filtered?.keep), [nodes, open, filtered])
  const [active, setActive] = useState<string>()
  const menu = useTreeMenu(rows, deeds !== undefined)
  const box = useRef<HTMLDivElement>(null)
  const takesFocus = useRef(false)
  const height = useMedia('(pointer: coarse)') ? 44 : 28
  const { first, last, reveal } = useRowsInSight(box, height, rows.length)

  const currentAt = rows.findIndex(({ node }) => node.kind === 'page' && node.id === current)
  const activeAt = rows.findIndex(({ node }) => node.key === active)
  const tabStop = activeAt >= 0 ? activeAt : Math.max(0, currentAt)
  const drawn = rows.slice(first, last + 1).map((row, step) => ({ row, at: first + step }))
  const stop = rows[tabStop]
  if (stop && (tabStop < first || tabStop > last)) drawn.push({ row: stop, at: tabStop })

  const revealed = useRef<string>(undefined)
  useEffect(() => {
    if (currentAt < 0 || revealed.current === current) return // only coming to a page scrolls, not opening a catalog
    reveal(currentAt, revealed.current === undefined)
    revealed.current = current
  }, [current, currentAt, reveal])

  useLayoutEffect(() => {
    if (!takesFocus.current || active === undefined) return
    takesFocus.current = false
    box.current?.querySelector<HTMLElement>(`[data-key="${active}"] > [role=treeitem]`)?.focus({ preventScroll: true })
  }, [active])

  const moveTo = (index: number) => {
    const key = rows[index]?.node.key
    takesFocus.current = key !== active
    setActive(key)
    reveal(index)
  }
  const toggle = ({ node }: Row, isOpen: boolean, withAllBelow: boolean) => {
    if (node.kind === 'catalog' && !filtered) onOpen(withAllBelow ? catalogIdsIn(node) : [node.id], isOpen)
  }
  const onKeyDown = useTreeKeys(rows, tabStop, { moveTo, toggle })

  const clickRow = (row: Row) => (event: MouseEvent) => {
    if (row.node.kind === 'catalog') toggle(row, !row.isOpen, event.altKey)
    else if (!(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) onPick?.()
  }

  return (
    <ContextMenu entries={deeds && menu.menuFor ? deeds.menuOf(menu.menuFor) : []} onOpenChange={menu.onOpenChange}>
      <div ref={box} role="tree" aria-label={label} className={styles.tree} onKeyDown={onKeyDown} {...menu.handlers}>
        <div role="none" className={styles.room} style={{ height: rows.length * height }}>
          {drawn.map(({ row, at }) => (
            <TreeRow
              key={row.node.key}
              row={row}
              top={at * height}
              height={height}
              isCurrent={at === currentAt}
              isTabStop={at === tabStop}
              hasMenu={menu.shownFor?.key === row.node.key}
              path={row.node.kind === 'page' ? pathOf(row.node) : ''}
              canEdit={deeds !== undefined}
              onClick={clickRow(row)}
              onFocus={() => setActive(row.node.key)}
              onAdd={() => deeds?.addPage(row.node.kind === 'catalog' ? row.node : row.node.parent)}
            />
          ))}
        </div>
      </div>
    </ContextMenu>
  )
}
