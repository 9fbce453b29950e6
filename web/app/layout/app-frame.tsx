import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import styles from './app-frame.module.css'
import { Header } from './header.tsx'
import { OfflineBanner } from './offline-banner.tsx'

/** The header and content of an ordinary screen. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('layout')
  return (
    <>
      <a href="#main" className={styles.skip} data-no-print="">
        {t('skip')}
      </a>
      <Header />
      <OfflineBanner />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  )
}
