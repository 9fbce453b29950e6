import { useAtomValue, useSetAtom } from 'jotai'
import { JobButton } from '#web/features/job/index.tsx'
import { userAtom } from '#web/features/session/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ariaShortcut } from '#web/lib/keys.ts'
import { Link, useLocation } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import styles from './header.module.css'
import { SlotPlace } from './header-slot.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { Mark } from './mark.tsx'
import { paletteOpenAtom } from './palette-atoms.ts'
import { ThemeMenu } from './theme-menu.tsx'
import { UserMenu } from './user-menu.tsx'

function SearchBox() {
  const { t } = useTranslation('frame')
  const openPalette = useSetAtom(paletteOpenAtom)
  return (
    <button
      type="button"
      className={styles.search}
      aria-keyshortcuts={ariaShortcut('mod+k')}
      onClick={() => openPalette(true)}
    >
      <SearchIcon />
      <span className={styles.searchText}>{t('search')}</span>
      <Kbd keys="mod+k" />
    </button>
  )
}

function VisitorControls() {
  const { t } = useTranslation('frame')
  const [path] = useLocation()
  const target = path === '/' ? '' : `?redirect=${encodeURIComponent(path)}`
  return (
    <>
      <ThemeMenu />
      <LanguageMenu />
      <ButtonLink to={`/user/login${target}`} size="s">
        {t('signIn')}
      </ButtonLink>
    </>
  )
}

/** The bar over every screen: the whole one for people, a slim one for visitors. */
export function Header() {
  const { t } = useTranslation('frame')
  const user = useAtomValue(userAtom)
  return (
    <header className={styles.header} data-visitor={user === null || undefined} data-no-print="">
      <SlotPlace name="tree" className={styles.slot} />
      <Link
        href={user === null ? '/' : '/item/index'}
        className={styles.brand}
        aria-label={t('home', { site: boot.site_name })}
      >
        <Mark />
        <span className={styles.site}>{boot.site_name}</span>
      </Link>
      <SlotPlace name="item" className={styles.item} />
      <SearchBox />
      <div className={styles.end}>
        <SlotPlace name="actions" className={styles.slot} />
        {user && <JobButton />}
        {user && <UserMenu user={user} />}
        {user === null && <VisitorControls />}
      </div>
    </header>
  )
}
