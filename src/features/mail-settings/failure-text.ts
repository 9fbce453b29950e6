import type { ErrorName } from '#shared/contract/errors.ts'
import type { MessageValues } from '#src/core/errors.ts'
import type { MailError, MailSettings } from '#src/features/mail/index.ts'

/** Returns the message for administrators that says why a mail could not be sent, and what to try. */
export function failureText(
  { step, reason, detail }: MailError,
  { host, port, user, from }: MailSettings,
  to: string,
): { name: ErrorName; values: MessageValues } {
  const values = { host: `${host}:${port}`, detail: detail || reason, user, from, to }
  if (reason === 'notAllowed') return { name: 'mailForbidden', values }
  if (reason === 'certificate') return { name: 'mailCertificate', values }
  if (step === 'encrypt') return { name: 'mailUnencrypted', values }
  if (step === 'signIn') return { name: 'mailSignInRejected', values }
  if (step === 'sender') return { name: 'mailSenderRejected', values }
  if (step === 'recipient') return { name: 'mailRecipientRejected', values }
  if (step === 'send') return { name: 'mailRejected', values }
  return { name: 'mailUnreachable', values }
}
