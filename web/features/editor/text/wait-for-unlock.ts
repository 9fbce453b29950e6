import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import type { LocalizedText } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { navigate } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.ts'

const everyMs = 10_000

/** The longest wait for a page, in ms. */
const longestMs = 4 * 3_600_000

/** A page that another user is editing. */
export interface LockedPage {
  item_id: number
  item_ref: string
  page_id: number
}

const timerAtom = atom<ReturnType<typeof setTimeout>>()

const stopWaitingAtom = atom(null, (get, set): void => {
  clearTimeout(get(timerAtom))
  set(timerAtom, undefined)
})

/**
 * Notifies the user, on whatever screen, as soon as nobody edits a page any more; waits for one page at a time.
 *
 * @param words the notification, and the label of its button
 */
export const waitForUnlockAtom = atom(
  null,
  (get, set, page: LockedPage, words: { free: LocalizedText; edit: LocalizedText }): void => {
    set(stopWaitingAtom)
    const until = Date.now() + longestMs
    const { item_id, item_ref, page_id } = page
    const tell = () => {
      const open = () => navigate(`/page/edit/${item_ref}/${page_id}`)
      toast.info(words.free, { action: { label: words.edit, run: open }, lifeMs: undefined })
      announce(words.free.text)
      if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
      new Notification(words.free.text, { tag: 'docstead' }).addEventListener('click', () => {
        window.focus()
        open()
      })
    }
    const wait = () => set(timerAtom, setTimeout(look, everyMs))
    const look = async () => {
      const timer = get(timerAtom)
      const isFree = await api.page.isLock({ item_id, page_id }, { isBackground: true }).then(
        ({ lock, is_cur_user }) => !lock || is_cur_user === 1,
        () => false,
      )
      if (get(timerAtom) !== timer) return
      if (isFree) {
        set(stopWaitingAtom)
        tell()
      } else if (Date.now() < until) wait()
    }
    wait()
  },
)
