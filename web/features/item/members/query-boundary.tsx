import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import type { QueryAtom } from '#web/lib/query.ts'
import { QueryBoundary as Boundary } from '#web/ui/query-boundary.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './query-boundary.module.css'

/** Skeleton of a list of people. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div className={styles.rows}>
      {Array.from({ length: rows }, (_, at) => at).map((at) => (
        <span key={at} className={styles.row}>
          <Skeleton width={28} height={28} round />
          <Skeleton width={`${30 + ((at * 7) % 20)}%`} />
          <Skeleton width="20%" />
        </span>
      ))}
    </div>
  )
}

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
