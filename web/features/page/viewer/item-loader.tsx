import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { itemsAtom, onTreeChanged, useCachedQuery } from '#web/features/tree/view/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { navigate, signInPath } from '#web/lib/route.ts'
import { useRefetchOnFocus } from '#web/lib/use-refetch-on-focus.ts'
import { passwordPath } from './addresses.ts'
import { CurrentItemProvider, toCurrentItem } from './current-item.ts'
import { Failure } from './failure.tsx'
import { ItemView } from './item-view.tsx'
import { ItemNotFound } from './lazy-screens.tsx'
import { ViewerSkeleton } from './viewer-skeleton.tsx'

/** Redirects to the screen that asks for the access password. */
export function RedirectToPassword({ itemRef, page_id }: { itemRef: string; page_id: string | undefined }) {
  useEffect(() => navigate(passwordPath(itemRef, page_id), { replace: true }), [itemRef, page_id])
  return null
}

/** Redirects to the sign-in page and back here: this site is open to signed-in users only. */
export function RedirectToSignIn() {
  useEffect(() => navigate(signInPath(), { replace: true }), [])
  return null
}

/** Opens the item of the address, or says why it cannot be opened. */
export function ItemLoader({ itemRef, wanted }: { itemRef: string; wanted: string | undefined }) {
  const items = useAtomValue(itemsAtom)
  const [answer, ask] = useCachedQuery(itemsAtom, itemRef)
  const info = answer && 'value' in answer ? answer.value : undefined
  const item = info && toCurrentItem(info)
  useRefetchOnFocus(ask)
  useEffect(() => {
    if (!item) return
    items.alias(itemRef, item.item_id)
    items.alias(itemRef, item.ref)
  }, [items, item, itemRef])
  const item_id = item?.item_id
  useEffect(() => onTreeChanged((changed) => changed === item_id && void ask(0)), [item_id, ask])
  if (item) {
    return (
      <CurrentItemProvider value={item}>
        <ItemView wanted={wanted} />
      </CurrentItemProvider>
    )
  }
  if (!answer || !('error' in answer)) return <ViewerSkeleton />
  const { error } = answer
  if (isApiError(error, 'itemPasswordNeeded')) return <RedirectToPassword itemRef={itemRef} page_id={wanted} />
  if (isApiError(error, 'loginForced')) return <RedirectToSignIn />
  if (isApiError(error, 'itemUnknown') || isApiError(error, 'badParameter')) return <ItemNotFound itemRef={itemRef} />
  return <Failure error={error} onRetry={() => void ask('again')} />
}
