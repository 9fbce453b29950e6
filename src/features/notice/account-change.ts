import type { AuditAction } from '#shared/contract/audit-actions.ts'
import type { App } from '#src/core/app.ts'
import { fillText, mailTexts } from '#src/core/i18n.ts'
import type { Tx } from '#src/db/database.ts'
import { canMail, queueMail } from '#src/features/mail/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { isReachable, readMailLang } from './modes.ts'
import { listRecipients } from './queries.ts'

const subjects = {
  passwordChanged: 'password',
  passwordReset: 'password',
  passwordSet: 'password',
  emailChanged: 'address',
  secondStepOn: 'signIn',
  secondStepOff: 'signIn',
  secondStepReset: 'signIn',
  recoveryCodesMade: 'signIn',
  passkeyAdded: 'signIn',
  passkeyRemoved: 'signIn',
  providerLinked: 'signIn',
  providerUnlinked: 'signIn',
} as const satisfies Partial<Record<AuditAction, string>>

/** A change of how a person signs in, by its name in the audit log. */
export type AccountChange = keyof typeof subjects

/**
 * Queues a mail that tells a person how their account was changed, whatever notices they want: somebody else may have done
 * it. Call it before the address of the account changes, so that the mail goes to the former one.
 *
 * @param about.name of the passkey or service
 * @param about.ip where the person did it; left out for what an administrator did
 */
export async function queueAccountChange(
  tx: Tx,
  app: Pick<App, 'config'>,
  change: AccountChange,
  uid: number,
  { now, name = '', ip = '' }: { now: number; name?: string; ip?: string },
): Promise<void> {
  const [person] = await listRecipients(tx, [uid])
  if (!person || !isReachable(person) || !(await canMail(app, tx))) return
  const lang = await readMailLang(app, tx, uid)
  const { subject, text, from, next } = mailTexts(lang).accountChange
  const values = { site: (await readOptions(tx)).site_name, username: person.username, name, ip }
  const lines = [text[change], ...(ip === '' ? [] : [from]), next].map((line) => fillText(line, values))
  const content = { subject: fillText(subject[subjects[change]], values), lines }
  await queueMail(tx, { event: change, to: person.email, uid, lang, content }, now)
}
