import type { ReactNode } from 'react'
import { describeError, type QueryResult } from '#web/lib/query.ts'
import { LoadError } from './load-error.tsx'
import { Loading } from './loading.tsx'
import styles from './query-boundary.module.css'

/** Shows why a query failed, with Retry: for screens that show their errors elsewhere than their values. */
export function QueryError(props: {
  error: unknown
  /** Fetches again. */
  onRetry: () => void
  /** What failed: "The members could not be loaded." */
  failed: string
}) {
  const { error, onRetry, failed } = props
  return <LoadError text={failed} {...describeError(error)} onRetry={onRetry} />
}

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
  if ('error' in result) return <QueryError error={result.error} onRetry={onRetry} failed={failed} />
  if (isBusy === undefined) return children(result.value)
  return (
    <div className={styles.loaded} aria-busy={isBusy || undefined}>
      {children(result.value)}
    </div>
  )
}
