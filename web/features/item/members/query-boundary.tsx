import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { QueryAtom } from '#web/lib/query-atom.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

/** Boundary around a server query: skeleton rows while loading, and the error with Retry when it fails. */
export function QueryBoundary<T>(props: { from: QueryAtom<T>; rows?: number; children: (value: T) => ReactNode }) {
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
      <LoadError
        text={t('failed')}
        message={getErrorMessage(told.error)}
        requestId={getRequestId(told.error)}
        onRetry={() => void ask()}
      />
    )
  return children(told.value)
}
