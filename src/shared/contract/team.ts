import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import {
  DateText,
  type Description,
  DigitString,
  described,
  EmptyList,
  Id,
  IdList,
  Int,
  OptionalId,
  SingleLine,
} from './fields.ts'
import { limitFields, MemberGroup, UserNames } from './member.ts'
import { inputs, outputs, texts } from './shared-fields.ts'

const teamIdText: Description = ['Team', '团队']
const teamNameText: Description = ['Team name', '团队名称']
const memberGroupIdText: Description = [
  'Permission for people who join the team later: 0 read, 1 edit, 2 manage',
  '之后加入团队的成员在该项目中的权限：0 只读，1 编辑，2 管理',
]
const TeamId = described(Id, teamIdText)

const Success = z.object({ success: outputs.success })

/** Calls for teams: people who get access to items together. */
export const team = {
  ...about({
    title: ['Teams', '团队'],
    text: ['Groups of people who are added to projects together.', '一组用户，可以一起加入项目。'],
  }),
  getList: query({
    summary: ['List the teams that you created or belong to', '我创建和加入的团队'],
    access: 'user',
    input: () => z.object({}),
    output: () =>
      z.array(
        z.object({
          id: outputs.id,
          team_name: described(z.string(), teamNameText),
          uid: described(DigitString, ['Creator of the team', '创建者']),
          username: described(z.string(), ['Username of the creator', '创建者的用户名']),
          owner_name: outputs.owner_name,
          addtime: outputs.created,
          last_update_time: outputs.changed_seconds,
          memberCount: described(z.number(), ['Number of members', '成员数']),
          itemCount: described(z.number(), ['Number of projects', '项目数']),
          team_manage: described(z.number(), ['1 if the caller can manage it', '调用者可管理时为 1']),
        }),
      ),
  }),
  save: endpoint({
    summary: ['Create a team (`id` 0) or rename one', '新建团队（id 为 0）或重命名'],
    creates: true,
    access: 'user',
    targets: { team: { team: 'manage', by: 'id' } },
    input: () =>
      z.object({
        id: described(OptionalId, ['Team; 0 for a new one', '团队；0 表示新建']),
        team_name: described(SingleLine(), teamNameText),
      }),
    output: () =>
      z.object({
        id: outputs.id,
        team_name: described(z.string(), teamNameText),
        uid: outputs.uid,
        addtime: outputs.created_seconds,
        last_update_time: outputs.changed_seconds,
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
    input: () =>
      z.object({
        id: TeamId,
        password: described(z.string().max(1000).optional(), [
          'Your own sign-in password; only checked if sent',
          '自己的登录密码；提交时才检查',
        ]),
      }),
    output: Success,
    errors: ['passwordWrong', 'tooManyTries'],
  }),
  attorn: endpoint({
    summary: [
      'Transfer one of your teams, with those of its projects that you own, to another person',
      '将我的团队及其中属于我的项目转让给他人',
    ],
    access: { team: 'own', by: 'team_id' },
    input: () =>
      z.object({
        team_id: TeamId,
        username: described(z.string().max(1000), texts.new_owner),
        password: inputs.own_password,
      }),
    output: EmptyList,
    errors: ['passwordWrong', 'tooManyTries', 'userNotFound', 'userDisabled', 'teamReceiverIsOwner'],
  }),
  exitTeam: endpoint({
    summary: ['Leave a team', '退出团队'],
    access: { team: 'view', by: 'id' },
    input: () => z.object({ id: TeamId }),
    output: EmptyList,
    errors: ['teamOwnerStays'],
  }),
}

/** Calls for members of teams. */
export const teamMember = {
  ...about({ title: ['Team members', '团队成员'], text: ['The people in a team.', '团队由哪些人组成。'] }),
  getList: query({
    summary: ['List the members of a team', '团队成员'],
    access: { team: 'view', by: 'team_id' },
    input: () => z.object({ team_id: TeamId }),
    output: () =>
      z.array(
        z.object({
          id: outputs.id,
          team_id: described(DigitString, teamIdText),
          member_uid: described(DigitString, ['Member', '成员']),
          member_username: described(z.string(), ['Username of the member', '成员的用户名']),
          name: outputs.name,
          addtime: outputs.created,
          last_update_time: outputs.changed_seconds,
          team_member_group_id: described(DigitString, ['1 member, 2 team administrator', '1 成员，2 团队管理员']),
        }),
      ),
  }),
  save: endpoint({
    summary: [
      'Add people to a team and to its projects; unknown usernames in a list are skipped and returned',
      '添加团队成员（同时获得团队项目的权限）；名单中不存在的用户名会被略过并列出',
    ],
    access: { team: 'manage', by: 'team_id' },
    input: () =>
      z.object({
        team_id: TeamId,
        member_username: described(UserNames, ['User to add', '要添加的用户']),
        team_member_group_id: described(Int(1, 2).optional().default(1), [
          '1 member (the default), 2 team administrator',
          '1 成员（默认），2 团队管理员',
        ]),
      }),
    output: () =>
      z.object({
        id: outputs.id_number,
        unknown: described(z.array(z.string()), ['Usernames that don’t exist', '不存在的用户名']),
      }),
    errors: ['memberNameNeeded', 'teamMemberUnknown', 'teamMemberThere'],
  }),
  delete: endpoint({
    summary: ['Remove a person from a team; they lose the access they have through it', '移除团队成员'],
    access: 'user',
    input: () =>
      z.object({
        id: described(Id, ['Team member ID, from teamMember/getList', '团队成员编号，由 teamMember/getList 返回']),
      }),
    output: Success,
    errors: ['teamGone'],
  }),
}

/** Calls for items bound to teams. */
export const teamItem = {
  ...about({
    title: ['Team projects', '团队项目'],
    text: ['Which projects have been added to which teams.', '项目与团队的绑定关系。'],
  }),
  getList: query({
    summary: ['List the teams that a project has been added to', '项目绑定的团队'],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: () =>
      z.array(
        z.object({
          id: outputs.id,
          team_id: described(DigitString, teamIdText),
          item_id: outputs.item_id,
          item_name: outputs.item_name,
          team_name: described(z.string(), teamNameText),
          uid: described(DigitString, ['Creator of the team', '团队创建者']),
          username: outputs.username,
          owner_name: outputs.owner_name,
          addtime: described(DateText, ['When the project was added to the team', '绑定时间']),
          member_group_id: described(DigitString, memberGroupIdText),
        }),
      ),
  }),
  getListByTeam: query({
    summary: ['List the projects of a team', '团队的项目'],
    access: { team: 'view', by: 'team_id' },
    input: () => z.object({ team_id: TeamId }),
    output: () =>
      z.array(
        z.object({
          id: outputs.id,
          team_id: described(DigitString, teamIdText),
          item_id: outputs.item_id,
          item_name: outputs.item_name,
          team_name: described(z.string(), teamNameText),
          item_description: outputs.item_description,
          item_domain: outputs.item_domain,
          item_type: outputs.item_type,
          uid: outputs.owner,
          username: outputs.owner_username,
          owner_name: outputs.owner_name,
          last_update_time: outputs.changed_seconds,
          is_archived: outputs.is_archived,
          is_del: outputs.is_del,
          addtime: described(DateText, ['When the project was added to the team', '绑定时间']),
          member_group_id: described(DigitString, memberGroupIdText),
        }),
      ),
  }),
  save: endpoint({
    summary: [
      'Add projects to a team, all or none; `member_group_id` also sets the role of people who join later in projects already added',
      '将项目绑定到团队（全部成功或全部不变）；提交权限时，已绑定的项目改为以该权限接纳新成员',
    ],
    access: { team: 'manage', by: 'team_id' },
    targets: { items: { items: 'manage', by: 'item_id' } },
    input: () =>
      z.object({
        team_id: TeamId,
        item_id: described(IdList.pipe(z.array(z.number()).min(1)), ['Projects', '多个项目']),
        member_group_id: described(MemberGroup.optional(), [
          'Permission of the team members: 0 read, 1 edit (the default), 2 manage',
          '团队成员获得的权限：0 只读，1 编辑（默认），2 管理',
        ]),
      }),
    output: () => z.object({ id: outputs.id_number }),
    errors: ['teamItemThere', 'itemPasswordNeeded', 'itemArchived'],
  }),
  delete: endpoint({
    summary: [
      'Remove a project from a team, for people who can manage the team or (with `item_id`) the project',
      '解除项目与团队的绑定：团队管理者，或（提交 item_id 时）项目管理者',
    ],
    access: 'user',
    input: () =>
      z.object({
        id: described(Id, ['Link between project and team', '绑定记录']),
        item_id: described(OptionalId, ['Project, for people who can manage it', '项目，供项目管理者使用']),
      }),
    output: Success,
    errors: ['teamGone', 'teamItemGone', 'itemPasswordNeeded', 'itemArchived'],
  }),
}

/** Calls for what the members of a team may do with one of its items. */
export const teamItemMember = {
  ...about({
    title: ['Permissions of team members', '团队成员权限'],
    text: ['What each member of a team can do in a project of the team.', '团队成员在团队项目中的权限。'],
  }),
  getList: query({
    summary: [
      'List what each member of a team can do in one of its projects, for people who can manage the team or the project',
      '团队成员在某个项目中的权限，供团队管理者或项目管理者查看',
    ],
    access: 'user',
    input: () => z.object({ team_id: TeamId, item_id: inputs.item_id }),
    output: () =>
      z.array(
        z.object({
          id: outputs.id,
          team_id: described(DigitString, teamIdText),
          item_id: outputs.item_id,
          member_group_id: described(DigitString, texts.member_group_id),
          member_uid: described(DigitString, ['Member', '成员']),
          member_username: described(z.string(), ['Username of the member', '成员的用户名']),
          name: outputs.name,
          addtime: outputs.created,
          last_update_time: outputs.changed_seconds,
          cat_id: outputs.limit_cat_id,
          cat_ids: described(z.array(z.number()), texts.cat_ids),
          cat_name: described(z.string(), ['Names of those folders', '限定目录的名称']),
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
    input: () =>
      z.object({
        id: described(Id, ['Row ID, from teamItemMember/getList', '记录编号，由 teamItemMember/getList 返回']),
        member_group_id: described(MemberGroup.optional(), texts.member_group_id),
        ...limitFields,
      }),
    output: () => z.union([Success, EmptyList]),
    errors: ['teamGone', 'teamItemGone', 'memberCatalogBad', 'itemArchived'],
  }),
}
