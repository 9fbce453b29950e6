import type { TreeNode } from '#web/features/tree/index.tsx'

/** A line of the tree of who can see what. */
export interface AccessOverviewRow {
  node: TreeNode
  /** From 1. */
  level: number
  /** The first-level catalog it lies in; 0 for a page at the top. Limits are made of these. */
  first: number
  isOpen: boolean
}

/** The lines to show, from top to bottom: what lies in `open` catalogs. */
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

/** Which catalogs are open at first: all of a small item, none of a large one. */
export const initiallyOpen = (nodes: readonly TreeNode[]): Set<string> =>
  new Set(sizeOf(nodes) > most ? [] : idsIn(nodes))
