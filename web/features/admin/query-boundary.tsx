import type { ReactNode } from 'react'
import { getErrorMessage, getRequestId, isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import styles from './query-boundary.module.css'
import type { QueryState } from './query-state.ts'

/** Boundary around a server query: a skeleton while loading, the error with Retry, dimmed content while reloading. */
export function QueryBoundary<T>(props: {
  asked: QueryState<T>
  onRetry: () => void
  /** Shown until the first response. */
  waiting?: ReactNode
  children: (value: T) => ReactNode
}) {
  const { asked, onRetry, waiting, children } = props
  const { t } = useTranslation('admin')
  if (asked.error !== undefined && !asked.isBusy) {
    const text = isApiError(asked.error, 'adminOnly') ? t('refused.ended') : t('failed')
    return (
      <LoadError
        text={text}
        message={getErrorMessage(asked.error)}
        requestId={getRequestId(asked.error)}
        onRetry={onRetry}
      />
    )
  }
  if (asked.value === undefined) {
    return (
      <Loading onRetry={onRetry}>
        {waiting ?? (
          <div className={styles.waiting}>
            <SkeletonText lines={6} />
          </div>
        )}
      </Loading>
    )
  }
  return (
    <div className={styles.loaded} aria-busy={asked.isBusy || undefined}>
      {children(asked.value)}
    </div>
  )
}
