import { readStored, writeStored } from '#web/lib/storage.ts'

/** A page that was opened. */
export interface RecentPage {
  page_id: string
  page_title: string
  item_id: string
  item_name: string
  /** The part of the URL that identifies the item. */
  ref: string
}

const key = 'docstead.visits'
const most = 20

/** The stored list and its user: on a shared browser no user sees what another has read. */
interface Stored {
  uid: string
  visits: RecentPage[]
}

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && 'visits' in value && Array.isArray(value.visits)

/** Returns the pages a user opened last in this browser, newest first. */
export function readRecentPages(uid: string): RecentPage[] {
  const stored = readStored<Stored>(key, { uid, visits: [] }, isStored)
  return stored.uid === uid ? stored.visits : []
}

/** Records that a user has opened a page. */
export function addRecentPage(uid: string, visit: RecentPage): void {
  const others = readRecentPages(uid).filter(({ page_id }) => page_id !== visit.page_id)
  writeStored(key, { uid, visits: [visit, ...others].slice(0, most) })
}
