import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { captchaFields, DigitString, described, EmptyList, Id, Int, OptionalId, Secret, Text } from './fields.ts'
import { limitFields } from './member.ts'
import { inputs, texts } from './shared-fields.ts'
import { newPasswordErrors, SignedIn } from './user.ts'

// Longer, and for more people, is what accounts are for.
const daysMost = 90
const usesMost = 500

const termFields = {
  days: described(Int(1, daysMost), ['Number of days it’s valid', '有效天数']),
  uses: described(Int(1, usesMost), ['Number of people who can accept it', '可使用的人数']),
}

// As many as fit into one look.
const addressesMost = 20

const emails = described(
  z
    .string()
    .max(6000)
    .transform((text) => [...new Set(text.split(/[\s,;，；、]+/).filter(Boolean))])
    .pipe(z.array(z.string()).min(1).max(addressesMost)),
  [
    `Email addresses, separated by commas or spaces; up to ${addressesMost}`,
    `邮箱，以逗号或空格分隔，最多 ${addressesMost} 个`,
  ],
)

const sent = z.array(
  z.object({
    invitation_id: described(DigitString, ['Invitation', '邀请']),
    email: described(z.string(), ['Address that it goes to', '收件邮箱']),
  }),
)

const mailErrors = ['mailOff', 'mailAddressBad', 'invitationTooMany', 'tooManyRequests'] as const

const Token = described(z.string().max(100), ['Token of the invitation, from its link', '邀请链接中的令牌'])

/** An invitation as those see it who may make one. */
const Invitation = z.object({
  invitation_id: described(DigitString, ['Invitation', '邀请']),
  username: described(z.string(), ['Who made it', '邀请人']),
  addtime: described(z.number(), ['When it was made, Unix seconds', '创建时间，Unix 秒']),
  expire_time: described(z.number(), ['When it expires, Unix seconds', '失效时间，Unix 秒']),
  uses_most: described(z.number(), ['Number of people who can accept it', '可使用的人数']),
  use_count: described(z.number(), ['Number of people who have accepted it', '已使用的人数']),
  email: described(z.string(), ['Address that it was sent to; empty for a link', '收件邮箱；链接邀请为空']),
  state: described(z.enum(['open', 'expired', 'usedUp', 'revoked']), ['Whether it still works', '是否有效']),
})

const made = z.object({
  invitation_id: described(DigitString, ['Invitation', '邀请']),
  path: described(z.string(), [
    'The link, from the address of the site on; it can’t be shown again',
    '邀请链接（站点地址之后的部分），之后无法再次查看',
  ]),
  expire_time: described(z.number(), ['When it expires, Unix seconds', '失效时间，Unix 秒']),
})

const invitation_id = described(Id, ['Invitation', '邀请'])

const linkErrors = ['invitationUnknown', 'invitationExpired', 'invitationUsedUp', 'invitationRevoked'] as const

const accepted = { item_id: described(DigitString, ['The project, or 0', '项目，无则为 0']) }

/** Calls for invitations by link. */
export const invitation = {
  ...about({
    title: ['Invitations', '邀请'],
    text: [
      'Links with which people become members of a project, or get an account.',
      '供他人加入项目或开通账号的链接。',
    ],
  }),
  add: endpoint({
    summary: ['Make an invitation to a project', '创建项目的邀请链接'],
    access: { item: 'manage', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        member_group_id: described(Int(0, 1), ['0 read, 1 edit', '0 只读，1 编辑']),
        ...limitFields,
        ...termFields,
      }),
    output: made,
    errors: ['memberCatalogBad', 'itemArchived', 'invitationTooMany'],
  }),
  send: endpoint({
    summary: [
      'Invite people to a project by mail: each gets a link of their own',
      '通过邮件邀请他人加入项目，每人一个链接',
    ],
    access: { item: 'manage', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        member_group_id: described(Int(0, 1), ['0 read, 1 edit', '0 只读，1 编辑']),
        ...limitFields,
        days: termFields.days,
        emails,
      }),
    output: sent,
    errors: ['memberCatalogBad', 'itemArchived', ...mailErrors],
  }),
  list: query({
    summary: ['List the invitations to a project, newest first', '项目的邀请，新的在前'],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: () =>
      z.array(
        Invitation.extend({
          member_group_id: described(DigitString, texts.member_group_id),
          cat_ids: described(z.string(), texts.cat_ids),
        }),
      ),
  }),
  revoke: endpoint({
    summary: ['Withdraw an invitation to a project', '撤回项目的邀请'],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, invitation_id }),
    output: EmptyList,
    errors: ['invitationUnknown'],
  }),
  addToSite: endpoint({
    summary: ['Make an invitation to the site, into a team if you like', '创建站点的邀请链接，可指定团队'],
    access: 'admin',
    targets: { team: { team: 'manage', by: 'team_id' } },
    input: () =>
      z.object({
        team_id: described(OptionalId, ['Team that the people join; 0 for none', '加入的团队；0 表示不加入']),
        ...termFields,
      }),
    output: made,
    errors: ['invitationTooMany'],
  }),
  sendToSite: endpoint({
    summary: [
      'Invite people to the site by mail: each gets a link of their own',
      '通过邮件邀请他人加入站点，每人一个链接',
    ],
    access: 'admin',
    targets: { team: { team: 'manage', by: 'team_id' } },
    input: () =>
      z.object({
        team_id: described(OptionalId, ['Team that the people join; 0 for none', '加入的团队；0 表示不加入']),
        days: termFields.days,
        emails,
      }),
    output: sent,
    errors: [...mailErrors],
  }),
  listOfSite: query({
    summary: ['List the invitations to the site, newest first', '站点的邀请，新的在前'],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.array(Invitation.extend({ team_name: described(z.string(), ['Team; empty for none', '团队，无则为空']) })),
  }),
  revokeOfSite: endpoint({
    summary: ['Withdraw an invitation to the site', '撤回站点的邀请'],
    access: 'admin',
    input: () => z.object({ invitation_id }),
    output: EmptyList,
    errors: ['invitationUnknown'],
  }),
  show: query({
    summary: ['Get what an invitation is for', '查看邀请的内容'],
    access: 'anyone',
    input: () => z.object({ token: Token }),
    output: () =>
      z.object({
        item_id: accepted.item_id,
        item_name: described(z.string(), [
          'The project; empty for an invitation to the site',
          '项目名称；站点邀请为空',
        ]),
        team_name: described(z.string(), ['Team; empty for none', '团队，无则为空']),
        invited_by: described(z.string(), ['Who made it', '邀请人']),
        member_group_id: described(DigitString, texts.member_group_id),
        is_limited: described(z.boolean(), ['Whether it’s for some folders only', '是否仅限部分目录']),
        expire_time: described(z.number(), ['When it expires, Unix seconds', '失效时间，Unix 秒']),
        may_register: described(z.boolean(), ['Whether it leads to an account', '是否可用于创建账号']),
      }),
    errors: [...linkErrors, 'tooManyTries'],
  }),
  accept: endpoint({
    summary: ['Accept an invitation with your account', '以当前账号接受邀请'],
    access: 'user',
    input: () => z.object({ token: Token }),
    output: () =>
      z.object({
        ...accepted,
        was_member: described(z.boolean(), ['Whether nothing changed, because you had that already', '是否早已加入']),
      }),
    errors: [...linkErrors, 'tooManyTries', 'itemArchived'],
  }),
  register: endpoint({
    summary: ['Create an account with an invitation and accept it', '通过邀请创建账号并接受邀请'],
    access: 'anyone',
    input: () =>
      z.object({
        token: Token,
        username: described(Text(100), texts.username),
        password: described(Secret, texts.password),
        confirm_password: described(Secret, ['Password confirmation', '再次输入密码']),
        ...captchaFields,
      }),
    output: () => SignedIn.extend(accepted),
    errors: [
      ...linkErrors,
      'invitationNoAccount',
      'itemArchived',
      'usernameBad',
      'usernameTaken',
      ...newPasswordErrors,
      'passwordsDiffer',
      'captchaWrong',
      'captchaNeeded',
      'tooManyTries',
    ],
  }),
}
