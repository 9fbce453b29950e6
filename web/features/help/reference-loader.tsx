import { useAtomValue, useSetAtom } from 'jotai'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx'
import styles from './api-reference.module.css'
import { referenceAtoms, reloadReferenceAtom } from './atoms.ts'
import { ReferenceView } from './reference-view.tsx'

/** A placeholder while the reference loads. */
export function ReferenceWaiting() {
  const reload = useSetAtom(reloadReferenceAtom)
  return (
    <div className={styles.help}>
      <div className={styles.column}>
        <Loading onRetry={reload}>
          <div className={styles.waiting}>
            <Skeleton width={220} height={28} />
            <SkeletonText lines={4} />
            <Skeleton width="36%" height={20} />
            <SkeletonText lines={6} />
          </div>
        </Loading>
      </div>
    </div>
  )
}

function ReferenceFailed({ error }: { error: unknown }) {
  const { t } = useTranslation('help')
  const reload = useSetAtom(reloadReferenceAtom)
  const requestId = getRequestId(error)
  return (
    <div role="alert">
      <h1 className="visually-hidden">{t('title')}</h1>
      <EmptyState
        icon={<ErrorIcon data-size="32" />}
        text={t('failed')}
        help={[getErrorMessage(error), requestId && t('requestId', { requestId })].filter(Boolean).join(' ')}
        action={<Button onClick={reload}>{t('retry')}</Button>}
      />
    </div>
  )
}

/** Loads the reference and shows it, or the error. */
export function ReferenceLoader() {
  useTranslation('help') // another language has another text
  const lang = currentLang()
  const loaded = useAtomValue(referenceAtoms[lang])
  if ('error' in loaded) return <ReferenceFailed error={loaded.error} />
  return <ReferenceView key={lang} reference={loaded.reference} />
}
