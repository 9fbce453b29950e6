import { atom } from 'jotai'
import { api, isApiError } from '#web/lib/api.ts'
import { type QueryAtom, queryAtom } from '#web/lib/query.ts'
import { buildEntries, type RecycledEntry, restoreOrder } from './entries.ts'

/** The contents of the recycle bin of an item. */
export const recycleAtom = (item_id: string): QueryAtom<RecycledEntry[]> =>
  queryAtom(async () => {
    const [pages, catalogs] = await Promise.all([
      api.recycle.getList({ item_id }),
      api.recycle.getCatalogList({ item_id }),
    ])
    return buildEntries(pages, catalogs)
  })

/**
 * Restores entries from the recycle bin. What is no longer there, such as a page that was restored with its catalog,
 * counts as restored.
 *
 * @param cat_id the catalog for pages whose catalog is deleted; 0 for the top level
 * @throws the first error; entries restored before it stay restored
 */
export const restoreAtom = atom(
  null,
  async (_get, _set, item_id: string, entries: readonly RecycledEntry[], cat_id: number) => {
    for (const { kind, id } of restoreOrder(entries)) {
      try {
        if (kind === 'catalog') await api.recycle.recoverCatalog({ item_id, cat_id: id })
        else await api.recycle.recover({ item_id, page_id: id, cat_id })
      } catch (error) {
        if (!isApiError(error, 'recycleGone') || entries.length === 1) throw error
      }
    }
  },
)
