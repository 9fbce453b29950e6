export { composeMail } from './compose.ts'
export type { MailContent } from './layout.ts'
export { nextDigestTime, type QueuedMail, queueMail, sendMailNow, sendQueuedMail } from './send-mail.ts'
export {
  canMail,
  findMailSettings,
  isAddress,
  isFromStart,
  type MailSettings,
  parseAddress,
  parseMailSettings,
  readMailForm,
  requireComplete,
  startFields,
  startForm,
} from './settings.ts'
export { MailError, type MailStep, talkToServer } from './smtp.ts'
