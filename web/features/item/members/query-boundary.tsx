import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import type { QueryAtom } from '#web/lib/query.ts'
import { QueryBoundary as Boundary } from '#web/ui/query-boundary.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

/** Boundary around a query of members: skeleton rows while loading. */
export function QueryBoundary<T>(props: { from: QueryAtom<T>; rows?: number; children: (value: T) => ReactNode }) {
  const { from, rows = 3, children } = props
  const { t } = useTranslation('member')
  const [result, run] = useAtom(from)
  return (
    <Boundary result={result} onRetry={() => void run()} failed={t('failed')} waiting={<RowsSkeleton rows={rows} />}>
      {children}
    </Boundary>
  )
}
