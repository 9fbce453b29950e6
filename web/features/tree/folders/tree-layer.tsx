import { useEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { CatalogNode, TreeNode, TreeView } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { CatalogIcon, PageIcon } from '#web/ui/icons.ts'
import { type DropTarget, getMoveError, type Step, type TreeContext } from './move-rules.ts'
import { RenameBox } from './rename-box.tsx'
import styles from './tree-layer.module.css'
import { useDrag } from './use-drag.ts'
import { useMove } from './use-move.ts'

/** The props of the layer over an editable tree. */
export interface TreeLayerProps {
  view: TreeView
  item_id: string
  nodes: readonly TreeNode[]
  isLimited: boolean
  /** Whether only catalogs are shown. */
  isCatalogsOnly?: boolean
  /** The catalog that is being renamed. */
  renaming: CatalogNode | undefined
  onRenaming: (catalog: CatalogNode | undefined) => void
}

const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }

/** Shows the line where a dragged node would be dropped, and the node at the pointer. */
function DragLayer(props: { view: TreeView; ground: TreeContext; onDrop: (node: TreeNode, spot: DropTarget) => void }) {
  const { view, ground, onDrop } = props
  const { t } = useTranslation('catalog')
  const ghost = useRef<HTMLDivElement>(null)
  const dragging = useDrag(view, ground, ghost, onDrop)
  if (!dragging) return null
  const { node, drop, scrollTop } = dragging
  const own = view.rows.findIndex((row) => row.node.key === node.key)
  const topOf = (row: number) => row * view.height - scrollTop
  return (
    <>
      <div className={styles.layer} aria-hidden="true">
        <div className={styles.taken} style={{ top: topOf(own), height: view.height }} />
        {drop && (
          <div
            className={drop.isInto ? styles.into : styles.line}
            data-refused={drop.error !== undefined || undefined}
            style={
              drop.isInto
                ? { top: topOf(drop.row), height: view.height }
                : { top: topOf(drop.row), insetInlineStart: 10 + 16 * drop.level }
            }
          />
        )}
      </div>
      {createPortal(
        <div ref={ghost} className={styles.ghost} data-refused={drop?.error !== undefined || undefined}>
          {node.kind === 'page' ? <PageIcon /> : <CatalogIcon />}
          <span className={styles.title}>{node.title}</span>
          {drop?.error && <span className={styles.reason}>{t(`refusal.${drop.error}`)}</span>}
        </div>,
        document.body,
      )}
    </>
  )
}

/** Drags and renames rows in place, and handles the keys for it: Alt with an arrow, F2. */
export function TreeLayer(props: TreeLayerProps) {
  const { view, item_id, nodes, isLimited, isCatalogsOnly = false, renaming, onRenaming } = props
  const ground = useMemo((): TreeContext => ({ nodes, isLimited, isCatalogsOnly }), [nodes, isLimited, isCatalogsOnly])
  const { moveTo, step } = useMove(item_id, ground)
  const onKey = useRef<(event: KeyboardEvent) => void>(undefined)
  useEffect(() => {
    onKey.current = (event) => {
      const { active } = view
      const way = steps[event.key]
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey)
      if (!active || !isPlain || view.isFiltered) return
      if (event.altKey && way) {
        const spot = step(active, way)
        if (way === 'in' && spot?.parent) view.onOpen([spot.parent.id], true)
        if (spot) view.focusOn(active.key)
      } else if (event.key === 'F2' && active.kind === 'catalog' && mayRename(active, ground)) onRenaming(active)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
  })
  const { box } = view
  useEffect(() => {
    const element = box.current
    // before the tree's own handler, where arrows move between rows
    const listen = (event: KeyboardEvent) => onKey.current?.(event)
    element?.addEventListener('keydown', listen, true)
    return () => element?.removeEventListener('keydown', listen, true)
  }, [box])
  return (
    <>
      <DragLayer
        view={view}
        ground={ground}
        onDrop={(node, spot) => {
          if (moveTo(node, spot) && spot.parent) view.onOpen([spot.parent.id], true)
        }}
      />
      {renaming && (
        <RenameBox
          key={renaming.key}
          view={view}
          item_id={item_id}
          catalog={renaming}
          onDone={(isByKey) => {
            onRenaming(undefined)
            if (isByKey) view.focusOn(renaming.key)
          }}
        />
      )}
    </>
  )
}

/** Reports whether the user may rename this catalog. */
const mayRename = (catalog: CatalogNode, ground: TreeContext): boolean =>
  getMoveError(catalog, catalog.parent, ground) !== 'topClosed'
