import { atom } from 'jotai'
import { userAtom } from '#web/features/account/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { onStoredElsewhere, readStored, writeStored } from '#web/lib/storage.ts'
import {
  type Announcement,
  type AnyMessage,
  isUnread,
  mergeNewest,
  messagesPerPage,
  type Reminder,
  rowsInBell,
  toMessageKey,
} from './messages.ts'
import { isUnreadCount, nothingUnread, type Unread } from './unread.ts'

const countKey = 'docstead.unread'

const countAtom = atom<Unread & { uid: string }>({ ...nothingUnread, uid: '' })
countAtom.onMount = (set) =>
  onStoredElsewhere(countKey, () => {
    const elsewhere = readStored<unknown>(countKey, null)
    if (isUnreadCount(elsewhere)) set(elsewhere)
  })

/** The number of unread messages of the current user, as last received here or in another tab. */
export const unreadAtom = atom((get): Unread => {
  const known = get(countAtom)
  return known.uid === String(get(userAtom)?.uid ?? '') ? known : nothingUnread
})

const setUnreadAtom = atom(null, (get, set, next: Unread) => {
  const uid = String(get(userAtom)?.uid ?? '')
  const { remind_count, announce_count } = next
  const known = { remind_count: Math.max(0, remind_count), announce_count: Math.max(0, announce_count), uid }
  set(countAtom, known)
  writeStored(countKey, known)
})

/** The newest unread reminder and the oldest unread announcement, as last received from the server. */
export type LatestUnread = { remind?: Reminder; announce?: Announcement }

// Incremented by every change to what is unread here.
let actions = 0

/** Fetches what is unread, and notifies the other tabs. */
export const refreshUnreadAtom = atom(null, async (_get, set): Promise<LatestUnread> => {
  const begun = actions
  const { remind, announce, ...counts } = await api.message.getUnread({}, { isBackground: true })
  if (begun !== actions) return {} // the response is older than a mark-as-read
  set(setUnreadAtom, counts)
  return {
    ...(!Array.isArray(remind) && { remind }),
    ...(!Array.isArray(announce) && { announce }),
  }
})

const versionAtom = atom(0)

/** Changes when the lists are to be reloaded. */
export const messagesVersionAtom = atom((get) => get(versionAtom))

/** Reloads the lists; the previous ones stay visible during the reload. */
const reloadMessagesAtom = atom(null, (_get, set) => set(versionAtom, (version) => version + 1))

/** Fetches a page of the current user's reminders. */
export const readReminders = (page: number, unread: boolean) =>
  api.message.getRemindList({ page, count: messagesPerPage, unread })

const mostAnnouncements = 100

/** Fetches the current user's announcements, as many as one call returns. */
export const readAnnouncements = (unread: boolean) =>
  api.message.getAnnouncementList({ count: mostAnnouncements, unread })

/** Fetches the rows of the popover under the bell. */
export async function readNewest(signal: AbortSignal) {
  const count = rowsInBell
  const [reminders, announcements] = await Promise.all([
    api.message.getRemindList({ count }, { signal }),
    api.message.getAnnouncementList({ count }, { signal }),
  ])
  return mergeNewest(reminders.list, announcements)
}

const countsOf = (kind: 'remind' | 'announce', by: number): Partial<Unread> =>
  kind === 'remind' ? { remind_count: by } : { announce_count: by }

const lower = (now: Unread, kind: 'remind' | 'announce', by: number): Unread => ({
  ...now,
  ...countsOf(kind, (kind === 'remind' ? now.remind_count : now.announce_count) - by),
})

/** Marks messages of one kind as read, with a single call when these are all of them. */
export const markReadAtom = atom(
  null,
  async (get, set, kind: 'remind' | 'announce', messages: readonly AnyMessage[]) => {
    const unread = messages.filter(isUnread)
    if (unread.length === 0) return
    const before = get(unreadAtom)
    actions += 1
    const count = kind === 'remind' ? before.remind_count : before.announce_count
    set(setUnreadAtom, lower(before, kind, unread.length))
    try {
      if (unread.length >= count && unread.length > 1) await api.message.setAllRead({ message_type: kind })
      else for (const message of unread) await api.message.setRead(toMessageKey(message))
      actions += 1
      await set(refreshUnreadAtom)
    } catch (error) {
      actions += 1
      set(setUnreadAtom, before)
      throw error
    }
  },
)

/** Marks all messages of one kind as read and reloads the lists. */
export const markAllReadAtom = atom(null, async (get, set, kind: 'remind' | 'announce') => {
  const before = get(unreadAtom)
  actions += 1
  set(setUnreadAtom, { ...before, ...countsOf(kind, 0) })
  try {
    await api.message.setAllRead({ message_type: kind })
    actions += 1
  } catch (error) {
    actions += 1
    set(setUnreadAtom, before)
    throw error
  }
  set(reloadMessagesAtom)
})

// How long a removal can be undone before it is sent to the server: as long as the undo button is shown.
const undoMs = 10_000

const hiddenAtom = atom<ReadonlySet<string>>(new Set<string>())

/** The ids of the messages that are about to be removed. */
export const hiddenMessagesAtom = atom((get) => get(hiddenAtom))

const pending = new Map<string, { timer: number; run: (keepalive: boolean) => Promise<void> }>()
if (typeof window !== 'undefined')
  window.addEventListener('pagehide', () => {
    for (const { run } of pending.values()) void run(true)
  })

/** Undoes a removal. @returns false when it is too late */
export const undoRemovalAtom = atom(null, (_get, set, id: string) => {
  const waiting = pending.get(id)
  if (!waiting) return false
  window.clearTimeout(waiting.timer)
  pending.delete(id)
  set(hiddenAtom, (ids) => new Set([...ids].filter((one) => one !== id)))
  return true
})

/** Hides a message at once and deletes it 10 s later; `onFailed` receives the error. */
export const removeMessageAtom = atom(
  null,
  (_get, set, kind: 'remind' | 'announce', message: AnyMessage, onFailed: (error: unknown) => void) => {
    const id = `${kind}${message.id}`
    const show = () => set(hiddenAtom, (ids) => new Set([...ids].filter((one) => one !== id)))
    const run = async (keepalive: boolean) => {
      pending.delete(id)
      try {
        await api.message.delete(toMessageKey(message), { keepalive })
        set(reloadMessagesAtom)
      } catch (error) {
        show()
        onFailed(error)
      }
    }
    set(hiddenAtom, (ids) => new Set([...ids, id]))
    pending.set(id, { timer: window.setTimeout(() => void run(false), undoMs), run })
  },
)
