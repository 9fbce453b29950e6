import { getDefaultStore, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { isApiError } from '#web/lib/api.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { navigate, useParams } from '#web/lib/route.ts'
import { Loading } from '#web/ui/loading.tsx'
import { decodeAddress, isPageId } from './addresses.ts'
import { pagesAtom, preloadPageAtom } from './atoms.ts'
import { toCurrentItem } from './current-item.ts'
import { Failure } from './failure.tsx'
import { ItemLoader, RedirectToPassword, RedirectToSignIn, SiteBrand } from './item-loader.tsx'
import { ItemNotFound } from './not-found-screens.tsx'

/** Shows one page of an item, for reading. */
export function Viewer() {
  const { item = '', page_id } = useParams()
  const preload = useSetAtom(preloadPageAtom)
  useEffect(() => {
    if (page_id !== undefined && isPageId(page_id)) void preload(page_id) // in parallel with the item, not after it
  }, [page_id, preload])
  return <ItemLoader itemRef={item} wanted={page_id} />
}

/** Shows the models of an item, or one of them. */
export function ModelsViewer() {
  const { item = '', name = '' } = useParams()
  return <ItemLoader itemRef={item} wanted={undefined} model={decodeAddress(name)} />
}

function Redirect({ page_id }: { page_id: string }) {
  const [answer, ask] = useCachedQuery(pagesAtom, page_id)
  const target = answer && 'value' in answer ? `/${answer.value.item_id}/${page_id}` : undefined
  useEffect(() => {
    if (target) navigate(`${target}${window.location.hash}`, { replace: true })
  }, [target])
  if (!answer || !('error' in answer)) return <Loading />
  const { error } = answer
  if (isApiError(error, 'itemPasswordNeeded')) return <RedirectToPassword itemRef="0" page_id={page_id} />
  if (isApiError(error, 'loginForced')) return <RedirectToSignIn />
  if (isApiError(error, 'pageGone') || isApiError(error, 'badParameter')) return <ItemNotFound itemRef="" />
  return <Failure error={error} onRetry={() => void ask('again')} />
}

/** The short address of a page: redirects to the page in its item. */
export function PageRedirect() {
  const { page_id = '' } = useParams()
  if (!isPageId(page_id)) return <ItemNotFound itemRef="" />
  return <Redirect page_id={page_id} />
}

/**
 * Requests the item and the page of an address before anything is rendered; resolves when both responses have arrived.
 */
export async function prepareViewer({ item = '', page_id }: { item?: string; page_id?: string }): Promise<void> {
  const store = getDefaultStore()
  store.get(userAtom)
  const preload = (id: string | undefined) =>
    id !== undefined && isPageId(id) ? store.set(preloadPageAtom, id) : undefined
  const opened = store.get(itemsAtom).of(item)
  const requested = preload(page_id)
  await store.set(opened, 1000)
  const answer = store.get(opened)
  const found = answer && 'value' in answer ? toCurrentItem(answer.value) : undefined
  await Promise.all([
    requested ?? preload(page_id === undefined ? found?.firstPage : undefined),
    found?.site && SiteBrand.load(),
  ])
}
