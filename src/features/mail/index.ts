export { composeMail } from './compose.ts'
export type { MailContent } from './layout.ts'
export { nextDigestTime, queueMail, sendMailNow, sendQueuedMail } from './send-mail.ts'
export {
  canMail,
  findMailSettings,
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
