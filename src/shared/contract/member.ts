import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { DateText, DigitString, described, Id, IdList, Int, JsonText, Text, typeDescription } from './fields.ts'
import { inputs, outputs, texts } from './shared-fields.ts'

/** What a member may do: 0 read, 1 edit, 2 manage. Source: specification 9. */
export const MemberGroup = Int(0, 2)

/** The first-level catalogs that a member is limited to; 0 or an empty list for the whole item, left out: unchanged. */
export const limitFields = {
  cat_id: described(
    z
      .union([z.literal(['', '0', 0]), Id])
      .transform(Number)
      .optional()
      .meta(typeDescription('id, or 0 for all; unchanged if omitted', 'ID，0 表示全部；不传则不变')),
    ['Top-level folder that access is limited to; 0 for the whole project', '限定的一级目录；0 表示整个项目'],
  ),
  cat_ids: described(
    z
      .union([JsonText(z.array(Id).max(1000)), IdList])
      .optional()
      .meta(typeDescription('ids, separated by commas, or a JSON list', '多个 ID，以逗号分隔，或 JSON 数组')),
    ['Top-level folders that access is limited to; takes precedence over `cat_id`', '限定的一级目录；优先于 `cat_id`'],
  ),
}

/** A list of user names as typed. */
export const UserNames = Text(8000)
  .optional()
  .default('')
  .meta(typeDescription('user names, separated by commas', '多个用户名，以逗号分隔'))

/** Calls for members of items. */
export const member = {
  ...about({
    title: ['Members', '成员'],
    text: ['The members of a project and their permissions.', '项目的成员及其权限。'],
  }),
  getList: query({
    summary: ['List the members of a project with their permissions', '项目成员及其权限'],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: () =>
      z.array(
        z.object({
          item_member_id: described(DigitString, [
            'Member ID, from member/getList',
            '成员编号，由 member/getList 返回',
          ]),
          item_id: outputs.item_id,
          uid: outputs.uid,
          username: outputs.username,
          name: outputs.name,
          addtime: described(DateText, ['Since when', '加入时间']),
          member_group_id: described(DigitString, texts.member_group_id),
          cat_id: outputs.limit_cat_id,
          /** The whole limit as a comma-separated list; empty for the whole item. */
          cat_ids: described(z.string(), texts.cat_ids),
          /** Text to show: the names of the catalogs, and the role. */
          cat_name: described(z.string(), ['Names of those folders', '限定目录的名称']),
          member_group: described(z.string(), [
            'Permission in words, with the folders it’s limited to',
            '权限说明（含限定目录）',
          ]),
        }),
      ),
  }),
  save: endpoint({
    summary: [
      'Add members to a project or change a member’s permissions; unknown usernames in a list are skipped and returned',
      '添加项目成员，或修改成员权限；名单中不存在的用户名会被略过并列出',
    ],
    access: { item: 'manage', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        username: described(UserNames, ['User to add, or whose permission to change', '要添加或修改权限的用户']),
        member_group_id: described(MemberGroup.optional(), texts.member_group_id),
        ...limitFields,
      }),
    output: () =>
      z.object({
        id: outputs.id_number,
        unknown: described(z.array(z.string()), ['Usernames that don’t exist', '不存在的用户名']),
      }),
    errors: ['memberNameNeeded', 'memberUnknown', 'memberIsOwner', 'memberCatalogBad', 'itemArchived'],
  }),
  delete: endpoint({
    summary: ['Remove a member from a project', '移除项目成员'],
    access: { item: 'manage', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        item_member_id: described(Id, ['Member ID, from member/getList', '成员编号，由 member/getList 返回']),
      }),
    output: () => z.object({ success: outputs.success }),
    errors: ['memberGone', 'itemArchived'],
  }),
  getMyAllList: query({
    summary: ['List everyone in your projects and teams', '我的项目和团队中的所有成员'],
    access: 'user',
    input: () => z.object({}),
    output: () =>
      z.array(
        z.object({
          uid: outputs.uid_number,
          username: outputs.username,
          name: outputs.name,
          addtime: described(z.number(), texts.created),
        }),
      ),
  }),
  getAllList: query({
    summary: [
      'List the people you can notify: owner, members and team members of a project',
      '项目的所有者、成员和团队成员',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: () =>
      z.array(
        z.object({
          item_id: outputs.item_id_number,
          uid: outputs.uid_number,
          username: outputs.username,
          username_name: described(z.string(), ['Username, with the name in brackets', '用户名（姓名）']),
          member_group_id: described(z.string(), texts.member_group_id),
        }),
      ),
  }),
}
