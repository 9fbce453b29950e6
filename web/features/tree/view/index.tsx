export { type ItemInfo, itemsAtom, useCachedQuery } from './atoms.ts'
export { type CacheAction, type CachedResult, createQueryCache, type QueryCache } from './query-cache.ts'
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
