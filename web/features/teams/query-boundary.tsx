import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { RowsSkeleton } from '#web/features/item/members/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { QueryAtom } from '#web/lib/query.ts'
import { QueryBoundary as Boundary } from '#web/ui/query-boundary.tsx'
import { NoTeam } from './no-team.tsx'

/** Boundary around a query of a team: skeleton rows while loading, and a notice when there is no such team. */
export function QueryBoundary<T>(props: { from: QueryAtom<T>; children: (value: T) => ReactNode }) {
  const { from, children } = props
  const { t } = useTranslation('team')
  const [result, run] = useAtom(from)
  if (
    result &&
    'error' in result &&
    (['teamGone', 'badParameter'] as const).some((name) => isApiError(result.error, name))
  )
    return <NoTeam />
  return (
    <Boundary result={result} onRetry={() => void run()} failed={t('failed')} waiting={<RowsSkeleton rows={4} />}>
      {children}
    </Boundary>
  )
}
