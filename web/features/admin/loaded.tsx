import type { ReactNode } from 'react'
import { isRefusal, messageOf, requestIdOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import type { Asked } from './asked.ts'
import styles from './loaded.module.css'

/** An answer of the server: grey lines until it is there, why and Retry when it was refused, paler while the next one comes. */
export function Loaded<T>(props: {
  asked: Asked<T>
  onRetry: () => void
  /** What stands there until the first answer. */
  waiting?: ReactNode
  children: (value: T) => ReactNode
}) {
  const { asked, onRetry, waiting, children } = props
  const { t } = useTranslation('admin')
  if (asked.error !== undefined && !asked.isBusy) {
    const text = isRefusal(asked.error, 'adminOnly') ? t('refused.ended') : t('failed')
    return (
      <LoadFailed text={text} message={messageOf(asked.error)} requestId={requestIdOf(asked.error)} onRetry={onRetry} />
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
