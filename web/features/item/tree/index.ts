export { notifyTreeChanged, onTreeChanged } from './tree-events.ts'
export {
  buildTree,
  type CatalogNode,
  catalogIdsIn,
  catalogsAbove,
  deepestLevel,
  flattenTree,
  getDepth,
  getHeight,
  listPages,
  type PageNode,
  type TreeNode,
} from './tree-nodes.ts'
