import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { type Description, DigitString, described, EmptyList } from './fields.ts'
import { inputs, outputs } from './shared-fields.ts'

const daysLeftText: Description = [
  'Days until it’s permanently deleted; a day that has begun counts',
  '距离彻底删除的天数，不足一天按一天计',
]

/** Calls for the recycle bin of an item. Its content is removed for good 30 days after its deletion. */
export const recycle = {
  ...about({
    title: ['Recycle bin', '回收站'],
    text: ['Deleted pages and folders. They can be restored for 30 days.', '已删除的页面和目录，30 天内可以恢复。'],
  }),
  getList: query({
    summary: ['List the deleted pages of a project, newest first', '项目中已删除的页面，新的在前'],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: () =>
      z.array(
        z.object({
          id: outputs.id,
          item_id: outputs.item_id,
          page_id: outputs.page_id,
          page_title: outputs.page_title,
          del_by_uid: described(DigitString, ['Who deleted it', '删除者']),
          del_by_username: described(z.string(), ['That person’s username', '删除者的用户名']),
          del_by_name: described(z.string().optional(), [
            'That person’s name; missing or empty if there is none',
            '删除者的姓名；没有时缺省或为空',
          ]),
          del_time: outputs.del_time,
          days_left: described(z.number(), daysLeftText),
          /** Its former catalog; 0 for the root. */
          cat_id: outputs.cat_id,
          /** The path of that catalog; empty for the root, and for a catalog that is gone for good. */
          cat_name: described(z.string(), ['Path of that folder; empty for the root', '该目录的路径；根目录为空']),
          is_cat_del: described(z.number(), [
            '1 if its folder is deleted too: the page is restored to the root, or together with the folder',
            '所在目录也已删除时为 1：页面恢复到根目录，或随目录一同恢复',
          ]),
        }),
      ),
  }),
  getPage: query({
    summary: ['Get a deleted page with its text', '查看已删除的页面及其内容'],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, page_id: inputs.page_id }),
    output: () =>
      z.object({ page_id: outputs.page_id, page_title: outputs.page_title, page_content: outputs.page_content }),
    errors: ['recycleGone'],
  }),
  recover: endpoint({
    summary: [
      'Restore a deleted page to its folder or, if that no longer exists, to another one (`cat_id`) or the root',
      '恢复已删除的页面：回到原目录；原目录已不存在时，恢复到指定的目录（cat_id）或根目录',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        page_id: inputs.page_id,
        /** The target catalog if the former one is gone. */
        cat_id: inputs.cat_id_optional,
      }),
    output: EmptyList,
    errors: ['recycleGone', 'recycleCatalogGone', 'catalogGone', 'itemOnePage', 'itemArchived'],
  }),
  getCatalogList: query({
    summary: ['List the deleted folders of a project, newest first', '项目中已删除的目录，新的在前'],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: () =>
      z.array(
        z.object({
          cat_id: outputs.cat_id,
          item_id: outputs.item_id,
          /** Its path. */
          cat_name: described(z.string(), ['Name, with the folders above it', '名称，含上级目录']),
          page_count: described(z.number(), [
            'Number of deleted pages that would be restored with it',
            '将一同恢复的页面数',
          ]),
          del_by_username: described(z.string(), [
            'Username of the person who deleted it; empty if it wasn’t recorded, as in earlier versions',
            '删除者的用户名；早期版本未记录时为空',
          ]),
          del_by_name: described(z.string().optional(), [
            'That person’s name; missing or empty if there is none',
            '删除者的姓名；没有时缺省或为空',
          ]),
          del_time: outputs.del_time,
          days_left: described(z.number(), daysLeftText),
        }),
      ),
  }),
  recoverCatalog: endpoint({
    summary: [
      'Restore a deleted folder with the folders and pages that were deleted with it',
      '恢复已删除的目录，以及与它一同删除的子目录和页面',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, cat_id: inputs.cat_id }),
    output: EmptyList,
    errors: ['recycleGone', 'catalogTooMany', 'itemArchived'],
  }),
}
