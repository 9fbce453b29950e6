import { dateText } from '#shared/contract/fields.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { transact } from '#src/db/database.ts'
import { addFlow, addVisits, type FileRow } from './queries.ts'

interface Visits {
  count: number
  last_visit_time: number
}

interface Counts {
  visits: Map<number, Visits>
  /** Bytes by user and month. */
  flows: Map<string, number>
}

const none = (): Counts => ({ visits: new Map(), flows: new Map() })

// Visits are counted in memory and written in batches: writing one for each image of a page would cost more than
// showing it. Two servers on one database each add their own counts. A killed process loses what it counted since the
// last batch.
const counted = new WeakMap<App, Counts>()

// When more files than this are visited between two batches, the counts are written early.
const filesMost = 20_000

/** Returns the month by which traffic is counted: `YYYY-MM` in the server's time zone. */
export const toMonth = (seconds: number): string => dateText(seconds).slice(0, 7)

const flowKey = (uid: number, month: string): string => `${month} ${uid}`

const add = <K>(map: Map<K, number>, key: K, more: number) => map.set(key, (map.get(key) ?? 0) + more)

function addVisit(visits: Map<number, Visits>, file_id: number, { count, last_visit_time }: Visits): void {
  const known = visits.get(file_id)
  visits.set(file_id, {
    count: (known?.count ?? 0) + count,
    last_visit_time: Math.max(known?.last_visit_time ?? 0, last_visit_time),
  })
}

/** Counts `bytes` sent of a file, and a visit when they are sent from the file's beginning. */
export function countDownload(app: App, file: FileRow, sent: { bytes: number; fromStart: boolean }): void {
  const now = nowSeconds(app)
  const counts = counted.get(app) ?? none()
  counted.set(app, counts)
  addVisit(counts.visits, file.file_id, { count: sent.fromStart ? 1 : 0, last_visit_time: now })
  add(counts.flows, flowKey(file.uid, toMonth(now)), sent.bytes)
  if (counts.visits.size < filesMost) return
  const writing: Promise<void> = flushTraffic(app)
    .catch((error: unknown) => app.log.error({ err: error }, 'visits could not be written down'))
    .finally(() => app.background.delete(writing))
  app.background.add(writing)
}

/** Adds the visits that have not been written yet to a file. */
export function withPendingVisits<F extends Pick<FileRow, 'file_id' | 'visit_times' | 'last_visit_time'>>(
  app: App,
  file: F,
): F {
  const more = counted.get(app)?.visits.get(file.file_id)
  if (!more) return file
  return { ...file, visit_times: file.visit_times + more.count, last_visit_time: more.last_visit_time }
}

/** Returns the traffic of a user's month that has not been written yet, in bytes. */
export const pendingTraffic = (app: App, uid: number, month: string): number =>
  counted.get(app)?.flows.get(flowKey(uid, month)) ?? 0

/** Writes all visits and traffic counted so far to the database. */
export async function flushTraffic(app: App): Promise<void> {
  const counts = counted.get(app)
  if (!counts) return
  counted.delete(app)
  try {
    await transact(app.db, async (tx) => {
      for (const [file_id, { count, last_visit_time }] of counts.visits)
        await addVisits(tx, file_id, count, last_visit_time)
      for (const [key, bytes] of counts.flows) {
        const [month = '', uid] = key.split(' ')
        await addFlow(tx, Number(uid), month, bytes)
      }
    })
  } catch (error) {
    // The disk may be full: the counts go into the next batch.
    const since = counted.get(app) ?? none()
    for (const [file_id, visits] of counts.visits) addVisit(since.visits, file_id, visits)
    for (const [key, bytes] of counts.flows) add(since.flows, key, bytes)
    counted.set(app, since)
    throw error
  }
}
