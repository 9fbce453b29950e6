import { useAtomValue } from 'jotai'
import { LanguageMenu, Logo, ThemeMenu } from '#web/app/layout/index.tsx'
import { sessionAtom, userAtom } from '#web/features/account/session/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { currentLang, type Lang, useTranslation } from '#web/lib/i18n.ts'
import { href, Link, useTitle } from '#web/lib/route.ts'
import { type Theme, themeAtom } from '#web/lib/theme.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { ApiItemIcon, ImportIcon, RegularItemIcon, SheetItemIcon } from '#web/ui/icons.ts'
import { RedirectTo } from '#web/ui/redirect-to.ts'
import { ExportIcon, LockIcon, MembersIcon, PublicIcon } from '#web/ui/screen-icons.ts'
import styles from './home.module.css'
import readingEnDark from './images/reading-en-dark.webp'
import readingEnLight from './images/reading-en-light.webp'
import readingZhDark from './images/reading-zh-dark.webp'
import readingZhLight from './images/reading-zh-light.webp'
import writingEnDark from './images/writing-en-dark.webp'
import writingEnLight from './images/writing-en-light.webp'
import writingZhDark from './images/writing-zh-dark.webp'
import writingZhLight from './images/writing-zh-light.webp'
import { startPath } from './start.ts'

function HomeForUser() {
  const user = useAtomValue(sessionAtom)
  return <RedirectTo path={startPath(boot, Boolean(user)) ?? '/item/index'} />
}

/** The command that starts a self-hosted server: one file, one folder. */
const command = './docstead serve --data ./data'

/** What a screenshot shows. `node scripts/screenshots.ts` takes them again. */
type Scene = 'reading' | 'writing'

const files: Record<Scene, Record<Lang, Record<Theme, string>>> = {
  reading: {
    en: { light: readingEnLight, dark: readingEnDark },
    zh: { light: readingZhLight, dark: readingZhDark },
  },
  writing: {
    en: { light: writingEnLight, dark: writingEnDark },
    zh: { light: writingZhLight, dark: writingZhDark },
  },
}

/** The width and height of the screenshots, in pixels of the file. */
const screenshotSize = { width: 1920, height: 1200 }

// The build gives the addresses relative to the scripts' folder, where the screenshots are.
const nameOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)

/** Returns the URL of a screenshot in a language and a theme. */
const getScreenshotUrl = (scene: Scene, lang: Lang, theme: Theme): string =>
  href(`/assets/${nameOf(files[scene][lang][theme])}`)

/** A screenshot of the product in the reader's language and theme. */
function Screenshot({ scene, alt, later = false }: { scene: Scene; alt: string; later?: boolean }) {
  const theme = useAtomValue(themeAtom)
  return (
    <img
      className={styles.picture}
      src={getScreenshotUrl(scene, currentLang(), theme)}
      alt={alt}
      {...screenshotSize}
      loading={later ? 'lazy' : 'eager'}
      decoding="async"
    />
  )
}

const features = [
  { id: 'api', icon: ApiItemIcon },
  { id: 'data', icon: SheetItemIcon },
  { id: 'manual', icon: RegularItemIcon },
  { id: 'team', icon: MembersIcon },
  { id: 'auto', icon: ImportIcon },
  { id: 'share', icon: PublicIcon },
  { id: 'open', icon: ExportIcon },
  { id: 'own', icon: LockIcon },
] as const

/** The product's features, in a few cards. */
function Features() {
  const { t } = useTranslation('home')
  return (
    <ul className={styles.features}>
      {features.map(({ id, icon: Icon }) => (
        <li key={id} className={styles.feature}>
          <span className={styles.icon}>
            <Icon data-size="20" />
          </span>
          <h3>{t(`card.${id}.title`)}</h3>
          <p>{t(`card.${id}.text`)}</p>
        </li>
      ))}
    </ul>
  )
}

/** The landing page: what the product is, screenshots, and sign-in. */
function Landing() {
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

/** The start page: the landing page or what the site's owner has configured. Decided before anything is painted. */
export function Home() {
  if (boot.home_page === '2' && !boot.setup_needed) return <HomeForUser />
  const path = startPath(boot, false)
  return path ? <RedirectTo path={path} /> : <Landing />
}
