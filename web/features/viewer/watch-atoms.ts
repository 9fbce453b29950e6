import { atom } from 'jotai'
import { sessionAtom } from '#web/features/session/index.tsx'
import { type Answers, keepAnswers } from '#web/features/tree/index.tsx'
import { api } from '#web/lib/api.ts'

/** The key of those who are not to be asked about: a visitor's question would end at the sign-in page. */
export const nobody = ''

/** Who hears of changes of a page: their uids, by page_id. */
export const watchersAtom = atom((get): Answers<string[]> => {
  void get(sessionAtom)
  return keepAnswers(
    async (page_id, signal) =>
      page_id === nobody ? [] : (await api.subscription.getPageList({ page_id }, { signal })).map(({ uid }) => uid),
    10,
  )
})

/** Lets a person hear of changes of a page, or no more: at once here, and back when the server refuses. @throws its refusal */
export const watchAtom = atom(null, async (get, set, page_id: string, uid: string, on: boolean) => {
  const kept = get(watchersAtom).of(page_id)
  const answer = get(kept)
  const before = answer && 'value' in answer ? answer.value : []
  const others = before.filter((one) => one !== uid)
  void set(kept, { value: on ? [...others, uid] : others })
  try {
    await (on
      ? api.subscription.savePage({ page_id, uids: [Number(uid)] })
      : api.subscription.deletePage({ page_id, uids: [Number(uid)] }))
  } catch (error) {
    void set(kept, { value: before })
    throw error
  }
})
