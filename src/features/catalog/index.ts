export type { CatalogRow } from '#src/access/queries.ts'
export { copyPages } from './copy-move.ts'
export { catalog } from './handlers.ts'
export { updateItemOfPages } from './page-queries.ts'
export { findCatalog, insertCatalog, listCatalogs, touchTree, updateCatalogs } from './queries.ts'
export { catalogsMost, logCatalog, removeCatalog, requireCatalogQuota, saveCatalog } from './service.ts'
export {
  type CatalogBranch,
  catalogTree,
  depthMost,
  findRestorePosition,
  flattenBranch,
  pathIn,
  pathTo,
  rebaseBranch,
  topLevel,
  uppermost,
} from './tree.ts'
