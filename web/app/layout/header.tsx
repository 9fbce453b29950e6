import { useAtomValue, useSetAtom } from 'jotai'
import { userAtom } from '#web/features/account/session/index.tsx'
import { JobButton } from '#web/features/jobs/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { ariaShortcut } from '#web/lib/shortcuts.ts'
import { loadStyles } from '#web/lib/styles.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { SearchIcon, SwitchIcon } from '#web/ui/icons.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import styles from './header.module.css'
import { SlotTarget } from './header-slot.tsx'
import { Logo } from './logo.tsx'
import { paletteOpenAtom, paletteWantedAtom } from './palette-atoms.ts'

const ItemSwitcher = lazyComponent(async () => (await import('./item-switcher.tsx')).ItemSwitcher)
const PersonControls = lazyComponent(async () => {
  loadStyles('rest').catch(() => undefined) // in parallel with the scripts that wait for them, and report a failure
  return (await import('./user-controls.tsx')).UserControls
})
const VisitorControls = lazyComponent(async () => (await import('./visitor-controls.tsx')).VisitorControls, 'first')

function SearchBox() {
  const { t } = useTranslation('layout')
  const openPalette = useSetAtom(paletteOpenAtom)
  const want = useSetAtom(paletteWantedAtom)
  return (
    <button
      type="button"
      className={styles.search}
      aria-keyshortcuts={ariaShortcut('mod+k')}
      onClick={() => openPalette(true)}
      onPointerEnter={() => want(true)}
      onFocus={() => want(true)}
    >
      <SearchIcon />
      <span className={styles.searchText}>{t('search')}</span>
      <Kbd keys="mod+k" />
    </button>
  )
}

/** The header of every screen: complete for users, slim for visitors. Its menus load after the page. */
export function Header() {
  const { t } = useTranslation('layout')
  const user = useAtomValue(userAtom)
  const links = user?.groupid === '1' ? 4 : 3
  return (
    <header className={styles.header} data-visitor={user === null || undefined} data-no-print="">
      <div className={styles.start}>
        <SlotTarget name="tree" className={styles.slot} />
        <Link
          href={user === null ? '/' : '/item/index'}
          className={styles.brand}
          aria-label={t('home', { site: boot.site_name })}
        >
          <Logo />
          <span className={styles.site}>{boot.site_name}</span>
        </Link>
        <SlotTarget name="item" className={styles.item} />
        {user && (
          <span className={styles.switcher}>
            <LazyBoundary
              fallback={
                <span className={styles.switch}>
                  <b>{t('items')}</b>
                  <SwitchIcon />
                </span>
              }
            >
              <ItemSwitcher uid={user.uid} />
            </LazyBoundary>
          </span>
        )}
        <SlotTarget name="itemMenu" className={styles.slot} />
      </div>
      <SearchBox />
      <div className={styles.end}>
        {user && <JobButton />}
        {user && (
          <LazyBoundary
            fallback={
              <>
                {Array.from({ length: links }, (_, at) => (
                  <i key={`${at}`} className={styles.room} data-bell={at === 0 || undefined} />
                ))}
                <span className={styles.user}>
                  <Avatar name={user.name || user.username} size={28} />
                </span>
              </>
            }
          >
            <PersonControls user={user} />
          </LazyBoundary>
        )}
        {user === null && (
          <LazyBoundary>
            <VisitorControls />
          </LazyBoundary>
        )}
      </div>
    </header>
  )
}
