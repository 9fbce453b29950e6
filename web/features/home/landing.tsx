import { useAtomValue } from 'jotai'
import { LanguageMenu, Mark, ThemeMenu } from '#web/features/frame/index.tsx'
import { userAtom } from '#web/features/session/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ApiItemIcon, RegularItemIcon, SheetItemIcon } from '#web/ui/icons.ts'
import styles from './landing.module.css'

const features = [
  { title: 'api.title', text: 'api.text', icon: <ApiItemIcon data-size="20" /> },
  { title: 'data.title', text: 'data.text', icon: <SheetItemIcon data-size="20" /> },
  { title: 'manual.title', text: 'manual.text', icon: <RegularItemIcon data-size="20" /> },
] as const

/** The landing page: what this site is, and the way in. */
export function Landing() {
  const { t } = useTranslation('home')
  const user = useAtomValue(userAtom)
  useTitle('')
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <span className={styles.brand}>
          <Mark size={28} />
          {boot.site_name}
        </span>
        <nav className={styles.nav} aria-label={t('nav')} data-known={user !== undefined || undefined}>
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
        <h1 className={styles.claim}>{t('claim')}</h1>
        <p className={styles.text}>{t('text')}</p>
        <div className={styles.actions} data-known={user !== undefined || undefined}>
          <ButtonLink to={user ? '/item/index' : '/user/login'} variant="primary" size="l">
            {t(user ? 'goToItems' : 'start')}
          </ButtonLink>
          {!user && boot.register_open && (
            <ButtonLink to="/user/register" size="l">
              {t('register')}
            </ButtonLink>
          )}
        </div>
        <ul className={styles.features}>
          {features.map(({ title, text, icon }) => (
            <li key={title} className={styles.feature}>
              <span className={styles.icon}>{icon}</span>
              <h2>{t(title)}</h2>
              <p>{t(text)}</p>
            </li>
          ))}
        </ul>
      </main>
      <footer className={styles.foot}>
        {boot.beian && <span>{boot.beian}</span>}
        <span>{t('version', { version: boot.version })}</span>
      </footer>
    </div>
  )
}
