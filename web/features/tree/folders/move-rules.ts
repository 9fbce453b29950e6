import { type CatalogNode, deepestLevel, getDepth, getHeight, type TreeNode } from '#web/features/item/tree/index.ts'
import { type TreePosition, toPosition } from './positions.ts'

/** A target position of a node: before `before` among the children of `parent`, or at the end. */
export interface DropTarget {
  /** Undefined for the top level. */
  parent: CatalogNode | undefined
  before: TreeNode | undefined
}

/** Why a node may not be moved somewhere: too deep, into itself, or outside the catalogs the user may edit. */
export type MoveError = 'tooDeep' | 'intoItself' | 'topClosed'

/** The tree, and whether the user is limited to some catalogs: then the top level is closed. */
export interface TreeContext {
  nodes: readonly TreeNode[]
  isLimited: boolean
  /** Whether only catalogs are shown: a step skips everything else. */
  isCatalogsOnly?: boolean
}

const isWithin = (catalog: CatalogNode | undefined, node: TreeNode): boolean =>
  catalog !== undefined && (catalog.key === node.key || isWithin(catalog.parent, node))

/** Returns why `node` may not be a child of `parent`; undefined when it may. */
export function getMoveError(
  node: TreeNode,
  parent: CatalogNode | undefined,
  { isLimited }: TreeContext,
): MoveError | undefined {
  if (isLimited && (parent === undefined || node.parent === undefined)) return 'topClosed'
  if (isWithin(parent, node)) return 'intoItself'
  return getDepth(parent) + getHeight(node) > deepestLevel ? 'tooDeep' : undefined
}

/** Returns the children of a catalog, or of the top level. */
const childrenOf = (parent: CatalogNode | undefined, { nodes }: TreeContext): readonly TreeNode[] =>
  parent ? parent.children : nodes

/** The sort number of a new page or catalog. Source: specification 9, default page order. */
const unsorted = 99

/**
 * Returns the sort numbers that put the nodes in this order, with as few changes as possible. Counted from 1; where
 * that would exceed the number of new pages, counted from below it, so that a new page still goes to the end.
 *
 * @param parent_cat_id the catalog that contains them all from now on
 */
export function renumber(order: readonly TreeNode[], parent_cat_id: number): TreePosition[] {
  const first = Math.min(1, unsorted - order.length)
  return order.flatMap((node, at) => {
    const place = toPosition(node, { parent_cat_id, s_number: first + at })
    return node.s_number === place.s_number && Number(node.parent?.id ?? 0) === parent_cat_id ? [] : [place]
  })
}

/** Returns the positions to change so that `node` moves to `spot`; empty when it is there already. */
export function getPositionsAfterMove(
  node: TreeNode,
  { parent, before }: DropTarget,
  context: TreeContext,
): TreePosition[] {
  const present = childrenOf(parent, context)
  const others = present.filter((one) => one.key !== node.key)
  const at = before ? others.findIndex((one) => one.key === before.key) : -1
  const order = others.toSpliced(at < 0 ? others.length : at, 0, node)
  if (order.length === present.length && order.every((one, index) => one.key === present[index]?.key)) return []
  return renumber(order, Number(parent?.id ?? 0))
}

/** One step with the keyboard. */
export type Step = 'up' | 'down' | 'in' | 'out'

/**
 * Returns the target of a step: past a sibling, into the catalog right before the node, or out of its own; undefined
 * when there is none.
 */
export function stepTo(node: TreeNode, step: Step, treeContext: TreeContext): DropTarget | undefined {
  const { parent } = node
  const all = childrenOf(parent, treeContext)
  const around = treeContext.isCatalogsOnly ? all.filter(({ kind }) => kind === 'catalog') : all
  const at = around.findIndex((one) => one.key === node.key)
  const former = around[at - 1]
  if (step === 'up') return former && { parent, before: former }
  if (step === 'down') {
    const next = around[at + 1]
    return next && { parent, before: all[all.indexOf(next) + 1] }
  }
  if (step === 'in') return former?.kind === 'catalog' ? { parent: former, before: undefined } : undefined
  if (!parent) return undefined
  const neighbour = childrenOf(parent.parent, treeContext)
  return { parent: parent.parent, before: neighbour[neighbour.findIndex((one) => one.key === parent.key) + 1] }
}
