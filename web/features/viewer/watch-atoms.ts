import { atom } from 'jotai'
import { sessionAtom } from '#web/features/session/index.tsx'
import { createQueryCache, type QueryCache } from '#web/features/tree/index.tsx'
import { api } from '#web/lib/api.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'

/** The key of those who are not to be asked about: a visitor's question would end at the sign-in page. */
export const nobody = ''

/** Who hears of changes of a page: their uids, by page_id. */
export const watchersAtom = atom((get): QueryCache<string[]> => {
  void get(sessionAtom)
  return createQueryCache(
    async (page_id, signal) =>
      page_id === nobody ? [] : (await api.subscription.getPageList({ page_id }, { signal })).map(({ uid }) => uid),
    10,
  )
})

const inTurn = createSerialQueue()

/** Lets a person hear of changes of a page, or no more: at once here, and back when the server refuses. @throws its refusal */
export const watchAtom = atom(null, async (get, set, page_id: string, uid: string, on: boolean) => {
  const kept = get(watchersAtom).of(page_id)
  const answer = get(kept)
  const before = answer && 'value' in answer ? answer.value : []
  const others = before.filter((one) => one !== uid)
  const shown = on ? [...others, uid] : others
  void set(kept, { value: shown })
  try {
    const whom = { page_id, uids: [Number(uid)] }
    await inTurn(async () => (on ? api.subscription.savePage(whom) : api.subscription.deletePage(whom)))
  } catch (error) {
    const now = get(kept)
    if (now && 'value' in now && now.value === shown) void set(kept, { value: before })
    throw error
  }
})
