import { atom } from 'jotai'
import { captchaFieldsAtom } from '#web/features/account/index.tsx'
import { api } from '#web/lib/api.ts'

/** Gives the visit password of an item; the server remembers the visit with a cookie. */
export const openItemAtom = atom(
  null,
  async (get, _set, visit: { item_id: string; page_id: string; password: string }) => {
    await api.item.pwd({ ...visit, ...get(captchaFieldsAtom) })
  },
)
