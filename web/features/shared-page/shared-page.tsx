import { useAnswer } from '#web/features/tree/index.tsx'
import { isRefusal, messageOf, requestIdOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useParams, useTitle } from '#web/lib/route.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { sharedPagesAtom } from './atoms.ts'
import { LinkEnded } from './link-ended.tsx'
import styles from './shared-page.module.css'
import { SharedText } from './shared-text.tsx'
import { SlimFrame } from './slim-frame.tsx'

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('shared-page')
  useTitle(t('failed'))
  return (
    <>
      <h1 className="visually-hidden">{t('failed')}</h1>
      <LoadFailed text={t('failed')} message={messageOf(error)} requestId={requestIdOf(error)} onRetry={onRetry} />
    </>
  )
}

/** One page by its public link, for whoever has the link: the page alone, without a way into its item. */
export function SharedPage() {
  const { unique_key = '' } = useParams()
  const [answer, ask] = useAnswer(sharedPagesAtom, unique_key)
  const again = () => void ask('again')
  if (answer && 'value' in answer) return <SharedText page={answer.value} />
  if (answer && isRefusal(answer.error, 'linkGone')) return <LinkEnded />
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
