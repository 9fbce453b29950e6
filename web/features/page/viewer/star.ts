import i18next from 'i18next'
import { atom } from 'jotai'
import { reloadItemsAtom, starAtom } from '#web/features/item/my-items/index.tsx'
import { api, getRequestId } from '#web/lib/api.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { toast } from '#web/ui/toast.ts'
import type { CurrentItem } from './current-item.ts'

/** Stars an item, or removes the star, and shows a notice. */
export const toggleStarAtom = atom(null, async (_get, set, { item_id, name, summary }: CurrentItem) => {
  const turn = async (on: boolean) => {
    await set(starAtom, item_id, on)
    set(reloadItemsAtom)
  }
  const fail = (error: unknown) => void toast.error(errorText(error), { requestId: getRequestId(error) })
  try {
    const card = (await api.item.myList({ with_starred: true })).find((one) => one.item_id === item_id)
    if (!card && summary.visibility !== 'public')
      return void toast.info(localized(() => i18next.t('page-actions:star.foreign', { item: name })))
    const on = card?.is_star !== 1
    await turn(on)
    const undo = () => void turn(!on).catch(fail)
    toast.ok(
      localized(() => i18next.t(on ? 'page-actions:star.on' : 'page-actions:star.off', { item: name })),
      { undo },
    )
  } catch (error) {
    fail(error)
  }
})
