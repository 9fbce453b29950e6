import { readStored, writeStored } from '#web/lib/storage.ts'

/** A page that was opened. */
export interface RecentPage {
  page_id: string
  page_title: string
  item_id: string
  item_name: string
  /** What stands for the item in addresses. */
  ref: string
}

const key = 'docstead.visits'
const most = 20

/** Whose they are: in a shared browser nobody sees what another has read. */
interface Kept {
  uid: string
  visits: RecentPage[]
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'visits' in value && Array.isArray(value.visits)

/** The pages that a person opened last in this browser, the newest first. */
export function readRecentPages(uid: string): RecentPage[] {
  const kept = readStored<Kept>(key, { uid, visits: [] }, isKept)
  return kept.uid === uid ? kept.visits : []
}

/** Keeps that a person has opened a page. */
export function addRecentPage(uid: string, visit: RecentPage): void {
  const others = readRecentPages(uid).filter(({ page_id }) => page_id !== visit.page_id)
  writeStored(key, { uid, visits: [visit, ...others].slice(0, most) })
}
