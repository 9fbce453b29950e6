import { getDefaultStore } from 'jotai'
import { userAtom } from '#web/features/session/index.tsx'
import { isPageId } from './addresses.ts'
import { itemsAtom, preloadPageAtom } from './atoms.ts'
import { viewedItem } from './viewed-item.ts'

/** Asks for the item and the page at an address before anything is drawn; settles when both answers are there. */
export async function prepareViewer({ item = '', page_id }: { item?: string; page_id?: string }): Promise<void> {
  const store = getDefaultStore()
  store.get(userAtom)
  const asked = page_id !== undefined && isPageId(page_id) ? store.set(preloadPageAtom, page_id) : undefined
  const answer = store.get(itemsAtom).of(item)
  await Promise.all([store.set(answer, 1000), asked])
  const info = store.get(answer)
  const first = page_id === undefined && info && 'value' in info ? viewedItem(info.value).firstPage : undefined
  if (first !== undefined) await store.set(preloadPageAtom, first)
}
