import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { RowsSkeleton } from '#web/features/item/members/index.tsx'
import { getErrorMessage, getRequestId, isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { QueryAtom } from '#web/lib/query-atom.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { NoTeam } from './no-team.tsx'

/** Boundary around a team query: a skeleton first, the error when it fails, and a notice when there is no such team. */
export function QueryBoundary<T>(props: { from: QueryAtom<T>; children: (value: T) => ReactNode }) {
  const { from, children } = props
  const { t } = useTranslation('team')
  const [told, ask] = useAtom(from)
  if (told === undefined)
    return (
      <Loading onRetry={() => void ask()}>
        <RowsSkeleton rows={4} />
      </Loading>
    )
  if ('value' in told) return children(told.value)
  if (isApiError(told.error, 'teamGone') || isApiError(told.error, 'badParameter')) return <NoTeam />
  return (
    <LoadError
      text={t('failed')}
      message={getErrorMessage(told.error)}
      requestId={getRequestId(told.error)}
      onRetry={() => void ask()}
    />
  )
}
