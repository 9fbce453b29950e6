import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { queryFamily } from '#web/lib/query.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'

/** The key of users who are not looked up: a visitor's request would end at the sign-in page. */
export const nobody = ''

/** The users who are notified of changes of a page: their uids, by page_id. */
export const watchersAtom = queryFamily(
  async (page_id, signal) =>
    page_id === nobody ? [] : (await api.subscription.getPageList({ page_id }, { signal })).map(({ uid }) => uid),
  10,
)

const inTurn = createSerialQueue()

/**
 * Turns notifications of changes of a page on or off for a user: at once here, reverted when the server rejects it.
 * @throws the server's error
 */
export const watchAtom = atom(null, async (get, set, page_id: string, uid: string, on: boolean) => {
  const storedAtom = get(watchersAtom).of(page_id)
  const answer = get(storedAtom)
  const before = answer && 'value' in answer ? answer.value : []
  const others = before.filter((one) => one !== uid)
  const shown = on ? [...others, uid] : others
  void set(storedAtom, { value: shown })
  try {
    const whom = { page_id, uids: [Number(uid)] }
    await inTurn(async () => (on ? api.subscription.savePage(whom) : api.subscription.deletePage(whom)))
  } catch (error) {
    const now = get(storedAtom)
    if (now && 'value' in now && now.value === shown) void set(storedAtom, { value: before })
    throw error
  }
})
