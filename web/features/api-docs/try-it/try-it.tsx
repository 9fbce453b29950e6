import { useState } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useQuery } from '#web/lib/use-query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { type TryItContext, tryItContextAtom } from './atoms.ts'
import { CallForm } from './call-form.tsx'
import { readDraft } from './draft.ts'
import type { TryItProps } from './try-it-props.ts'

/** Sends the request that a page describes, and shows the response. */
export function TryIt(props: TryItProps) {
  const { text, item_id } = props
  const { t } = useTranslation('api-call')
  const [read, again] = useQuery(item_id, () => tryItContextAtom(item_id))
  // keep the known context during a reload: a dialog on top of it may be open
  const [kept, setKept] = useState<{ item_id: string; around: TryItContext }>()
  if (read && 'value' in read && kept?.around !== read.value) setKept({ item_id, around: read.value })
  const around = kept?.item_id === item_id ? kept.around : undefined
  if (!around && read && 'error' in read) {
    const { error } = read
    return (
      <LoadError text={t('failed')} message={getErrorMessage(error)} requestId={getRequestId(error)} onRetry={again} />
    )
  }
  if (!around)
    return (
      <Loading onRetry={again}>
        <SkeletonText lines={6} />
      </Loading>
    )
  const draft = readDraft(text, around.globals)
  if (!draft) return <Banner>{t('notHttp')}</Banner>
  return <CallForm {...props} draft={draft} environments={around.environments} onEnvironments={again} />
}
