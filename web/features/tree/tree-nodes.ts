import type { Menu, MenuCatalog } from '#contract/item.ts'

/** A page in the tree of an item. */
export interface PageNode {
  kind: 'page'
  /** Names it in the tree: a page and a catalog may have the same number. */
  key: string
  id: string
  title: string
  parent: CatalogNode | undefined
}

/** A catalog in the tree, with what is in it in reading order. */
export interface CatalogNode {
  kind: 'catalog'
  key: string
  id: string
  title: string
  parent: CatalogNode | undefined
  children: TreeNode[]
}

/** One line of the tree. */
export type TreeNode = PageNode | CatalogNode

/** How deep catalogs may go. Source: specification 5. */
export const deepestLevel = 3

type Sortable = { node: TreeNode; s_number: number; id: number }

const inOrder = (a: Sortable, b: Sortable) =>
  a.s_number - b.s_number || (a.node.kind === b.node.kind ? a.id - b.id : a.node.kind === 'page' ? -1 : 1)

const catalogNode = (catalog: MenuCatalog, parent: CatalogNode | undefined): CatalogNode => {
  const { cat_id: id, cat_name: title } = catalog
  const node: CatalogNode = { kind: 'catalog', key: `c${id}`, id, title, parent, children: [] }
  node.children = nodesIn(catalog, node)
  return node
}

function nodesIn({ pages, catalogs }: Menu, parent: CatalogNode | undefined): TreeNode[] {
  const ofPages = pages.map(({ page_id: id, page_title: title, s_number }): Sortable => {
    return {
      node: { kind: 'page', key: `p${id}`, id, title, parent },
      s_number: Number(s_number),
      id: Number(id),
    }
  })
  const ofCatalogs = catalogs.map((catalog): Sortable => {
    return { node: catalogNode(catalog, parent), s_number: Number(catalog.s_number), id: Number(catalog.cat_id) }
  })
  return [...ofPages, ...ofCatalogs].sort(inOrder).map(({ node }) => node)
}

/** The tree of an item: pages and catalogs share one order, a page before a catalog at the same place. */
export const treeOf = (menu: Menu): TreeNode[] => nodesIn(menu, undefined)

/** All pages in the order of reading, from top to bottom of the tree. */
export const pagesOf = (nodes: readonly TreeNode[]): PageNode[] =>
  nodes.flatMap((node) => (node.kind === 'page' ? node : pagesOf(node.children)))

/** The catalogs a node lies in, from the outermost in. */
export function catalogsAbove(node: TreeNode): CatalogNode[] {
  const above: CatalogNode[] = []
  for (let at = node.parent; at; at = at.parent) above.unshift(at)
  return above
}

/** The ids of a catalog and of every catalog below it. */
export const catalogIdsIn = (catalog: CatalogNode): string[] => [
  catalog.id,
  ...catalog.children.flatMap((child) => (child.kind === 'catalog' ? catalogIdsIn(child) : [])),
]
