import { later } from '#web/ui/later.tsx'

export { type CatalogNode, listCatalogs } from './catalog-paths.ts'
export { CatalogSelect } from './catalog-select.tsx'
export { deletePageAtom, recoverPageAtom } from './deeds.ts'
export { DeleteCatalog } from './delete-catalog.tsx'
export { NewCatalog } from './new-catalog.tsx'
export { TreeLayer } from './tree-layer.tsx'
export { useMoveMenu } from './use-move-menu.tsx'

/** Catalogs of an item in a window: order, names, new ones, deletion. */
export const CatalogManager = later(async () => (await import('./catalog-manager.tsx')).CatalogManager)

/** Copies or moves a page or a catalog, also to another item. */
export const CopyMoveDialog = later(async () => (await import('./copy-move-dialog.tsx')).CopyMoveDialog)

/** Puts what is in a catalog in order: by hand, by name, by date. */
export const SortPagesDialog = later(async () => (await import('./sort-pages-dialog.tsx')).SortPagesDialog)
