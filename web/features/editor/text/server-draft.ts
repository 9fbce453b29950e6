import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'
import type { DraftKey, StoredDraft } from './drafts.ts'
import { changesAtom, currentContent, editingSessionAtom, isUnsavedAtom } from './session.ts'

// The server receives every keystroke within ten seconds. Source: interface guide 1. A long text is sent as often as
// the specification stores a draft.
const soonMs = 8000
const laterMs = 30_000
const longText = 500_000

/** The key of the server's draft among the drafts of this browser. */
export const serverKey = 'server'

interface Sending {
  timer: ReturnType<typeof setTimeout> | undefined
  /** The text that was last sent to the server. */
  sent: string | undefined
}

const sendingAtom = atom<Sending>({ timer: undefined, sent: undefined })

/** Whether the server has a draft of the open page. */
const isThereAtom = atom(false)

/** When the server stored the current content, in Unix seconds; empty when it does not have it. */
export const serverDraftTimeAtom = atom('')

/** When this window last sent a draft of the open page to the server, in Unix seconds. */
export const lastServerDraftTimeAtom = atom('')

// Calls run one after another: a slower call must not bring back a draft that was deleted.
const queueAtom = atom(() => createSerialQueue())

/** Returns the server's draft of a page; undefined when there is none, or no response. */
export const findServerDraftAtom = atom(null, async (get, _set, page: DraftKey, s_number: number) => {
  const { item_id, page_id } = page
  const inTurn = get(queueAtom)
  const found = await inTurn(() => api.page.draft({ item_id, page_id })).catch(() => [])
  if (Array.isArray(found)) return undefined
  const { page_title, page_content: text, save_time } = found
  return {
    key: serverKey,
    page_title,
    cat_id: Number(found.cat_id),
    s_number,
    text,
    base_version: Number(found.base_version),
    at: Number(save_time) * 1000,
    copied: save_time,
  } satisfies StoredDraft
})

/** Sends the current content to the server as a draft, unless the server has it. @returns whether the server has it */
export const sendDraftAtom = atom(null, async (get, set): Promise<boolean> => {
  const session = get(editingSessionAtom)
  const { timer, sent } = get(sendingAtom)
  clearTimeout(timer)
  set(sendingAtom, { timer: undefined, sent })
  if (!session || !get(isUnsavedAtom)) return false
  const { page_title, cat_id, text } = currentContent(get, session)
  const mark = `${page_title}\n${cat_id}\n${text}`
  if (mark === sent) {
    set(serverDraftTimeAtom, get(lastServerDraftTimeAtom))
    return true
  }
  const { item_id, page_id, base_version } = session
  const changes = get(changesAtom)
  const inTurn = get(queueAtom)
  try {
    const { save_time } = await inTurn(() =>
      api.page.saveDraft(
        { item_id, page_id, page_title, page_content: text, cat_id, base_version },
        { isBackground: true },
      ),
    )
    if (get(editingSessionAtom)?.page_id !== page_id) return true
    set(isThereAtom, true)
    set(sendingAtom, { ...get(sendingAtom), sent: mark })
    set(lastServerDraftTimeAtom, save_time)
    if (get(changesAtom) !== changes) return false
    set(serverDraftTimeAtom, save_time)
    return true
  } catch {
    // it is stored in this browser, and sent with the next change; which text the server has now is unknown
    set(sendingAtom, { ...get(sendingAtom), sent: undefined })
    return false
  }
})

/** Called when something differs from the saved content: sends it to the server soon. `onSent` is called afterwards. */
export const scheduleSendDraftAtom = atom(null, (get, set, length: number, onSent: () => void): void => {
  set(serverDraftTimeAtom, '')
  const { timer, sent } = get(sendingAtom)
  if (timer !== undefined) return
  const wait = length > longText ? laterMs : soonMs
  const send = () => void set(sendDraftAtom).then((isSent) => isSent && onSent())
  set(sendingAtom, { sent, timer: setTimeout(send, wait) })
})

/** Deletes the draft on the server, if there is one. */
export const deleteServerDraftAtom = atom(null, (get, set, { item_id, page_id }: DraftKey): void => {
  clearTimeout(get(sendingAtom).timer)
  set(sendingAtom, { timer: undefined, sent: undefined })
  set(serverDraftTimeAtom, '')
  if (!get(isThereAtom)) return
  set(isThereAtom, false)
  const inTurn = get(queueAtom)
  inTurn(() => api.page.deleteDraft({ item_id, page_id }, { isBackground: true })).catch(() => set(isThereAtom, true))
})

/** Resets the state for another page; `isThere` says whether the server has a draft of it. */
export const resetServerDraftAtom = atom(null, (get, set, isThere: boolean): void => {
  clearTimeout(get(sendingAtom).timer)
  set(sendingAtom, { timer: undefined, sent: undefined })
  set(serverDraftTimeAtom, '')
  set(lastServerDraftTimeAtom, '')
  set(isThereAtom, isThere)
})
