import { findOwnRight } from '#src/access/permissions.ts'
import { findItem } from '#src/access/queries.ts'
import type { App } from '#src/core/app.ts'
import type { Tx } from '#src/db/database.ts'
import { queueNotices } from '#src/features/notice/index.ts'
import { listSubscribers } from '#src/features/subscription/index.ts'
import { queueItemEvent } from '#src/features/webhook/index.ts'
import { findRunner, type RunRow } from './queries.ts'

/** What happened to the schedule of a run. */
interface RunNotice {
  run: RunRow
  /** The pages of its steps. */
  page_ids: readonly number[]
  event: 'run.failed' | 'run.recovered'
  /** The step that failed. */
  summary: string
  /** Whether its response is not as its page documents it. */
  differs: boolean
  /** Unix seconds. */
  now: number
}

/**
 * Informs the owner of the item, the person whose schedule it is and those who watch a page of its steps, as far as they
 * may see runs; and the webhooks of the item.
 */
export async function notifyOfRun(
  tx: Tx,
  app: App,
  { run, page_ids, event, summary, differs, now }: RunNotice,
): Promise<void> {
  const { item_id, run_name, schedule_uid } = run
  const item = await findItem(tx, { item_id })
  if (!item) return
  const reason = differs ? { reason: 'differsFromDocument' as const } : {}
  const stored = { uid: 0, item_id, name: run_name, summary, time: now, ...reason }
  await queueItemEvent(tx, event, stored)
  const candidates = new Set([item.uid, schedule_uid])
  for (const page_id of new Set(page_ids))
    if (page_id > 0) for (const { uid } of await listSubscribers(tx, page_id)) candidates.add(uid)
  const receivers: number[] = []
  for (const uid of candidates) {
    const person = await findRunner(tx, uid)
    const right = person && (await findOwnRight(tx, person, item))
    if (right && right.limit === undefined) receivers.push(uid)
  }
  await queueNotices(tx, app, receivers, event, stored)
}
