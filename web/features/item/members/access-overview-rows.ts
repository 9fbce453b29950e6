import type { TreeNode } from '#web/features/item/tree/index.ts'

/** A row of the access overview tree. */
export interface AccessOverviewRow {
  node: TreeNode
  /** From 1. */
  level: number
  /** The first-level catalog that contains it; 0 for a page at the top. Limits consist of these. */
  first: number
  isOpen: boolean
}

/** Returns the visible rows, from top to bottom: the contents of the `open` catalogs. */
export function buildAccessRows(
  nodes: readonly TreeNode[],
  open: ReadonlySet<string>,
  level = 1,
  first?: number,
): AccessOverviewRow[] {
  return nodes.flatMap((node) => {
    const top = first ?? (node.kind === 'catalog' ? Number(node.id) : 0)
    const isOpen = node.kind === 'catalog' && open.has(node.id)
    const row = { node, level, first: top, isOpen }
    return isOpen && node.kind === 'catalog' ? [row, ...buildAccessRows(node.children, open, level + 1, top)] : [row]
  })
}

const most = 200

const idsIn = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => (node.kind === 'catalog' ? [node.id, ...idsIn(node.children)] : []))

const sizeOf = (nodes: readonly TreeNode[]): number =>
  nodes.reduce((sum, node) => sum + 1 + (node.kind === 'catalog' ? sizeOf(node.children) : 0), 0)

/** Returns the catalogs that are open at first: all of a small item, none of a large one. */
export const initiallyOpen = (nodes: readonly TreeNode[]): Set<string> =>
  new Set(sizeOf(nodes) > most ? [] : idsIn(nodes))
