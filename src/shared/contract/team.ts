import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { DateText, DigitString, EmptyList, Id, IdList, Int, OptionalId, SingleLine } from './fields.ts'
import { limitFields, MemberGroup, UserNames } from './member.ts'

const Success = z.object({ success: z.boolean() })

/** Calls for teams: people who get access to items together. */
export const team = {
  getList: query({
    summary: ['List the teams that you created or belong to', '我创建和加入的团队'],
    access: 'user',
    input: z.object({}),
    output: z.array(
      z.object({
        id: DigitString,
        team_name: z.string(),
        uid: DigitString,
        /** Its creator. */
        username: z.string(),
        owner_name: z.string(),
        addtime: DateText,
        last_update_time: DigitString,
        memberCount: z.number(),
        itemCount: z.number(),
        /** 1 when the caller may manage it. */
        team_manage: z.number(),
      }),
    ),
  }),
  save: endpoint({
    summary: ['Create a team (`id` 0) or rename one', '新建团队（id 为 0）或重命名'],
    creates: true,
    access: 'user',
    input: z.object({ id: OptionalId, team_name: SingleLine(100) }),
    output: z.object({
      id: DigitString,
      team_name: z.string(),
      uid: DigitString,
      addtime: DigitString,
      last_update_time: DigitString,
    }),
    errors: ['teamGone'],
  }),
  delete: endpoint({
    summary: [
      'Delete one of your teams; its members lose the access they have through it',
      '解散我的团队，成员随之失去相应权限',
    ],
    access: { team: 'own', by: 'id' },
    /** The caller's own password is checked if it is sent: our web client asks for it, older clients do not. */
    input: z.object({ id: Id, password: z.string().max(1000).optional() }),
    output: Success,
    errors: ['passwordWrong', 'tooManyTries'],
  }),
  attorn: endpoint({
    summary: [
      'Transfer one of your teams, with those of its projects that you own, to another person',
      '将我的团队及其中属于我的项目转让给他人',
    ],
    access: { team: 'own', by: 'team_id' },
    input: z.object({ team_id: Id, username: z.string().max(1000), password: z.string().max(1000) }),
    output: EmptyList,
    errors: ['passwordWrong', 'tooManyTries', 'userNotFound', 'userDisabled', 'teamReceiverIsOwner'],
  }),
  exitTeam: endpoint({
    summary: ['Leave a team', '退出团队'],
    access: { team: 'view', by: 'id' },
    input: z.object({ id: Id }),
    output: EmptyList,
    errors: ['teamOwnerStays'],
  }),
}

/** Calls for members of teams. */
export const teamMember = {
  getList: query({
    summary: ['List the members of a team', '团队成员'],
    access: { team: 'view', by: 'team_id' },
    input: z.object({ team_id: Id }),
    output: z.array(
      z.object({
        id: DigitString,
        team_id: DigitString,
        member_uid: DigitString,
        member_username: z.string(),
        name: z.string(),
        addtime: DateText,
        last_update_time: DigitString,
        /** 1 ordinary, 2 team administrator. */
        team_member_group_id: DigitString,
      }),
    ),
  }),
  save: endpoint({
    summary: [
      'Add people to a team and to its projects; unknown usernames in a list are skipped and returned',
      '添加团队成员（同时获得团队项目的权限）；名单中不存在的用户名会被略过并列出',
    ],
    access: { team: 'manage', by: 'team_id' },
    input: z.object({
      team_id: Id,
      member_username: UserNames,
      team_member_group_id: Int(1, 2).optional().default(1),
    }),
    output: z.object({ id: z.number(), unknown: z.array(z.string()) }),
    errors: ['memberNameNeeded', 'teamMemberUnknown', 'teamMemberThere'],
  }),
  delete: endpoint({
    summary: ['Remove a person from a team; they lose the access they have through it', '移除团队成员'],
    access: 'user',
    input: z.object({ id: Id }),
    output: Success,
    errors: ['teamGone'],
  }),
}

/** Calls for items bound to teams. */
export const teamItem = {
  getList: query({
    summary: ['List the teams that a project has been added to', '项目绑定的团队'],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: z.array(
      z.object({
        id: DigitString,
        team_id: DigitString,
        item_id: DigitString,
        item_name: z.string(),
        team_name: z.string(),
        /** The creator of the team. */
        uid: DigitString,
        username: z.string(),
        owner_name: z.string(),
        /** When it was bound. */
        addtime: DateText,
        /** The role of its members in the item, also of those who join later. */
        member_group_id: DigitString,
      }),
    ),
  }),
  getListByTeam: query({
    summary: ['List the projects of a team', '团队的项目'],
    access: { team: 'view', by: 'team_id' },
    input: z.object({ team_id: Id }),
    output: z.array(
      z.object({
        id: DigitString,
        team_id: DigitString,
        item_id: DigitString,
        item_name: z.string(),
        team_name: z.string(),
        item_description: z.string(),
        item_domain: z.string(),
        item_type: DigitString,
        /** The owner of the item. */
        uid: DigitString,
        username: z.string(),
        owner_name: z.string(),
        last_update_time: DigitString,
        is_archived: DigitString,
        is_del: DigitString,
        /** When it was bound. */
        addtime: DateText,
        /** The role of the team's members in it, also of those who join later. */
        member_group_id: DigitString,
      }),
    ),
  }),
  save: endpoint({
    summary: [
      'Add projects to a team, all or none; `member_group_id` also sets the role of people who join later in projects already added',
      '将项目绑定到团队（全部成功或全部不变）；提交权限时，已绑定的项目改为以该权限接纳新成员',
    ],
    access: { team: 'manage', by: 'team_id' },
    input: z.object({
      team_id: Id,
      item_id: IdList.pipe(z.array(z.number()).min(1)),
      member_group_id: MemberGroup.optional(),
    }),
    output: z.object({ id: z.number() }),
    errors: ['teamItemThere', 'itemPasswordNeeded', 'itemArchived'],
  }),
  delete: endpoint({
    summary: [
      'Remove a project from a team, for people who can manage the team or (with `item_id`) the project',
      '解除项目与团队的绑定：团队管理者，或（提交 item_id 时）项目管理者',
    ],
    access: 'user',
    input: z.object({ id: Id, item_id: OptionalId }),
    output: Success,
    errors: ['teamGone', 'teamItemGone', 'itemPasswordNeeded', 'itemArchived'],
  }),
}

/** Calls for what the members of a team may do with one of its items. */
export const teamItemMember = {
  getList: query({
    summary: [
      'List what each member of a team can do in one of its projects, for people who can manage the team or the project',
      '团队成员在某个项目中的权限，供团队管理者或项目管理者查看',
    ],
    access: 'user',
    input: z.object({ team_id: Id, item_id: Id }),
    output: z.array(
      z.object({
        id: DigitString,
        team_id: DigitString,
        item_id: DigitString,
        member_group_id: DigitString,
        member_uid: DigitString,
        member_username: z.string(),
        name: z.string(),
        addtime: DateText,
        last_update_time: DigitString,
        /** The (first) catalog of the limit, 0 for the whole item. */
        cat_id: DigitString,
        cat_ids: z.array(z.number()),
        cat_name: z.string(),
      }),
    ),
    errors: ['teamGone', 'teamItemGone'],
  }),
  save: endpoint({
    summary: [
      'Change what a team member can do in a project, for people who can manage the team or the project',
      '修改团队成员在项目中的权限：团队管理者或项目管理者',
    ],
    access: 'user',
    input: z.object({ id: Id, member_group_id: MemberGroup.optional(), ...limitFields }),
    output: z.union([Success, EmptyList]),
    errors: ['teamGone', 'teamItemGone', 'memberCatalogBad', 'itemArchived'],
  }),
}
