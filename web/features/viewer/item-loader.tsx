import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { itemsAtom, onTreeChanged, useAnswer } from '#web/features/tree/index.tsx'
import { isRefusal } from '#web/lib/api.ts'
import { navigate, signInPath } from '#web/lib/route.ts'
import { useFresh } from '#web/lib/use-fresh.ts'
import { passwordPath } from './addresses.ts'
import { Failure } from './failure.tsx'
import { ItemView } from './item-view.tsx'
import { ItemNotFound } from './later-screens.tsx'
import { ViewedItemProvider, viewedItem } from './viewed-item.ts'
import { ViewerSkeleton } from './viewer-skeleton.tsx'

/** Leads to the screen that asks for the visit password. */
export function ToPassword({ itemRef, page_id }: { itemRef: string; page_id: string | undefined }) {
  useEffect(() => navigate(passwordPath(itemRef, page_id), { replace: true }), [itemRef, page_id])
  return null
}

/** Leads to the sign-in page and back here: this site is open to those who have signed in. */
export function ToSignIn() {
  useEffect(() => navigate(signInPath(), { replace: true }), [])
  return null
}

/** Opens the item that the address names, or says why it cannot be opened. */
export function ItemLoader({ itemRef, wanted }: { itemRef: string; wanted: string | undefined }) {
  const items = useAtomValue(itemsAtom)
  const [answer, ask] = useAnswer(itemsAtom, itemRef)
  const info = answer && 'value' in answer ? answer.value : undefined
  const item = info && viewedItem(info)
  useFresh(ask)
  useEffect(() => {
    if (!item) return
    items.join(itemRef, item.item_id)
    items.join(itemRef, item.ref)
  }, [items, item, itemRef])
  const item_id = item?.item_id
  useEffect(() => onTreeChanged((changed) => changed === item_id && void ask(0)), [item_id, ask])
  if (item) {
    return (
      <ViewedItemProvider value={item}>
        <ItemView wanted={wanted} />
      </ViewedItemProvider>
    )
  }
  if (!answer || !('error' in answer)) return <ViewerSkeleton />
  const { error } = answer
  if (isRefusal(error, 'itemPasswordNeeded')) return <ToPassword itemRef={itemRef} page_id={wanted} />
  if (isRefusal(error, 'loginForced')) return <ToSignIn />
  if (isRefusal(error, 'itemUnknown') || isRefusal(error, 'badParameter')) return <ItemNotFound itemRef={itemRef} />
  return <Failure error={error} onRetry={() => void ask('again')} />
}
