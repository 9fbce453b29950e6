import type { api } from '#web/lib/api.ts'
import { getDeleterName } from '#web/lib/display-name.ts'

type DeletedPage = Awaited<ReturnType<typeof api.recycle.getList>>[number]
type DeletedCatalog = Awaited<ReturnType<typeof api.recycle.getCatalogList>>[number]

/** An entry of the recycle bin: a page, or a catalog with what was deleted with it. */
export interface RecycledEntry {
  /** `page12`, `catalog3`. */
  key: string
  kind: 'page' | 'catalog'
  id: string
  name: string
  /** The catalogs that contained it, `A / B`; empty for the top level. */
  path: string
  /** Whether that catalog has been deleted too. */
  isCatalogGone: boolean
  /** How many pages are restored with a catalog. */
  page_count: number
  /** Empty where unknown. */
  by: string
  del_time: string
  days_left: number
}

const ofPage = (page: DeletedPage): RecycledEntry => ({
  key: `page${page.page_id}`,
  kind: 'page',
  id: page.page_id,
  name: page.page_title,
  path: page.cat_name.split('/').join(' / '),
  isCatalogGone: page.is_cat_del === 1,
  page_count: 0,
  by: getDeleterName(page),
  del_time: page.del_time,
  days_left: page.days_left,
})

const ofCatalog = (catalog: DeletedCatalog): RecycledEntry => {
  const path = catalog.cat_name.split('/')
  return {
    key: `catalog${catalog.cat_id}`,
    kind: 'catalog',
    id: catalog.cat_id,
    name: path.at(-1) ?? '',
    path: path.slice(0, -1).join(' / '),
    isCatalogGone: false,
    page_count: catalog.page_count,
    by: getDeleterName(catalog),
    del_time: catalog.del_time,
    days_left: catalog.days_left,
  }
}

/** Returns the contents of the recycle bin, the newest deletion first; a catalog before the pages deleted with it. */
export const buildEntries = (pages: readonly DeletedPage[], catalogs: readonly DeletedCatalog[]): RecycledEntry[] =>
  [...catalogs.map(ofCatalog), ...pages.map(ofPage)].toSorted((a, b) =>
    a.del_time < b.del_time ? 1 : a.del_time > b.del_time ? -1 : 0,
  )

/** Returns the order of restoring: catalogs first, because their pages are restored with them. */
export const restoreOrder = (entries: readonly RecycledEntry[]): RecycledEntry[] =>
  entries.toSorted((a, b) => Number(a.kind === 'page') - Number(b.kind === 'page'))
