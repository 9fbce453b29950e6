import { z } from 'zod'
import { auditActions } from './audit-actions.ts'
import { query } from './endpoint.ts'
import { DigitString, pagingFields, Text } from './fields.ts'

/** An entry of the audit log. */
export const AuditEntry = z.object({
  id: DigitString,
  addtime: DigitString,
  /** 0 for an unknown person who tried to sign in. */
  uid: DigitString,
  username: z.string(),
  /** Their name, if they have an account and a name. */
  name: z.string().optional(),
  /** One of `auditActions`, or one of another version of the program. */
  action: z.string(),
  object_type: z.string(),
  object_id: DigitString,
  detail: z.string(),
  ip: z.string(),
})

/** Calls for the record of sign-ins, accounts and administration. */
export const adminAudit = {
  getList: query({
    summary: ['List the audit log of the last 180 days, newest first', '最近 180 天的审计日志，新的在前'],
    access: 'admin',
    input: z.object({
      /** A part of the user name or the name of the person who acted. */
      username: Text(200).optional(),
      action: z.enum(auditActions).or(z.literal('')).optional(),
      /** A part of the object's name, or of the network address. */
      keyword: Text(200).optional(),
      ...pagingFields(20),
    }),
    output: z.object({ total: z.number(), list: z.array(AuditEntry) }),
  }),
}
