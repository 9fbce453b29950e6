import { noticeOfEvent } from '#shared/notices.ts'
import type { WebhookEvent } from '#shared/webhooks.ts'
import type { App } from '#src/core/app.ts'
import type { Tx } from '#src/db/database.ts'
import type { StoredEvent } from '#src/features/event/index.ts'
import { canMail, nextDigestTime, readMailForm } from '#src/features/mail/index.ts'
import { queueDelivery, queueDigest } from '#src/features/outbox/index.ts'
import { queuePersonEvent } from '#src/features/webhook/index.ts'
import { isReachable, parseModes } from './modes.ts'
import { listRecipients } from './queries.ts'

/**
 * Queues what people are informed of outside of the site: mail, at once or for their daily summary, and their own
 * webhooks. Writes nothing for people who want nothing. What they may know is decided when it is sent.
 */
export async function queueNotices(
  tx: Tx,
  app: App,
  uids: readonly number[],
  event: WebhookEvent,
  stored: StoredEvent,
): Promise<void> {
  const kind = noticeOfEvent[event]
  if (uids.length === 0 || kind === undefined) return
  for (const uid of uids) await queuePersonEvent(tx, uid, event, stored)
  if (!(await canMail(app, tx))) return
  const { time: now } = stored
  for (const person of await listRecipients(tx, uids)) {
    const mode = parseModes(person.key_value)[kind]
    if (mode === 'off' || !isReachable(person)) continue
    const { uid, email: target } = person
    const isHeld = mode === 'digest'
    await queueDelivery(tx, { kind: 'notice', event, uid, target, payload: stored, isHeld }, now)
    if (isHeld) {
      const { digest_time = '' } = await readMailForm(app, tx)
      await queueDigest(tx, uid, nextDigestTime(app, digest_time), now)
    }
  }
}

/** Queues an announcement for everyone who wants to be informed of it, for the time at which it is published. */
export const queueAnnouncement = (tx: Tx, id: number, { at, now }: { at: number; now: number }) =>
  queueDelivery(tx, { kind: 'announce', event: 'announcement.published', payload: { id }, at }, now)
