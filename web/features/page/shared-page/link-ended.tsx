import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { LinkIcon } from '#web/ui/icons.ts'
import styles from './shared-page.module.css'
import { SlimFrame } from './slim-frame.tsx'

/** Shown at a public link that does not exist or has expired. */
export function LinkEnded() {
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
