import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CatalogNode, TreeNode } from '#web/features/item/tree/index.ts'
import type { TreeView } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { CatalogIcon, PageIcon } from '#web/ui/icons.ts'
import { type Drop, dropAt } from './drop.ts'
import { type DropTarget, getMoveError, type Step, type TreeContext } from './move-rules.ts'
import { RenameBox } from './rename-box.tsx'
import styles from './tree-layer.module.css'
import { useMove } from './use-move.ts'

/** The props of the layer over an editable tree. */
interface TreeLayerProps {
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

/** How far the pointer moves before a press becomes a drag, in px. */
const threshold = 5
/** The distance from the edge at which the tree begins to scroll, in px. */
const edge = 36
/** How long the pointer rests on a closed catalog until it opens, in ms. */
const openAfterMs = 700
/** The sideways distance of one level, in px. */
const levelWidth = 16

/** The dragged node, and where it would be dropped. */
interface Dragging {
  node: TreeNode
  drop: Drop | undefined
  /** The scroll position of the tree, in px. */
  scrollTop: number
}

interface Press {
  node: TreeNode
  pointerId: number
  startX: number
  startY: number
  x: number
  y: number
  isDrag: boolean
}

const isSame = (a: Dragging | undefined, b: Dragging): boolean =>
  a?.node.key === b.node.key &&
  a.scrollTop === b.scrollTop &&
  a.drop?.row === b.drop?.row &&
  a.drop?.isInto === b.drop?.isInto &&
  a.drop?.level === b.drop?.level &&
  a.drop?.error === b.drop?.error

/** Returns how fast the tree scrolls with the pointer at `y` of a box, in px per frame. */
function scrollSpeed(y: number, { top, bottom }: { top: number; bottom: number }): number {
  if (y < top + edge) return -Math.min(24, 2 + (top + edge - y) / 3)
  if (y > bottom - edge) return Math.min(24, 2 + (y - bottom + edge) / 3)
  return 0
}

/**
 * Lets the mouse or a pen drag the rows of a tree; a finger scrolls and opens the menu. Only the component that calls
 * this renders during a drag: the tree itself does not change until the drop.
 *
 * @param ghost the element that follows the pointer
 * @returns the current drag
 */
function useDrag(
  view: TreeView,
  context: TreeContext,
  ghost: RefObject<HTMLElement | null>,
  onDrop: (node: TreeNode, dropTarget: DropTarget) => void,
): Dragging | undefined {
  const [dragging, setDragging] = useState<Dragging>()
  const latest = useRef({ view, ground: context, onDrop })
  useEffect(() => {
    latest.current = { view, ground: context, onDrop }
  })
  const { box } = view
  useEffect(() => {
    const element = box.current
    if (!element) return
    let press: Press | undefined
    let frame = 0
    let hovered: { key: string; since: number } | undefined

    const inspectNode = (): Dragging | undefined => {
      if (!press?.isDrag) return undefined
      const { rows, height } = latest.current.view
      const { top } = element.getBoundingClientRect()
      const pointer = {
        rows: (press.y - top + element.scrollTop) / height,
        levels: Math.round((press.x - press.startX) / levelWidth),
      }
      const drop = dropAt(rows, press.node, pointer, latest.current.ground)
      return { node: press.node, drop, scrollTop: element.scrollTop }
    }
    const openHovered = ({ drop }: Dragging) => {
      const { rows, onOpen } = latest.current.view
      const row = drop?.isInto && !drop.error ? rows[drop.row] : undefined
      if (!row || row.isOpen) hovered = undefined
      else if (hovered?.key !== row.node.key) hovered = { key: row.node.key, since: Date.now() }
      else if (Date.now() - hovered.since > openAfterMs) onOpen([row.node.id], true)
    }
    const turn = () => {
      if (!press?.isDrag) return
      const speed = scrollSpeed(press.y, element.getBoundingClientRect())
      if (speed !== 0) element.scrollTop += speed
      if (ghost.current) ghost.current.style.transform = `translate(${press.x + 14}px, ${press.y + 10}px)`
      const next = inspectNode()
      if (next) {
        openHovered(next)
        setDragging((former) => (isSame(former, next) ? former : next))
      }
      frame = window.requestAnimationFrame(turn)
    }
    const end = () => {
      window.cancelAnimationFrame(frame)
      if (press?.isDrag) setDragging(undefined)
      press = undefined
      hovered = undefined
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('blur', end)
      window.removeEventListener('keydown', onKey, true)
    }
    const onMove = (event: PointerEvent) => {
      if (!press || event.pointerId !== press.pointerId) return
      press.x = event.clientX
      press.y = event.clientY
      if (press.isDrag || Math.hypot(press.x - press.startX, press.y - press.startY) < threshold) return
      press.isDrag = true
      element.setPointerCapture(press.pointerId)
      turn()
    }
    const onUp = (event: PointerEvent) => {
      if (!press || event.pointerId !== press.pointerId) return
      const last = inspectNode()
      const isDrag = press.isDrag
      end()
      if (!isDrag) return
      // the press ends here, not as a click on the row where it began
      const swallow = (click: MouseEvent) => {
        click.preventDefault()
        click.stopPropagation()
      }
      window.addEventListener('click', swallow, { capture: true, once: true })
      window.setTimeout(() => window.removeEventListener('click', swallow, true))
      if (last?.drop && !last.drop.error) latest.current.onDrop(last.node, last.drop.target)
    }
    const onKey = (event: KeyboardEvent) => {
      if (!press?.isDrag) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') end()
    }
    const onDown = (event: PointerEvent) => {
      const target = event.target instanceof Element ? event.target : undefined
      const line = target?.closest('[role=treeitem]')?.closest<HTMLElement>('[data-key]')
      const { rows, isFiltered } = latest.current.view
      const row = rows.find(({ node }) => node.key === line?.dataset['key'])
      if (!row || event.button !== 0 || event.pointerType === 'touch' || isFiltered) return
      const { pointerId, clientX: x, clientY: y } = event
      end()
      press = { node: row.node, pointerId, startX: x, startY: y, x, y, isDrag: false }
      window.addEventListener('pointermove', onMove)
      window.addEventListener('pointerup', onUp)
      window.addEventListener('pointercancel', end)
      window.addEventListener('blur', end)
      window.addEventListener('keydown', onKey, true)
    }
    const noLinkDrag = (event: Event) => event.preventDefault()
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('dragstart', noLinkDrag)
    return () => {
      end()
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('dragstart', noLinkDrag)
    }
  }, [box, ghost])
  return dragging
}

/** Shows the line where a dragged node would be dropped, and the node at the pointer. */
function DragLayer(props: { view: TreeView; ground: TreeContext; onDrop: (node: TreeNode, spot: DropTarget) => void }) {
  const { view, ground: treeContext, onDrop } = props
  const { t } = useTranslation('catalog')
  const ghost = useRef<HTMLDivElement>(null)
  const dragging = useDrag(view, treeContext, ghost, onDrop)
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
  const dragContext = useMemo(
    (): TreeContext => ({ nodes, isLimited, isCatalogsOnly }),
    [nodes, isLimited, isCatalogsOnly],
  )
  const { moveTo, step } = useMove(item_id, dragContext)
  const onKey = useRef<(event: KeyboardEvent) => void>(undefined)
  useEffect(() => {
    onKey.current = (event) => {
      const { active } = view
      const way = steps[event.key]
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey)
      if (!active || !isPlain || view.isFiltered) return
      if (event.altKey && way) {
        const position = step(active, way)
        if (way === 'in' && position?.parent) view.onOpen([position.parent.id], true)
        if (position) view.focusOn(active.key)
      } else if (event.key === 'F2' && active.kind === 'catalog' && mayRename(active, dragContext)) onRenaming(active)
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
        ground={dragContext}
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
