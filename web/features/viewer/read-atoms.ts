import i18next from 'i18next'
import { atom } from 'jotai'
import { uidAtom } from '#web/features/session/index.tsx'
import { said } from '#web/lib/said.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { toast } from '#web/ui/toast.ts'
import { changedAtom, nothingChanged } from './changed-atom.ts'
import { allRead, changedPages, keysWithCatalogs, marksAfter, type ReadMarks } from './read-marks.ts'
import type { ViewedItem } from './viewed-item.ts'

/** Where this browser keeps what a person has read of an item. */
export const readKey = (uid: string, item_id: string): string => `docstead.read.${uid}.${item_id}`

const isMarks = (value: unknown): value is ReadMarks =>
  typeof value === 'object' &&
  value !== null &&
  'since' in value &&
  typeof value.since === 'number' &&
  'pages' in value &&
  typeof value.pages === 'object' &&
  value.pages !== null

/** What is kept; undefined where the person has not been here before. */
const marksOf = (uid: string, item_id: string): ReadMarks | undefined =>
  readStored<ReadMarks | undefined>(readKey(uid, item_id), undefined, (value): value is ReadMarks => isMarks(value))

const showAtom = atom(null, (_get, set, item: ViewedItem, uid: string, marks: ReadMarks) => {
  const changed = changedPages(item.pages, marks, uid)
  set(changedAtom, changed.length === 0 ? nothingChanged : keysWithCatalogs(changed))
})

/** Looks for what has changed in an item; `read` is the version of a page that has just been read. Visitors have no dots. */
export const lookForChangesAtom = atom(
  null,
  (get, set, item: ViewedItem, read?: { page_id: string; savedAt: number }) => {
    const uid = get(uidAtom)
    if (uid === '') return set(changedAtom, nothingChanged)
    const kept = marksOf(uid, item.item_id)
    const former = kept ?? allRead(item.pages) // whoever comes for the first time has missed nothing
    const marks = read ? marksAfter(item.pages, former, uid, read) : former
    if (marks !== kept) writeStored(readKey(uid, item.item_id), marks)
    set(showAtom, item, uid, marks)
  },
)

/** Marks every page of an item as read. */
export const markAllReadAtom = atom(null, (get, set, item: ViewedItem) => {
  const uid = get(uidAtom)
  const former = marksOf(uid, item.item_id) ?? allRead(item.pages)
  const keep = (marks: ReadMarks) => {
    writeStored(readKey(uid, item.item_id), marks)
    set(showAtom, item, uid, marks)
  }
  keep(allRead(item.pages))
  toast.ok(
    said(() => i18next.t('viewer-more:read.done')),
    { undo: () => keep(former) },
  )
})
