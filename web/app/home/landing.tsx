import { useAtomValue } from 'jotai'
import { LanguageMenu, Logo, ThemeMenu } from '#web/app/layout/index.tsx'
import { userAtom } from '#web/features/account/session/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href, Link, useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Features } from './features.tsx'
import styles from './landing.module.css'
import { Screenshot } from './screenshot.tsx'

/** The command that starts a self-hosted server: one file, one folder. */
const command = './docstead serve --data ./data'

/** The landing page: what the product is, screenshots, and sign-in. */
export function Landing() {
  const { t } = useTranslation('home')
  const user = useAtomValue(userAtom)
  const known = user !== undefined || undefined
  useTitle('')
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <span className={styles.brand}>
          <Logo size={28} />
          {boot.site_name}
        </span>
        <nav className={styles.nav} aria-label={t('nav')} data-known={known}>
          <span className={styles.places}>
            <a href="#features">{t('features')}</a>
            <Link href="/help">{t('guide')}</Link>
            <Link href="/help/api">{t('reference')}</Link>
          </span>
          <LanguageMenu />
          <ThemeMenu />
          {user ? (
            <ButtonLink to="/item/index">{t('myItems')}</ButtonLink>
          ) : (
            <ButtonLink to="/user/login">{t('signIn')}</ButtonLink>
          )}
        </nav>
      </header>
      <main id="main" className={styles.main}>
        <section className={styles.hero}>
          <h1 className={styles.claim}>{t('claim')}</h1>
          <p className={styles.text}>{t('text')}</p>
          <div className={styles.actions} data-known={known}>
            <ButtonLink to={user ? '/item/index' : '/user/login'} variant="primary" size="l">
              {t(user ? 'goToItems' : 'start')}
            </ButtonLink>
            {!user && boot.register_open ? (
              <ButtonLink to="/user/register" size="l">
                {t('register')}
              </ButtonLink>
            ) : (
              <ButtonLink to="/help" size="l">
                {t('readGuide')}
              </ButtonLink>
            )}
          </div>
          <Screenshot scene="reading" alt={t('picture.reading')} />
        </section>
        <section id="features" className={styles.section}>
          <h2>{t('featuresTitle')}</h2>
          <Features />
        </section>
        <section className={styles.section}>
          <h2>{t('writing.title')}</h2>
          <p className={styles.text}>{t('writing.text')}</p>
          <Screenshot scene="writing" alt={t('picture.writing')} later />
        </section>
        <section className={styles.install}>
          <h2>{t('install.title')}</h2>
          <p className={styles.text}>{t('install.text')}</p>
          <div className={styles.command}>
            <CopyField label={t('install.label')} value={command} />
          </div>
        </section>
      </main>
      <footer className={styles.foot}>
        {boot.beian && <span>{boot.beian}</span>}
        <a href={href('/licences.txt')}>{t('licences')}</a>
        <Link href="/help">{t('guide')}</Link>
        <Link href="/help/api">{t('reference')}</Link>
        <span>{t('version', { version: boot.version })}</span>
      </footer>
    </div>
  )
}
