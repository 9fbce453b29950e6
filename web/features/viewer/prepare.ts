import { getDefaultStore } from 'jotai'
import { userAtom } from '#web/features/session/index.tsx'
import { isPageId } from './addresses.ts'
import { itemsAtom, preloadPageAtom } from './atoms.ts'

/** Asks for the item and the page at an address before anything is drawn; settles when both answers are there. */
export async function prepareViewer({ item = '', page_id }: { item?: string; page_id?: string }): Promise<void> {
  const store = getDefaultStore()
  store.get(userAtom)
  const asked = page_id !== undefined && isPageId(page_id) ? store.set(preloadPageAtom, page_id) : undefined
  await Promise.all([store.set(store.get(itemsAtom).of(item), 1000), asked])
}
