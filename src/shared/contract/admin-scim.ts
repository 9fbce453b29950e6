import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { described, EmptyList, Id, OptionalFlag, SingleLine } from './fields.ts'

const Moment = z.number()
const name = ['Name of the token', '令牌名称'] as const

/** A token as the settings of the start have it: itself, or its SHA-256 in hexadecimal. */
const StartToken = z
  .strictObject({
    name: SingleLine(100),
    token: z
      .string()
      .regex(/^[\w-]{32,200}$/)
      .optional(),
    token_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i)
      .optional(),
  })
  .refine(({ token, token_sha256 }) => (token === undefined) !== (token_sha256 === undefined))

/** The SCIM tokens as the settings of the start have them: each with a name of its own. */
export const StartTokens = z
  .array(StartToken)
  .max(20)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length)

/** Calls for the systems that create and disable accounts with SCIM. */
export const adminScim = {
  ...about({
    title: ['SCIM', 'SCIM'],
    text: [
      'Tokens of the systems that create and disable accounts with SCIM 2 at `/scim/v2`, for administrators.',
      '供其他系统通过 SCIM 2（地址 `/scim/v2`）创建和停用账号的令牌，由管理员管理。',
    ],
  }),
  status: query({
    summary: ['List the SCIM tokens, and count what they decide', '列出 SCIM 令牌及其管理的账号和团队数'],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        tokens: described(
          z.array(
            z.object({
              id: described(z.number(), ['ID', 'ID']),
              name: described(z.string(), name),
              username: described(z.string(), [
                'Username of who made it or took it over; empty if the account is gone',
                '创建或接管者的用户名；账号已不存在则为空',
              ]),
              addtime: described(Moment, ['When it was made, in Unix seconds', '创建时刻，Unix 秒']),
              last_use_time: described(Moment, [
                'When it was last used, to the minute, in Unix seconds; 0 for never',
                '最近使用的时刻（精确到分钟），Unix 秒；从未为 0',
              ]),
              is_held: described(z.boolean(), [
                'Whether it doesn’t work, because who made it is no administrator any more',
                '是否因创建者不再是管理员而停止有效',
              ]),
              from_start: described(z.string(), [
                'Where the settings of the start have it, such as the configuration file; empty for one made here',
                '由启动设置指定时为其来源（如配置文件）；在此创建的为空',
              ]),
            }),
          ),
          ['The tokens, the newest first', '令牌，最新的在前'],
        ),
        users: described(z.number(), ['Accounts that come by SCIM', '通过 SCIM 创建的账号数']),
        groups: described(z.number(), ['Teams that come by SCIM', '通过 SCIM 创建的团队数']),
      }),
  }),
  addToken: endpoint({
    summary: ['Create a SCIM token', '创建 SCIM 令牌'],
    access: 'admin',
    input: () => z.object({ name: described(SingleLine(100), name) }),
    output: () =>
      z.object({
        token: described(z.string(), ['The token; it is never shown again', '令牌，仅显示这一次']),
      }),
    errors: ['scimTokenTooMany'],
  }),
  removeToken: endpoint({
    summary: ['Revoke a SCIM token', '撤销 SCIM 令牌'],
    access: 'admin',
    input: () => z.object({ id: described(Id, ['ID of the token', '令牌 ID']) }),
    output: EmptyList,
    errors: ['scimTokenGone', 'scimTokenFromStart'],
  }),
  confirmToken: endpoint({
    summary: [
      'Take over a SCIM token: it works as long as you are an administrator',
      '接管 SCIM 令牌：此后在你担任管理员期间有效',
    ],
    access: 'admin',
    input: () => z.object({ id: described(Id, ['ID of the token', '令牌 ID']) }),
    output: EmptyList,
    errors: ['scimTokenGone', 'scimTokenFromStart'],
  }),
  calls: query({
    summary: [
      'List the last 200 requests by SCIM that changed something or failed, the newest first',
      '列出最近 200 次有改动或失败的 SCIM 请求，最新的在前',
    ],
    access: 'admin',
    input: () =>
      z.object({
        failed: described(OptionalFlag, ['Whether to list only those that failed', '是否只列出失败的']),
      }),
    output: () =>
      z.array(
        z.object({
          id: described(z.number(), ['ID', 'ID']),
          addtime: described(Moment, ['When, in Unix seconds', '时刻，Unix 秒']),
          token_name: described(z.string(), [
            'Name of the token; empty for one that does not exist',
            '令牌名称；令牌不存在则为空',
          ]),
          method: described(z.string(), ['Method', '请求方法']),
          path: described(z.string(), ['Path below `/scim/v2`', '`/scim/v2` 之后的路径']),
          status: described(z.number(), ['HTTP status', 'HTTP 状态码']),
          error_message: described(z.string(), ['Why it failed; empty if it did not', '失败的原因；成功则为空']),
          ip: described(z.string(), ['Network address of the system', '该系统的网络地址']),
        }),
      ),
  }),
}
