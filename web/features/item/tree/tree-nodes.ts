import type { Menu, MenuCatalog } from '#shared/contract/item.ts'

/** A page in the tree of an item. */
export interface PageNode {
  kind: 'page'
  /** Identifies it in the tree: a page and a catalog may have the same id. */
  key: string
  id: string
  title: string
  /** Its sort number among its siblings, as the server stores it; several may have the same. */
  s_number: number
  /** When it was last saved, in Unix seconds. */
  addtime: number
  /** The uid of the user who saved it. */
  author: string
  /** The method of the API that the page describes, or `websocket`, `sse`; empty for other pages. */
  method: string
  parent: CatalogNode | undefined
}

/** A catalog in the tree, with its contents in reading order. */
export interface CatalogNode {
  kind: 'catalog'
  key: string
  id: string
  title: string
  s_number: number
  parent: CatalogNode | undefined
  children: TreeNode[]
}

/** A page or a catalog of the tree. */
export type TreeNode = PageNode | CatalogNode

/** The deepest level of catalogs. Source: specification 5. */
export const deepestLevel = 3

const inOrder = (a: TreeNode, b: TreeNode) =>
  a.s_number - b.s_number || (a.kind === b.kind ? Number(a.id) - Number(b.id) : a.kind === 'page' ? -1 : 1)

const catalogNode = (catalog: MenuCatalog, parent: CatalogNode | undefined): CatalogNode => {
  const { cat_id: id, cat_name: title } = catalog
  const s_number = Number(catalog.s_number)
  const node: CatalogNode = { kind: 'catalog', key: `c${id}`, id, title, s_number, parent, children: [] }
  node.children = nodesIn(catalog, node)
  return node
}

// Extracted without a parser: there may be thousands.
const methodOf = (ext_info: string): string =>
  /"(?:method|type)" ?: ?"(get|post|put|patch|delete|head|options|trace|websocket|sse)"/i
    .exec(ext_info)?.[1]
    ?.toLowerCase() ?? ''

function nodesIn({ pages, catalogs }: Menu, parent: CatalogNode | undefined): TreeNode[] {
  const ofPages = pages.map(
    ({ page_id: id, page_title: title, s_number, addtime, author_uid: author, ext_info }): PageNode => {
      return {
        kind: 'page',
        key: `p${id}`,
        id,
        title,
        s_number: Number(s_number),
        addtime: Number(addtime),
        author,
        method: methodOf(ext_info),
        parent,
      }
    },
  )
  return [...ofPages, ...catalogs.map((catalog) => catalogNode(catalog, parent))].sort(inOrder)
}

const trees = new WeakMap<Menu, TreeNode[]>()

/**
 * Builds the tree of an item: pages and catalogs share one order, with a page before a catalog of the same sort number.
 * Returns the same nodes for the same menu.
 */
export function buildTree(menu: Menu): TreeNode[] {
  const known = trees.get(menu) ?? nodesIn(menu, undefined)
  trees.set(menu, known)
  return known
}

/** Returns all pages in reading order, from top to bottom of the tree. */
export const listPages = (nodes: readonly TreeNode[]): PageNode[] =>
  nodes.flatMap((node) => (node.kind === 'page' ? node : listPages(node.children)))

/** Returns the catalogs that contain a node, from the outermost inwards. */
export function catalogsAbove(node: TreeNode): CatalogNode[] {
  const above: CatalogNode[] = []
  for (let at = node.parent; at; at = at.parent) above.unshift(at)
  return above
}

/** Returns the ids of a catalog and of every catalog below it. */
export const catalogIdsIn = (catalog: CatalogNode): string[] => [
  catalog.id,
  ...catalog.children.flatMap((child) => (child.kind === 'catalog' ? catalogIdsIn(child) : [])),
]

/** Returns all nodes of a tree, from top to bottom. */
export function flattenTree(nodes: readonly TreeNode[], into: TreeNode[] = []): TreeNode[] {
  for (const node of nodes) {
    into.push(node)
    if (node.kind === 'catalog') flattenTree(node.children, into)
  }
  return into
}

/** Returns the depth of a catalog, from 1; 0 for the top level itself. */
export const getDepth = (catalog: CatalogNode | undefined): number => (catalog ? getDepth(catalog.parent) + 1 : 0)

/** Returns how many levels of catalogs a node contains, itself included: 0 for a page. */
export const getHeight = (node: TreeNode): number =>
  node.kind === 'page' ? 0 : 1 + Math.max(0, ...node.children.map(getHeight))
