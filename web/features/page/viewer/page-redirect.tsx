import { useEffect } from 'react'
import { isApiError } from '#web/lib/api.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { navigate, useParams } from '#web/lib/route.ts'
import { Loading } from '#web/ui/loading.tsx'
import { isPageId } from './addresses.ts'
import { pagesAtom } from './atoms.ts'
import { Failure } from './failure.tsx'
import { RedirectToPassword, RedirectToSignIn } from './item-loader.tsx'
import { ItemNotFound } from './not-found-screens.tsx'

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
