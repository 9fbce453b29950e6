import { useRef } from 'react'
import { createPortal } from 'react-dom'
import type { TreeNode, TreeView } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { CatalogIcon, PageIcon } from '#web/ui/icons.ts'
import type { DropTarget, TreeContext } from './move-rules.ts'
import styles from './tree-layer.module.css'
import { useDrag } from './use-drag.ts'

/** Shows the line where a dragged node would be dropped, and the node at the pointer. */
export function DragLayer(props: {
  view: TreeView
  ground: TreeContext
  onDrop: (node: TreeNode, spot: DropTarget) => void
}) {
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
