import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { DateText, DigitString, EmptyList, Id, OptionalId } from './fields.ts'

/** Calls for the recycle bin of an item. Its content is removed for good 30 days after its deletion. */
export const recycle = {
  getList: query({
    summary: ['List the deleted pages of a project, newest first', '项目中已删除的页面，新的在前'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: z.array(
      z.object({
        id: DigitString,
        item_id: DigitString,
        page_id: DigitString,
        page_title: z.string(),
        del_by_uid: DigitString,
        del_by_username: z.string(),
        /** Their name, if they have an account and a name. */
        del_by_name: z.string().optional(),
        del_time: DateText,
        /** In how many days it is removed for good, rounded up. */
        days_left: z.number(),
        /** Its former catalog; 0 for the root. */
        cat_id: DigitString,
        /** The path of that catalog; empty for the root, and for a catalog that is gone for good. */
        cat_name: z.string(),
        /** 1 when that catalog has been deleted too: the page is restored to the root, or with the catalog. */
        is_cat_del: z.number(),
      }),
    ),
  }),
  getPage: query({
    summary: ['Get a deleted page with its text', '查看已删除的页面及其内容'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id, page_id: Id }),
    output: z.object({ page_id: DigitString, page_title: z.string(), page_content: z.string() }),
    errors: ['recycleGone'],
  }),
  recover: endpoint({
    summary: [
      'Restore a deleted page to its folder or, if that no longer exists, to another one (`cat_id`) or the root',
      '恢复已删除的页面：回到原目录；原目录已不存在时，恢复到指定的目录（cat_id）或根目录',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({
      item_id: Id,
      page_id: Id,
      /** The target catalog if the former one is gone. */
      cat_id: OptionalId,
    }),
    output: EmptyList,
    errors: ['recycleGone', 'recycleCatalogGone', 'catalogGone', 'itemOnePage', 'itemArchived'],
  }),
  getCatalogList: query({
    summary: ['List the deleted folders of a project, newest first', '项目中已删除的目录，新的在前'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: z.array(
      z.object({
        cat_id: DigitString,
        item_id: DigitString,
        /** Its path. */
        cat_name: z.string(),
        /** How many deleted pages would be restored with it. */
        page_count: z.number(),
        /** Who deleted it; empty if that was not recorded, as in earlier versions. */
        del_by_username: z.string(),
        /** Their name, if they have an account and a name. */
        del_by_name: z.string().optional(),
        del_time: DateText,
        days_left: z.number(),
      }),
    ),
  }),
  recoverCatalog: endpoint({
    summary: [
      'Restore a deleted folder with the folders and pages that were deleted with it',
      '恢复已删除的目录，以及与它一同删除的子目录和页面',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id, cat_id: Id }),
    output: EmptyList,
    errors: ['recycleGone', 'catalogTooMany', 'itemArchived'],
  }),
}
