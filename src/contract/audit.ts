import { z } from 'zod'
import { auditActions } from './audit-actions.ts'
import { query } from './endpoint.ts'
import { DigitString, pagingFields, Text } from './fields.ts'

/** One line of the audit log. */
export const AuditEntry = z.object({
  id: DigitString,
  addtime: DigitString,
  /** 0 for somebody unknown, who tried to sign in. */
  uid: DigitString,
  username: z.string(),
  /** Their name, as far as they have an account and a name. */
  name: z.string().optional(),
  /** One of `auditActions`, or one of another version of the program. */
  action: z.string(),
  object_type: z.string(),
  object_id: DigitString,
  detail: z.string(),
  ip: z.string(),
})

/** The record of sign-ins, accounts and administration. */
export const adminAudit = {
  getList: query({
    summary: ['The audit log of the last 180 days, newest first', '最近 180 天的审计日志，新的在前'],
    access: 'admin',
    input: z.object({
      /** A part of the user name or the name of who did it. */
      username: Text(200).optional(),
      action: z.enum(auditActions).or(z.literal('')).optional(),
      /** A part of what it was done to, or of the network address. */
      keyword: Text(200).optional(),
      ...pagingFields(20),
    }),
    output: z.object({ total: z.number(), list: z.array(AuditEntry) }),
  }),
}
