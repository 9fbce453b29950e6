export { type Answer, type Answers, type Asking, keepAnswers } from './answers.ts'
export { type ItemInfo, itemsAtom, useAnswer } from './atoms.ts'
export { onTreeChanged, tellTreeChanged } from './news.ts'
export { Tree, type TreeDeeds, type TreeView } from './tree.tsx'
export {
  type CatalogNode,
  catalogsAbove,
  deepestLevel,
  depthOf,
  everyNode,
  heightOf,
  type PageNode,
  pagesOf,
  type TreeNode,
  treeOf,
} from './tree-nodes.ts'
export { type Filtered, filterTree, holdsWords, type TreeRow } from './tree-rows.ts'
export { useOpenCatalogs } from './use-open-catalogs.ts'
