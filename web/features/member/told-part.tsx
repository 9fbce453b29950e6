import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { messageOf, requestIdOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { ToldAtom } from '#web/lib/told.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

/** A part that stands on an answer of the server: grey rows while it is on the way, why not and Retry when it does not come. */
export function ToldPart<T>(props: { from: ToldAtom<T>; rows?: number; children: (value: T) => ReactNode }) {
  const { from, rows = 3, children } = props
  const { t } = useTranslation('member')
  const [told, ask] = useAtom(from)
  if (told === undefined)
    return (
      <Loading onRetry={() => void ask()}>
        <RowsSkeleton rows={rows} />
      </Loading>
    )
  if ('error' in told)
    return (
      <LoadFailed
        text={t('failed')}
        message={messageOf(told.error)}
        requestId={requestIdOf(told.error)}
        onRetry={() => void ask()}
      />
    )
  return children(told.value)
}
