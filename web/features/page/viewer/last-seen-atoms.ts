import i18next from 'i18next'
import { atom } from 'jotai'
import { uidAtom } from '#web/features/account/session/index.tsx'
import { localized } from '#web/lib/lazy-text.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { toast } from '#web/ui/toast.ts'
import type { CurrentItem } from './current-item.ts'
import { allRead, changedPages, keysWithCatalogs, type LastSeen, markVersionRead } from './last-seen.ts'
import { noUnreadChanges, unreadChangesAtom } from './unread-changes.ts'

/** The key under which this browser stores what a user has read of an item. */
export const lastSeenKey = (uid: string, item_id: string): string => `docstead.read.${uid}.${item_id}`

const isMarks = (value: unknown): value is LastSeen =>
  typeof value === 'object' &&
  value !== null &&
  'since' in value &&
  typeof value.since === 'number' &&
  'pages' in value &&
  typeof value.pages === 'object' &&
  value.pages !== null

/** Returns the stored state; undefined when the user has not been here before. */
const marksOf = (uid: string, item_id: string): LastSeen | undefined =>
  readStored<LastSeen | undefined>(lastSeenKey(uid, item_id), undefined, (value): value is LastSeen => isMarks(value))

const showAtom = atom(null, (_get, set, item: CurrentItem, uid: string, marks: LastSeen) => {
  const changed = changedPages(item.pages, marks, uid)
  set(unreadChangesAtom, changed.length === 0 ? noUnreadChanges : keysWithCatalogs(changed))
})

/**
 * Checks what has changed in an item; `read` is the version of a page that has just been read. Visitors have no dots.
 */
export const checkForChangesAtom = atom(
  null,
  (get, set, item: CurrentItem, read?: { page_id: string; savedAt: number }) => {
    const uid = get(uidAtom)
    if (uid === '') return set(unreadChangesAtom, noUnreadChanges)
    const stored = marksOf(uid, item.item_id)
    const former = stored ?? allRead(item.pages) // on the first visit everything counts as read
    const marks = read ? markVersionRead(item.pages, former, uid, read) : former
    if (marks !== stored) writeStored(lastSeenKey(uid, item.item_id), marks)
    set(showAtom, item, uid, marks)
  },
)

/** Marks every page of an item as read. */
export const markAllReadAtom = atom(null, (get, set, item: CurrentItem) => {
  const uid = get(uidAtom)
  const former = marksOf(uid, item.item_id) ?? allRead(item.pages)
  const keep = (marks: LastSeen) => {
    writeStored(lastSeenKey(uid, item.item_id), marks)
    set(showAtom, item, uid, marks)
  }
  keep(allRead(item.pages))
  toast.ok(
    localized(() => i18next.t('page-actions:read.done')),
    { undo: () => keep(former) },
  )
})
