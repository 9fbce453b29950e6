export { Tree, type TreeActions, type TreeView } from './tree.tsx'
export { type Filtered, filterTree, matchesFilter, type TreeRow } from './tree-rows.ts'
export { useOpenCatalogs } from './use-open-catalogs.ts'
