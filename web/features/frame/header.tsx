import { useAtomValue, useSetAtom } from 'jotai'
import { JobButton } from '#web/features/job/index.tsx'
import { userAtom } from '#web/features/session/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ariaShortcut } from '#web/lib/keys.ts'
import { Link } from '#web/lib/route.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { SearchIcon, SwitchIcon } from '#web/ui/icons.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { later } from '#web/ui/later.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import styles from './header.module.css'
import { SlotPlace } from './header-slot.tsx'
import { Mark } from './mark.tsx'
import { paletteOpenAtom } from './palette-atoms.ts'

const ItemSwitcher = later(async () => (await import('./item-switcher.tsx')).ItemSwitcher)
const PersonControls = later(async () => (await import('./person-controls.tsx')).PersonControls)
const VisitorControls = later(async () => (await import('./visitor-controls.tsx')).VisitorControls, 'first')

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

/** The bar over every screen: the whole one for people, a slim one for visitors. Its menus come after the page. */
export function Header() {
  const { t } = useTranslation('frame')
  const user = useAtomValue(userAtom)
  const links = user?.groupid === '1' ? 4 : 3
  return (
    <header className={styles.header} data-visitor={user === null || undefined} data-no-print="">
      <div className={styles.start}>
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
        {user && (
          <span className={styles.switcher}>
            <OnDemand
              fallback={
                <span className={styles.switch}>
                  <b>{t('items')}</b>
                  <SwitchIcon />
                </span>
              }
            >
              <ItemSwitcher uid={user.uid} />
            </OnDemand>
          </span>
        )}
        <SlotPlace name="itemMenu" className={styles.slot} />
      </div>
      <SearchBox />
      <div className={styles.end}>
        {user && <JobButton />}
        {user && (
          <OnDemand
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
          </OnDemand>
        )}
        {user === null && (
          <OnDemand>
            <VisitorControls />
          </OnDemand>
        )}
      </div>
    </header>
  )
}
