import { lazyComponent } from '#web/ui/lazy.tsx'

export { listCatalogs, type NestedCatalog } from './catalog-paths.ts'
export { CatalogSelect } from './catalog-select.tsx'
export { DeleteCatalog } from './delete-catalog.tsx'
export { deletePageAtom, restorePageAtom } from './mutations.ts'
export { NewCatalog } from './new-catalog.tsx'
export { TreeLayer } from './tree-layer.tsx'
export { useMoveMenu } from './use-move-menu.tsx'

/** Manages the catalogs of an item in a dialog: order, names, creation, deletion. */
export const CatalogManager = lazyComponent(async () => (await import('./catalog-manager.tsx')).CatalogManager)

/** Copies or moves a page or a catalog, also to another item. */
export const CopyMoveDialog = lazyComponent(async () => (await import('./copy-move-dialog.tsx')).CopyMoveDialog)

/** Sorts the contents of a catalog: by hand, by name, by date. */
export const SortPagesDialog = lazyComponent(async () => (await import('./sort-pages-dialog.tsx')).SortPagesDialog)
