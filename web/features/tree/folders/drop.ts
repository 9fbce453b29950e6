import type { CatalogNode, TreeNode } from '#web/features/item/tree/index.ts'
import type { TreeRow } from '#web/features/tree/view/index.tsx'
import { type DropTarget, getMoveError, type MoveError, type TreeContext } from './move-rules.ts'

/** Where a dragged node would be dropped, and how to show it. */
export interface Drop {
  target: DropTarget
  /** The row to highlight when the node goes into a closed catalog; otherwise the line is drawn above this row. */
  row: number
  isInto: boolean
  /** The level, from 1. */
  level: number
  error: MoveError | undefined
}

/** The pointer's position: rows from the top, with a fraction, and the number of levels it has moved sideways. */
interface Pointer {
  rows: number
  levels: number
}

const isBelow = (node: TreeNode, dragged: TreeNode): boolean =>
  node.key === dragged.key || (node.parent !== undefined && isBelow(node.parent, dragged))

/** Returns the row's own node or its ancestor at level `wanted`. */
function nodeAtLevel({ node, level }: TreeRow, wanted: number): TreeNode {
  let at = node
  for (let step = level; step > wanted && at.parent; step--) at = at.parent
  return at
}

const drop = (dragged: TreeNode, context: TreeContext, at: Omit<Drop, 'error'>): Drop => ({
  ...at,
  error: getMoveError(dragged, at.target.parent, context),
})

/** Returns the next sibling of `node` that is not the dragged one. */
function after(node: TreeNode, dragged: TreeNode, { nodes }: TreeContext): TreeNode | undefined {
  const around = node.parent ? node.parent.children : nodes
  const next = around.slice(around.indexOf(node) + 1)
  return next.find((one) => one.key !== dragged.key)
}

/**
 * Returns where `dragged` is dropped when it is released at `pointer`: in the middle of a catalog, into it; near the
 * edge of a row, between the rows, at the level the pointer has moved to, as far as the surrounding rows allow.
 */
export function dropAt(
  rows: readonly TreeRow[],
  dragged: TreeNode,
  pointer: Pointer,
  treeContext: TreeContext,
): Drop | undefined {
  const own = rows.findIndex(({ node }) => node.key === dragged.key)
  const under = Math.min(rows.length - 1, Math.max(0, Math.floor(pointer.rows)))
  const row = rows[under]
  if (own < 0 || !row) return undefined
  const part = Math.min(1, Math.max(0, pointer.rows - under))
  const isOwn = isBelow(row.node, dragged)
  if (row.node.kind === 'catalog' && !isOwn && part > 0.25 && part < 0.75) {
    const dropTarget = { parent: row.node, before: undefined }
    return drop(dragged, treeContext, { target: dropTarget, row: under, isInto: true, level: row.level + 1 })
  }
  let gap = isOwn ? own : part < 0.5 ? under : under + 1
  let upper = gap - 1
  while (upper >= 0 && isBelow(rows[upper]?.node ?? dragged, dragged)) upper--
  let lower = gap
  while (lower < rows.length && isBelow(rows[lower]?.node ?? dragged, dragged)) lower++
  if (isOwn) gap = own
  const above = rows[upper]
  const below = rows[lower]
  const wanted = (rows[own]?.level ?? 1) + pointer.levels
  const least = below?.level ?? 1
  const inside = above?.node.kind === 'catalog' && above.isOpen
  const most = Math.max(least, above ? above.level + (inside ? 1 : 0) : 1)
  const level = Math.min(most, Math.max(least, wanted))
  return drop(dragged, treeContext, {
    target: targetIn(above, below, level, dragged, treeContext),
    row: gap,
    isInto: false,
    level,
  })
}

function targetIn(
  above: TreeRow | undefined,
  below: TreeRow | undefined,
  level: number,
  dragged: TreeNode,
  dragContext: TreeContext,
): DropTarget {
  if (below && below.level === level) return { parent: below.node.parent, before: below.node }
  if (!above) return { parent: undefined, before: undefined }
  if (above.level < level) {
    const parent = above.node as CatalogNode
    return { parent, before: parent.children.find((one) => one.key !== dragged.key) }
  }
  const neighbour = nodeAtLevel(above, level)
  return { parent: neighbour.parent, before: after(neighbour, dragged, dragContext) }
}
