import type { ReactNode } from 'react'
import { boot } from '#web/lib/boot.ts'
import { Link } from '#web/lib/route.ts'
import { LanguageMenu } from './language-menu.tsx'
import { Logo } from './logo.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import styles from './plain-frame.module.css'
import { ThemeMenu } from './theme-menu.tsx'

/** The minimal frame of sign-in, registration, access password and setup: logo, content, language and theme. */
export function PlainFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <OfflineBanner />
      <header className={styles.head}>
        <Link href="/" className={styles.brand}>
          <Logo size={28} />
          {boot.site_name}
        </Link>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={styles.foot}>
        <LanguageMenu />
        <ThemeMenu />
      </footer>
    </div>
  )
}
