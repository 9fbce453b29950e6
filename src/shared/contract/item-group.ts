import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { DateText, DigitString, EmptyList, Id, IdList, Int, JsonText, OptionalId, SingleLine } from './fields.ts'

const row = {
  id: DigitString,
  group_name: z.string(),
  /** A comma-separated list. The responses leave out items that the person may no longer open. */
  item_ids: z.string(),
  s_number: DigitString,
  created_at: DateText,
  updated_at: DateText,
}

/** Calls for a person's own groups of items. */
export const itemGroup = {
  getList: query({
    summary: ['List your project groups', '我的项目分组'],
    access: 'user',
    input: z.object({}),
    output: z.array(z.object({ ...row, uid: DigitString })),
  }),
  save: endpoint({
    summary: ['Create a group (`id` 0) or change one', '新建（id 为 0）或修改分组'],
    creates: true,
    access: 'user',
    input: z.object({
      id: OptionalId,
      group_name: SingleLine(),
      /** Left out: the group keeps its items. */
      item_ids: IdList.optional(),
    }),
    output: z.object(row),
    errors: ['itemGroupGone', 'itemGroupTooMany'],
  }),
  delete: endpoint({
    summary: ['Delete a group and your order in it; its projects stay', '删除分组及其排序，项目不受影响'],
    access: 'user',
    input: z.object({ id: Id }),
    output: z.object({ success: z.boolean() }),
    errors: ['itemGroupGone'],
  }),
  saveSort: endpoint({
    summary: ['Save the order of your groups', '保存分组的顺序'],
    access: 'user',
    input: z.object({
      groups: JsonText(z.array(z.object({ id: Id, s_number: Int(-1_000_000, 1_000_000) })).max(1000)),
    }),
    output: EmptyList,
  }),
}
