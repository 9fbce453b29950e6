import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { DateText, DigitString, Id, IdList, Int, JsonText, Text, typeDescription } from './fields.ts'

/** What a member may do: 0 read, 1 edit, 2 manage. Source: specification 9. */
export const MemberGroup = Int(0, 2)

/** The first-level catalogs that a member is limited to; 0 or an empty list for the whole item, left out: unchanged. */
export const limitFields = {
  cat_id: z
    .union([z.literal(['', '0', 0]), Id])
    .transform(Number)
    .optional()
    .meta(typeDescription('id, or 0 for all; unchanged if omitted', 'ID，0 表示全部；不传则不变')),
  cat_ids: z
    .union([JsonText(z.array(Id).max(1000)), IdList])
    .optional()
    .meta(typeDescription('ids, separated by commas, or a JSON list', '多个 ID，以逗号分隔，或 JSON 数组')),
}

/** A list of user names as typed. */
export const UserNames = Text(8000)
  .optional()
  .default('')
  .meta(typeDescription('user names, separated by commas', '多个用户名，以逗号分隔'))

/** Calls for members of items. */
export const member = {
  getList: query({
    summary: ['List the members of a project with their permissions', '项目成员及其权限'],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: z.array(
      z.object({
        item_member_id: DigitString,
        item_id: DigitString,
        uid: DigitString,
        username: z.string(),
        name: z.string(),
        addtime: DateText,
        member_group_id: DigitString,
        /** The (first) catalog of the limit, 0 for the whole item. */
        cat_id: DigitString,
        /** The whole limit as a comma-separated list; empty for the whole item. */
        cat_ids: z.string(),
        /** Text to show: the names of the catalogs, and the role. */
        cat_name: z.string(),
        member_group: z.string(),
      }),
    ),
  }),
  save: endpoint({
    summary: [
      'Add members to a project or change a member’s permissions; unknown usernames in a list are skipped and returned',
      '添加项目成员，或修改成员权限；名单中不存在的用户名会被略过并列出',
    ],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({ item_id: Id, username: UserNames, member_group_id: MemberGroup.optional(), ...limitFields }),
    output: z.object({ id: z.number(), unknown: z.array(z.string()) }),
    errors: ['memberNameNeeded', 'memberUnknown', 'memberIsOwner', 'memberCatalogBad', 'itemArchived'],
  }),
  delete: endpoint({
    summary: ['Remove a member from a project', '移除项目成员'],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({ item_id: Id, item_member_id: Id }),
    output: z.object({ success: z.boolean() }),
    errors: ['memberGone', 'itemArchived'],
  }),
  getMyAllList: query({
    summary: ['List everyone in your projects and teams', '我的项目和团队中的所有成员'],
    access: 'user',
    input: z.object({}),
    output: z.array(z.object({ uid: z.number(), username: z.string(), name: z.string(), addtime: z.number() })),
  }),
  getAllList: query({
    summary: [
      'List the people you can notify: owner, members and team members of a project',
      '项目的所有者、成员和团队成员',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: z.array(
      z.object({
        item_id: z.number(),
        uid: z.number(),
        username: z.string(),
        /** The user name, with the name in brackets if there is one. */
        username_name: z.string(),
        member_group_id: z.string(),
      }),
    ),
  }),
}
