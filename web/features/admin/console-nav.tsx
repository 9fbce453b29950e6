import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import {
  AnnounceIcon,
  AttachmentIcon,
  HistoryIcon,
  InfoIcon,
  KeyIcon,
  MembersIcon,
  OverviewIcon,
  RegularItemIcon,
  SettingsIcon,
} from '#web/ui/icons.ts'
import cut from '#web/ui/overflow-shadow.module.css'
import { scrollIntoViewOnResize, watchOverflow } from '#web/ui/overflow-shadow.ts'
import styles from './admin-console.module.css'
import { unsavedSectionsAtom } from './forms/unsaved.ts'
import { type SectionId, sectionIds, sectionPath } from './sections.ts'

const icons: Record<SectionId, typeof InfoIcon> = {
  overview: OverviewIcon,
  users: MembersIcon,
  items: RegularItemIcon,
  files: AttachmentIcon,
  settings: SettingsIcon,
  'sign-in': KeyIcon,
  announcements: AnnounceIcon,
  audit: HistoryIcon,
  about: InfoIcon,
}

/** Navigation of the console: a list at the side, or a row of chips on narrow screens. */
export function ConsoleNav({ section }: { section: SectionId }) {
  const { t } = useTranslation('admin')
  const unsaved = useAtomValue(unsavedSectionsAtom)
  const list = useRef<HTMLUListElement>(null)
  const current = useRef<HTMLLIElement>(null)
  // keep the current section visible when the window becomes narrower
  useEffect(() => {
    return list.current ? scrollIntoViewOnResize(list.current, () => current.current) : undefined
  }, [section])
  useEffect(() => (list.current ? watchOverflow(list.current, 'row') : undefined), [])
  return (
    <nav className={styles.nav} aria-label={t('title')}>
      <p className={styles.name}>{t('title')}</p>
      <ul ref={list} className={cut.row}>
        {sectionIds.map((id) => {
          const Icon = icons[id]
          return (
            <li key={id} ref={id === section ? current : undefined}>
              <Link href={sectionPath(id)} className={styles.link} aria-current={id === section ? 'page' : undefined}>
                <Icon />
                {t(`section.${id}`)}
                {unsaved.has(id) && (
                  <span className={styles.unsaved}>
                    <span className="visually-hidden">{t('unsaved')}</span>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
