import { useEffect, useRef, useState } from 'react'
import { itemsAtom, useAnswer } from '#web/features/tree/index.tsx'
import { isRefusal } from '#web/lib/api.ts'
import { navigate } from '#web/lib/route.ts'
import { useFresh } from '#web/lib/use-fresh.ts'
import { pagesAtom } from './atoms.ts'
import { Failure } from './failure.tsx'
import { PageNotFound } from './later-screens.tsx'
import { PageView } from './page-view.tsx'
import { useLate } from './use-late.ts'
import { useViewedItem } from './viewed-item.ts'
import { PageWaiting, SheetWaiting } from './viewer-skeleton.tsx'

function Waiting() {
  return useViewedItem().canEditSheet ? <SheetWaiting /> : <PageWaiting />
}

/** What stands for a page that the server does not give: perhaps the item itself may not be read any more. */
function Refused({ page_id }: { page_id: string }) {
  const item = useViewedItem()
  const [answer, askItem] = useAnswer(itemsAtom, item.item_id)
  const asked = useRef(false)
  useEffect(() => {
    if (!asked.current) void askItem(1000)
    asked.current = true
  }, [askItem])
  return answer ? <PageNotFound wanted={page_id} /> : <Waiting />
}

/** A page, or why it cannot be shown. */
function LoadedPage({ page_id }: { page_id: string }) {
  const item = useViewedItem()
  const [answer, ask] = useAnswer(pagesAtom, page_id)
  const page = answer && 'value' in answer ? answer.value : undefined
  const elsewhere = page && page.item_id !== item.item_id ? `/${page.item_id}/${page_id}` : undefined
  useFresh(ask)
  useEffect(() => {
    if (elsewhere) navigate(elsewhere, { replace: true })
  }, [elsewhere])
  if (elsewhere) return null
  if (page) return <PageView page={page} />
  if (!answer || !('error' in answer)) return <Waiting />
  const { error } = answer
  const isRefused = (['pageGone', 'itemPasswordNeeded', 'loginForced', 'badParameter'] as const).some((name) =>
    isRefusal(error, name),
  )
  if (isRefused) return <Refused page_id={page_id} />
  return <Failure error={error} onRetry={() => void ask('again')} />
}

/** Reads a page and shows it. The former page stays for a moment while the next one is on its way. */
export function PageLoader({ page_id }: { page_id: string }) {
  const [answer] = useAnswer(pagesAtom, page_id)
  const [shown, setShown] = useState(page_id)
  const isLate = useLate(shown !== page_id)
  if (answer && shown !== page_id) setShown(page_id)
  return isLate ? <Waiting /> : <LoadedPage key={shown} page_id={shown} />
}
