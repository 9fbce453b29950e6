import { readStored, writeStored } from '#web/lib/storage.ts'

const storeKey = 'docstead.comment-drafts'
const most = 20

type Drafts = [key: string, text: string][]

const isDrafts = (value: unknown): value is Drafts =>
  Array.isArray(value) &&
  value.every((one) => Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string')

/** The user, the page, and the comment that is replied to ('0' for none). */
export interface DraftKey {
  uid: string
  page_id: string
  parent_id: string
}

const keyOf = ({ uid, page_id, parent_id }: DraftKey) => `${uid} ${page_id} ${parent_id}`

const read = (): Drafts => readStored<Drafts>(storeKey, [], isDrafts)

/** Returns the unsent text; empty for none. */
export const getDraft = (place: DraftKey): string => read().find(([key]) => key === keyOf(place))?.[1] ?? ''

/** Stores the typed text in this browser, which keeps the last few of such texts; an empty one is deleted. */
export function saveDraft(place: DraftKey, text: string): void {
  const others = read().filter(([key]) => key !== keyOf(place))
  writeStored(storeKey, (text === '' ? others : [...others, [keyOf(place), text]]).slice(-most))
}
