import i18next from 'i18next'
import { atom } from 'jotai'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { api, getRequestId } from '#web/lib/api.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.ts'
import { type CurrentItem, editPath } from './current-item.ts'

/** Creates a page from a template's text and opens it in the editor. */
export const addFromTemplateAtom = atom(null, async (get, set, item: CurrentItem, page_content: string) => {
  const path = currentPath()
  const page_title = i18next.t('viewer:empty.newPage')
  try {
    const { page_id } = await api.page.save({ item_id: item.item_id, page_id: 0, page_title, page_content })
    await set(get(itemsAtom).of(item.item_id), 0)
    if (currentPath() === path) navigate(editPath(item, String(page_id)))
  } catch (error) {
    toast.error(errorText(error), { requestId: getRequestId(error) })
  }
})
