export { type ItemInfo, itemsAtom } from './atoms.ts'
export { Tree, type TreeActions, type TreeView } from './tree.tsx'
export { notifyTreeChanged, onTreeChanged } from './tree-events.ts'
export {
  buildTree,
  type CatalogNode,
  catalogsAbove,
  deepestLevel,
  flattenTree,
  getDepth,
  getHeight,
  listPages,
  type PageNode,
  type TreeNode,
} from './tree-nodes.ts'
export { type Filtered, filterTree, matchesFilter, type TreeRow } from './tree-rows.ts'
export { useOpenCatalogs } from './use-open-catalogs.ts'
