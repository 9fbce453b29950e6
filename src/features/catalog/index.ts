export type { CatalogRow } from '#src/access/queries.ts'
export { catalog } from './handlers.ts'
export { findCatalog, insertCatalog, listCatalogs, updateCatalogs } from './queries.ts'
export { catalogsMost, logCatalog, removeCatalog, requireRoom, saveCatalog, touchTree } from './service.ts'
export {
  type CatalogBranch,
  catalogTree,
  depthMost,
  isOnePage,
  pathIn,
  pathTo,
  placeFor,
  placesOf,
  topLevel,
  withAllBelow,
} from './tree.ts'
