import { useEffect, useRef, useState } from 'react'
import { itemsAtom, useCachedQuery } from '#web/features/tree/view/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { navigate } from '#web/lib/route.ts'
import { useRefetchOnFocus } from '#web/lib/use-refetch-on-focus.ts'
import { pagesAtom } from './atoms.ts'
import { useCurrentItem } from './current-item.ts'
import { Failure } from './failure.tsx'
import { PageNotFound } from './lazy-screens.tsx'
import { PageView } from './page-view.tsx'
import { useDelayed } from './use-delayed.ts'
import { PagePlaceholder, SheetPlaceholder } from './viewer-skeleton.tsx'

function Waiting() {
  return useCurrentItem().canEditSheet ? <SheetPlaceholder /> : <PagePlaceholder />
}

/** Replaces a page that the server does not return: perhaps the item itself is no longer readable. */
function Refused({ page_id }: { page_id: string }) {
  const item = useCurrentItem()
  const [answer, askItem] = useCachedQuery(itemsAtom, item.item_id)
  const asked = useRef(false)
  useEffect(() => {
    if (!asked.current) void askItem(1000)
    asked.current = true
  }, [askItem])
  return answer ? <PageNotFound wanted={page_id} /> : <Waiting />
}

/** Shows a page, or why it cannot be shown. */
function LoadedPage({ page_id }: { page_id: string }) {
  const item = useCurrentItem()
  const [answer, ask] = useCachedQuery(pagesAtom, page_id)
  const page = answer && 'value' in answer ? answer.value : undefined
  const elsewhere = page && page.item_id !== item.item_id ? `/${page.item_id}/${page_id}` : undefined
  useRefetchOnFocus(ask)
  useEffect(() => {
    if (elsewhere) navigate(elsewhere, { replace: true })
  }, [elsewhere])
  if (elsewhere) return null
  if (page) return <PageView page={page} />
  if (!answer || !('error' in answer)) return <Waiting />
  const { error } = answer
  const isRefused = (['pageGone', 'itemPasswordNeeded', 'loginForced', 'badParameter'] as const).some((name) =>
    isApiError(error, name),
  )
  if (isRefused) return <Refused page_id={page_id} />
  return <Failure error={error} onRetry={() => void ask('again')} />
}

/** Loads a page and shows it. The former page stays for a moment while the next one loads. */
export function PageLoader({ page_id }: { page_id: string }) {
  const [answer] = useCachedQuery(pagesAtom, page_id)
  const [shown, setShown] = useState(page_id)
  const isLate = useDelayed(shown !== page_id)
  if (answer && shown !== page_id) setShown(page_id)
  return isLate ? <Waiting /> : <LoadedPage key={shown} page_id={shown} />
}
