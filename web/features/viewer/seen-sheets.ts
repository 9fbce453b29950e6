import { readStored, writeStored } from '#web/lib/storage.ts'

const key = 'docstead.seen-sheets'
const most = 20

const isRefs = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const seenSheets = () => readStored<string[]>(key, [], isRefs)

/** Whether an item was a spreadsheet to write in when this browser opened it last, so that what stands for it has the right shape. */
export const isSeenSheet = (ref: string): boolean => seenSheets().includes(ref)

/** Keeps in this browser that an item is a spreadsheet to write in. */
export function rememberSheet(ref: string): void {
  const before = seenSheets()
  if (before[0] !== ref) writeStored(key, [ref, ...before.filter((one) => one !== ref)].slice(0, most))
}
