import type { TreeNode } from '#web/features/tree/view/index.tsx'

/** How the contents of a catalog are sorted. */
export type SortOrder = 'hand' | 'name' | 'newest' | 'oldest'

/** Sorts the nodes of one kind among the positions of this kind. */
function among(nodes: readonly TreeNode[], kind: TreeNode['kind'], compare: (a: TreeNode, b: TreeNode) => number) {
  const sorted = nodes.filter((node) => node.kind === kind).toSorted(compare)
  return nodes.map((node) => (node.kind === kind ? (sorted.shift() ?? node) : node))
}

const savedAt = (node: TreeNode): number => (node.kind === 'page' ? node.addtime : 0)

/**
 * Returns the nodes sorted by name, or by the time they were saved. Catalogs and pages each keep their positions: which
 * comes first, a catalog or a page, is left to manual sorting.
 *
 * @param tag the language whose collation applies
 */
export function sortedBy(nodes: readonly TreeNode[], order: SortOrder, tag: string): TreeNode[] {
  if (order === 'hand') return [...nodes]
  if (order === 'name') {
    const { compare } = new Intl.Collator(tag, { numeric: true })
    const byName = (a: TreeNode, b: TreeNode) => compare(a.title, b.title)
    return among(among(nodes, 'page', byName), 'catalog', byName)
  }
  const sign = order === 'newest' ? -1 : 1
  return among(nodes, 'page', (a, b) => sign * (savedAt(a) - savedAt(b)))
}
