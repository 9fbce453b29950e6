export { catalog } from './handlers.ts'
export { findCatalog, insertCatalog, listCatalogs } from './queries.ts'
export { catalogsMost, touchTree } from './service.ts'
export { type CatalogBranch, catalogTree, depthMost, topLevel } from './tree.ts'
