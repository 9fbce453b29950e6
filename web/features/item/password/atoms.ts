import { atom } from 'jotai'
import { visitGrantsAtom } from '#web/features/account/session/index.tsx'
import { captchaFieldsAtom } from '#web/features/account/sign-in/index.tsx'
import { api } from '#web/lib/api.ts'

/** Submits the access password of an item; the server remembers the visit with a cookie. */
export const openItemAtom = atom(
  null,
  async (get, set, visit: { item_id: string; page_id: string; password: string }) => {
    // A page opened by its id alone does not reveal its item: the URL has 0 there.
    const { item_id, ...rest } = visit
    await api.item.pwd({ ...rest, ...(item_id === '0' ? {} : { item_id }), ...get(captchaFieldsAtom) })
    set(visitGrantsAtom, (visits) => visits + 1)
  },
)
