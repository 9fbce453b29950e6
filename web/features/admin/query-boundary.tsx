import type { ReactNode } from 'react'
import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { QueryState } from '#web/lib/query.ts'
import { QueryBoundary as Boundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import styles from './query-boundary.module.css'

/** Boundary around a query of Admin: dimmed content while reloading, and a notice when the right has ended. */
export function QueryBoundary<T>(props: {
  query: QueryState<T>
  /** Shown until the first response. */
  waiting?: ReactNode
  children: (value: T) => ReactNode
}) {
  const { query, waiting, children } = props
  const { result, isBusy, run } = query
  const { t } = useTranslation('admin')
  const isEnded = result && 'error' in result && isApiError(result.error, 'adminOnly')
  const box = (
    <div className={styles.waiting}>
      <SkeletonText lines={6} />
    </div>
  )
  return (
    <Boundary
      result={result && 'error' in result && isBusy ? undefined : result}
      onRetry={() => void run()}
      failed={t(isEnded ? 'refused.ended' : 'failed')}
      waiting={waiting ?? box}
      isBusy={isBusy}
    >
      {children}
    </Boundary>
  )
}
