import { readStored, writeStored } from '#web/lib/storage.ts'

const storeKey = 'docstead.comment-drafts'
const most = 20

type Drafts = [key: string, text: string][]

const isDrafts = (value: unknown): value is Drafts =>
  Array.isArray(value) &&
  value.every((one) => Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string')

/** Whose text, on which page, in answer to which comment ('0' for none). */
export interface DraftKey {
  uid: string
  page_id: string
  parent_id: string
}

const keyOf = ({ uid, page_id, parent_id }: DraftKey) => `${uid} ${page_id} ${parent_id}`

const read = (): Drafts => readStored<Drafts>(storeKey, [], isDrafts)

/** What somebody has typed there and not sent; empty for nothing. */
export const getDraft = (place: DraftKey): string => read().find(([key]) => key === keyOf(place))?.[1] ?? ''

/** Keeps in this browser what somebody types, the last few of such texts; an empty one is forgotten. */
export function saveDraft(place: DraftKey, text: string): void {
  const others = read().filter(([key]) => key !== keyOf(place))
  writeStored(storeKey, (text === '' ? others : [...others, [keyOf(place), text]]).slice(-most))
}
