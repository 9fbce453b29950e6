import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { DateText, described, EmptyList, Id, IdList, Int, JsonText, OptionalId, SingleLine } from './fields.ts'
import { outputs, texts } from './shared-fields.ts'

const row = {
  id: outputs.id,
  group_name: described(z.string(), ['Group name', '分组名称']),
  /** A comma-separated list. The responses leave out items that the person may no longer open. */
  item_ids: described(z.string(), ['Projects of the group, separated by commas', '分组中的项目，以逗号分隔']),
  s_number: outputs.s_number,
  created_at: outputs.created,
  updated_at: described(DateText, texts.changed),
}

/** Calls for a person's own groups of items. */
export const itemGroup = {
  ...about({
    title: ['Project groups', '项目分组'],
    text: ['Groups for sorting projects. Each person has their own.', '个人对项目的分组，每个人的分组互不影响。'],
  }),
  getList: query({
    summary: ['List your project groups', '我的项目分组'],
    access: 'user',
    input: () => z.object({}),
    output: () => z.array(z.object({ ...row, uid: outputs.uid })),
  }),
  save: endpoint({
    summary: ['Create a group (`id` 0) or change one', '新建（id 为 0）或修改分组'],
    creates: true,
    access: 'user',
    input: () =>
      z.object({
        id: described(OptionalId, ['Group; 0 for a new one', '分组；0 表示新建']),
        group_name: described(SingleLine(), ['Group name', '分组名称']),
        item_ids: described(IdList.optional(), [
          'Projects of the group; omit to leave them unchanged',
          '分组中的项目；不传则不变',
        ]),
      }),
    output: () => z.object(row),
    errors: ['itemGroupGone', 'itemGroupTooMany'],
  }),
  delete: endpoint({
    summary: ['Delete a group and your order in it; its projects stay', '删除分组及其排序，项目不受影响'],
    access: 'user',
    input: () => z.object({ id: described(Id, ['Group', '分组']) }),
    output: () => z.object({ success: outputs.success }),
    errors: ['itemGroupGone'],
  }),
  saveSort: endpoint({
    summary: ['Save the order of your groups', '保存分组的顺序'],
    access: 'user',
    input: () =>
      z.object({
        groups: described(
          JsonText(
            z
              .array(
                z.object({
                  id: described(Id, ['Group', '分组']),
                  s_number: described(Int(-1_000_000, 1_000_000), texts.s_number),
                }),
              )
              .max(1000),
          ),
          ['Groups in their new order', '排序后的分组'],
        ),
      }),
    output: EmptyList,
  }),
}
