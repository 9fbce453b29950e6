import { getDefaultStore } from 'jotai'
import { userAtom } from '#web/features/account/session/index.tsx'
import { itemsAtom } from '#web/features/item/tree/index.ts'
import { isPageId } from './addresses.ts'
import { preloadPageAtom } from './atoms.ts'
import { toCurrentItem } from './current-item.ts'

/**
 * Requests the item and the page of an address before anything is rendered; resolves when both responses have arrived.
 */
export async function prepareViewer({ item = '', page_id }: { item?: string; page_id?: string }): Promise<void> {
  const store = getDefaultStore()
  store.get(userAtom)
  const preload = (id: string | undefined) =>
    id !== undefined && isPageId(id) ? store.set(preloadPageAtom, id) : undefined
  const opened = store.get(itemsAtom).of(item)
  const asked = preload(page_id)
  await store.set(opened, 1000)
  const answer = store.get(opened)
  const first = page_id === undefined && answer && 'value' in answer ? toCurrentItem(answer.value).firstPage : undefined
  await (asked ?? preload(first))
}
