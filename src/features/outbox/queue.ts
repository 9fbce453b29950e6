import { randomBytes } from 'node:crypto'
import type { Tx } from '#src/db/database.ts'
import { insertDelivery, insertDigest } from './queries.ts'

/** Something to send. */
interface NewDelivery {
  /** Who sends it: the name of a sender. */
  kind: string
  /** What happened. */
  event: string
  /** The person that it is for. */
  uid?: number
  webhook_id?: number
  /** Where it goes, where that is known already. */
  target?: string
  payload: object
  /** When to send it, Unix seconds; default: now. */
  at?: number
  /** Whether it waits for the digest of its person. */
  isHeld?: boolean
}

let onRequest: (() => void)[] = []

/** Calls `listener` whenever something may wait. @returns a function that ends that */
export function onDeliveryRequest(listener: () => void): () => void {
  onRequest.push(listener)
  return () => {
    onRequest = onRequest.filter((one) => one !== listener)
  }
}

/** Sends what waits soon. */
const requestDelivery = (): void => {
  for (const listener of onRequest) listener()
}

const rowOf = (
  { kind, event, uid = 0, webhook_id = 0, target = '', payload, at, isHeld }: NewDelivery,
  now: number,
) => ({
  delivery_id: randomBytes(16).toString('hex'),
  kind,
  event,
  uid,
  webhook_id,
  target,
  payload: JSON.stringify(payload),
  status: isHeld ? ('held' as const) : ('waiting' as const),
  next_time: at ?? now,
  addtime: now,
})

/** Queues something to be sent, in the transaction of what it reports: both are on the disk, or neither. */
export async function queueDelivery(tx: Tx, delivery: NewDelivery, now: number): Promise<void> {
  await insertDelivery(tx, rowOf(delivery, now))
  requestDelivery()
}

/** Queues the digest of a person for `at` unless one waits already. */
export const queueDigest = (tx: Tx, uid: number, at: number, now: number) =>
  insertDigest(tx, rowOf({ kind: 'digest', event: 'digest', uid, payload: {}, at }, now))
