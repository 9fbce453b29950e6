import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { DateText, Id, Nothing, Ns } from './wire.ts'

/** The recycle bin of an item. What lies in it is removed for good 30 days after its deletion. */
export const recycle = {
  getList: query({
    summary: ['The deleted pages of an item, newest first', '项目中已删除的页面，新的在前'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: z.array(
      z.object({
        id: Ns,
        item_id: Ns,
        page_id: Ns,
        page_title: z.string(),
        del_by_uid: Ns,
        del_by_username: z.string(),
        del_time: DateText,
        /** The catalog that it lay in; 0 for the root. */
        cat_id: Ns,
        /** Its path; empty for the root, and for a catalog that is gone for good. */
        cat_name: z.string(),
        /** 1 when that catalog has been deleted too: the page is restored to the root, or with the catalog. */
        is_cat_del: z.number(),
      }),
    ),
  }),
  recover: endpoint({
    summary: [
      'Restore a deleted page: to its catalog, or to the root when that is gone',
      '恢复已删除的页面：回到原目录；原目录已不存在时回到根目录',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id, page_id: Id }),
    output: Nothing,
    errors: ['recycleGone', 'recycleCatalogGone', 'itemOnePage', 'itemArchived'],
  }),
  getCatalogList: query({
    summary: ['The deleted catalogs of an item, newest first', '项目中已删除的目录，新的在前'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: z.array(
      z.object({
        cat_id: Ns,
        item_id: Ns,
        /** Its path. */
        cat_name: z.string(),
        /** How many deleted pages would come back with it. */
        page_count: z.number(),
        del_time: DateText,
      }),
    ),
  }),
  recoverCatalog: endpoint({
    summary: [
      'Restore a deleted catalog with the catalogs and pages that were deleted with it',
      '恢复已删除的目录，以及与它一同删除的子目录和页面',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id, cat_id: Id }),
    output: Nothing,
    errors: ['recycleGone', 'catalogTooMany', 'itemArchived'],
  }),
}
