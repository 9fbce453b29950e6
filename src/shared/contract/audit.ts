import { z } from 'zod'
import { auditActions, auditObjects } from './audit-actions.ts'
import { about, download, query } from './endpoint.ts'
import { DigitString, described, Int, OptionalId, pagingFields, Text } from './fields.ts'
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

const Seconds = Int(0, 2 ** 40).optional()

const filterFields = {
  username: inputs.username_part,
  action: described(z.enum(auditActions).or(z.literal('')).optional(), ['Action; empty for all', '操作；为空表示全部']),
  object_type: described(z.enum(auditObjects).or(z.literal('')).optional(), [
    'Kind of target; empty for all',
    '对象类型；为空表示全部',
  ]),
  object_id: described(OptionalId, ['ID of the target; 0 for all', '对象编号；0 表示全部']),
  from: described(Seconds, ['From this time, Unix seconds; 0 for the oldest', '起始时间，Unix 秒；0 表示不限']),
  to: described(Seconds, ['Up to this time, Unix seconds; 0 for the newest', '截止时间，Unix 秒；0 表示不限']),
  keyword: described(Text(200).optional(), ['Part of the target or of the IP address', '对象或网络地址中包含的文字']),
}

/** Calls for the record of sign-ins, accounts and administration. */
export const adminAudit = {
  ...about({
    title: ['Audit log', '审计日志'],
    text: [
      'Record of sign-ins, accounts, rights, exports and administration, for administrators.',
      '登录、账号、权限、导出与管理操作的记录，由管理员查看。',
    ],
  }),
  getList: query({
    summary: ['List the audit log, newest first', '审计日志，新的在前'],
    access: 'admin',
    input: () =>
      z.object({
        ...filterFields,
        ...pagingFields(20),
      }),
    output: () => z.object({ total: outputs.total, list: described(z.array(AuditEntry), ['Rows', '列表']) }),
  }),
  exportCsv: download({
    summary: [
      'Download the audit log as CSV, newest first; the export is itself recorded',
      '以 CSV 下载审计日志，新的在前；该操作也会被记录',
    ],
    access: 'admin',
    input: () =>
      z.object({
        ...filterFields,
        lang: described(z.enum(['en', 'zh']).optional(), ['Language of the labels', '说明文字的语言']),
      }),
  }),
}
