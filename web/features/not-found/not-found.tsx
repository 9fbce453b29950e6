import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import styles from './not-found.module.css'

/** What stands at an address where nothing is. */
export function NotFound() {
  const { t } = useTranslation('not-found')
  useTitle(t('title'))
  return (
    <div className={styles.screen}>
      <p className={styles.code}>404</p>
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.text}>{t('text')}</p>
      <div className={styles.actions}>
        <ButtonLink to="/item/index" variant="primary">
          {t('items')}
        </ButtonLink>
        <ButtonLink to="/">{t('home')}</ButtonLink>
      </div>
    </div>
  )
}
