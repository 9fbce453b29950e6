import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { useParams, useTitle } from '#web/lib/route.ts'
import { LinkIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import { QueryError } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { sharedPagesAtom } from './atoms.ts'
import styles from './shared-page.module.css'
import { SharedText } from './shared-text.tsx'
import { SlimFrame } from './slim-frame.tsx'

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('shared-page')
  useTitle(t('failed'))
  return (
    <>
      <h1 className="visually-hidden">{t('failed')}</h1>
      <QueryError error={error} onRetry={onRetry} failed={t('failed')} />
    </>
  )
}

/** Shown at a public link that does not exist or has expired. */
function LinkEnded() {
  const { t } = useTranslation('shared-page')
  useTitle(t('ended.title'))
  return (
    <SlimFrame>
      <div className={styles.ended}>
        <LinkIcon data-size="32" />
        <h1>{t('ended.title')}</h1>
        <p>{t('ended.why')}</p>
        <p>{t('ended.next')}</p>
      </div>
    </SlimFrame>
  )
}

/** A page opened by its public link: only the page, without a link to its item. */
export function SharedPage() {
  const { unique_key = '' } = useParams()
  const [answer, ask] = useCachedQuery(sharedPagesAtom, unique_key)
  const again = () => void ask('again')
  if (answer && 'value' in answer) return <SharedText page={answer.value} />
  if (answer && isApiError(answer.error, 'linkGone')) return <LinkEnded />
  return (
    <SlimFrame>
      {answer ? (
        <NotLoaded error={answer.error} onRetry={again} />
      ) : (
        <Loading onRetry={again}>
          <div className={styles.column}>
            <SkeletonText lines={8} />
          </div>
        </Loading>
      )}
    </SlimFrame>
  )
}
