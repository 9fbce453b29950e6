import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { endPauses } from './deliverer.ts'
import { findDelivery, removeEnded, updateDelivery } from './queries.ts'

/**
 * Tries a delivery again at once: one that has failed, or that waits for its next attempt.
 *
 * @throws {AppError} deliveryGone when it has been sent, or nobody wants it any more
 */
export async function retryDelivery(app: App, outbox_id: number, webhook_id?: number): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const delivery = await findDelivery(tx, outbox_id)
    if (!delivery || (webhook_id !== undefined && delivery.webhook_id !== webhook_id)) return fail('deliveryGone')
    if (delivery.status !== 'failed' && delivery.status !== 'waiting') return fail('deliveryGone')
    // the next summary has what this one had
    if (delivery.kind === 'digest' && delivery.status === 'failed') return fail('deliveryGone')
    // the receiver may have had it: what comes now is a repetition, if it was ever tried
    const attempts = Math.min(delivery.attempts, 1)
    await updateDelivery(tx, outbox_id, { status: 'waiting', next_time: now, end_time: 0, attempts })
  })
  endPauses()
}

const storedSeconds = 30 * 86_400
const atOnce = 1_000

/** Removes deliveries that ended a month ago, a slice at a time. */
export async function removeOldDeliveries(app: App): Promise<void> {
  while ((await removeEnded(app.db, nowSeconds(app) - storedSeconds, atOnce)) === atOnce);
}
