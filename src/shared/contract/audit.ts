import { z } from 'zod'
import { auditActions } from './audit-actions.ts'
import { about, query } from './endpoint.ts'
import { DigitString, described, pagingFields, Text } from './fields.ts'
import { inputs, outputs } from './shared-fields.ts'

/** An entry of the audit log. */
export const AuditEntry = z.object({
  id: outputs.id,
  addtime: outputs.time,
  /** 0 for an unknown person who tried to sign in. */
  uid: described(DigitString, ['Who did it; 0 if unknown', '操作者；未知时为 0']),
  username: outputs.username,
  name: outputs.name_optional,
  /** One of `auditActions`, or one of another version of the program. */
  action: described(z.string(), ['What was done', '操作']),
  object_type: outputs.object_type,
  object_id: outputs.object_id,
  detail: described(z.string(), ['Target: a name, or the settings', '对象：名称或设置项']),
  ip: described(z.string(), ['IP address', '网络地址']),
})

/** Calls for the record of sign-ins, accounts and administration. */
export const adminAudit = {
  ...about({
    title: ['Audit log', '审计日志'],
    text: [
      'Record of sign-ins, account changes and administration, for administrators.',
      '登录、账号与管理操作的记录，由管理员查看。',
    ],
  }),
  getList: query({
    summary: ['List the audit log of the last 180 days, newest first', '最近 180 天的审计日志，新的在前'],
    access: 'admin',
    input: z.object({
      username: inputs.username_part,
      action: described(z.enum(auditActions).or(z.literal('')).optional(), [
        'Action; empty for all',
        '操作；为空表示全部',
      ]),
      keyword: described(Text(200).optional(), [
        'Part of the target or of the IP address',
        '对象或网络地址中包含的文字',
      ]),
      ...pagingFields(20),
    }),
    output: z.object({ total: outputs.total, list: described(z.array(AuditEntry), ['Rows', '列表']) }),
  }),
}
