import { type App, nowSeconds } from '#src/core/app.ts'
import { StartError } from '#src/core/config.ts'
import type { Lang } from '#src/core/i18n.ts'
import type { Tx } from '#src/db/database.ts'
import { type Delivery, queueDelivery, type SendResult } from '#src/features/outbox/index.ts'
import { composeMail } from './compose.ts'
import type { MailContent } from './layout.ts'
import { findMailSettings } from './settings.ts'
import { MailError, talkToServer } from './smtp.ts'

/** A mail to send. */
interface QueuedMail {
  /** What it is about, for the log of deliveries. */
  event: string
  to: string
  /** The account that it is for, if any. */
  uid?: number
  lang: Lang
  content: MailContent
}

/**
 * Queues a mail, in the transaction of what it reports. It is sent soon after the commit, and again for two days when
 * the server does not take it. Ask `canMail` first: while mail is off, it ends unsent.
 */
export const queueMail = (tx: Tx, { event, to, uid = 0, lang, content }: QueuedMail, now: number): Promise<void> =>
  queueDelivery(tx, { kind: 'mail', event, uid, target: to, payload: { lang, content } }, now)

/** Sends a mail now, and reports what became of it. */
export async function sendMailNow(
  app: App,
  { to, lang, content }: { to: string; lang: Lang; content: MailContent },
  delivery: Pick<Delivery, 'delivery_id' | 'addtime'>,
  signal: AbortSignal,
): Promise<SendResult> {
  try {
    const settings = await findMailSettings(app, app.db)
    if (!settings) return { outcome: 'dropped', answer: 'mail is off', target: to }
    if ('missing' in settings)
      return { outcome: 'failed', answer: `mail settings: ${settings.missing}`, target: to, isOfPlace: true }
    const { delivery_id, addtime } = delivery
    const message = await composeMail(settings, { to, content, lang, delivery_id, date: new Date(addtime * 1000) })
    const answer = await talkToServer({ allow: app.config.outbound_allow }, settings, { to, message }, { signal })
    return { outcome: 'sent', answer, target: to }
  } catch (error) {
    if (error instanceof MailError)
      return {
        outcome: 'failed',
        answer: `${error.step}: ${error.reason} ${error.detail}`.trim(),
        target: to,
        isFinal: error.isFinal,
        isOfPlace: error.isOfServer,
      }
    if (error instanceof StartError) return { outcome: 'failed', answer: error.line('en'), target: to, isOfPlace: true }
    throw error
  }
}

/** Sends a mail that `queueMail` has queued. */
export function sendQueuedMail(app: App, delivery: Delivery, signal: AbortSignal): Promise<SendResult> {
  const { lang, content } = JSON.parse(delivery.payload) as Pick<QueuedMail, 'lang' | 'content'>
  return sendMailNow(app, { to: delivery.target, lang, content }, delivery, signal)
}

/** The moment at which the daily summary is sent next, Unix seconds, in the time zone of the server. */
export function nextDigestTime(app: Pick<App, 'now'>, digest_time: string): number {
  const [, hour = '8', minute = '0'] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(digest_time) ?? []
  const at = new Date(app.now())
  at.setHours(Number(hour), Number(minute), 0, 0)
  if (at.getTime() <= app.now().getTime()) at.setDate(at.getDate() + 1)
  return Math.max(nowSeconds(app), Math.floor(at.getTime() / 1000))
}
