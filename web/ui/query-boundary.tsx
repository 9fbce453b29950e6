import type { ReactNode } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import type { QueryResult } from '#web/lib/query.ts'
import { LoadError } from './load-error.tsx'
import { Loading } from './loading.tsx'
import styles from './query-boundary.module.css'

/** Shows the value of a query: a placeholder while it loads, the error with Retry when it fails. */
export function QueryBoundary<T>(props: {
  result: QueryResult<T> | undefined
  /** Fetches again. */
  onRetry: () => void
  /** What failed: "The members could not be loaded." */
  failed: string
  /** Shown while the value loads; a spinner by default. */
  waiting?: ReactNode
  /** Whether the next value is loading: the present one is dimmed. */
  isBusy?: boolean
  children: (value: T) => ReactNode
}) {
  const { result, onRetry, failed, waiting, isBusy, children } = props
  if (result === undefined) return <Loading onRetry={onRetry}>{waiting}</Loading>
  if ('error' in result) {
    return (
      <LoadError
        text={failed}
        message={getErrorMessage(result.error)}
        requestId={getRequestId(result.error)}
        onRetry={onRetry}
      />
    )
  }
  if (isBusy === undefined) return children(result.value)
  return (
    <div className={styles.loaded} aria-busy={isBusy || undefined}>
      {children(result.value)}
    </div>
  )
}
