export { Tree, type TreeDeeds } from './tree.tsx'
export {
  type CatalogNode,
  catalogsAbove,
  deepestLevel,
  type PageNode,
  pagesOf,
  type TreeNode,
  treeOf,
} from './tree-nodes.ts'
export { filterTree, holdsWords } from './tree-rows.ts'
export { useOpenCatalogs } from './use-open-catalogs.ts'
