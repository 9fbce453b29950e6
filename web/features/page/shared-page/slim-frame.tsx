import type { ReactNode } from 'react'
import { LanguageMenu, OfflineBanner, ThemeMenu } from '#web/app/layout/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import styles from './slim-frame.module.css'

const toTop = () => window.scrollTo({ top: 0, behavior: 'smooth' })

/** A slim header with a title, theme and language, and the content; it has no other links. */
export function SlimFrame(props: {
  title?: string
  /** Shown before theme and language. */
  actions?: ReactNode
  children: ReactNode
}) {
  const { title, actions, children } = props
  const { t } = useTranslation(['shared-page', 'layout'])
  return (
    <>
      <a href="#main" className={styles.skip} data-no-print="">
        {t('layout:skip')}
      </a>
      <header className={styles.bar} data-no-print="">
        {title === undefined ? (
          <span className={styles.title} />
        ) : (
          <button type="button" className={styles.title} title={t('toTop')} onClick={toTop}>
            {title}
          </button>
        )}
        {actions}
        <LanguageMenu />
        <ThemeMenu />
      </header>
      <OfflineBanner />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  )
}
