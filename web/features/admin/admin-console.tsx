import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link, useSearchParams, useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { HistoryIcon, ImportIcon, InfoIcon, OkIcon, RegularItemIcon } from '#web/ui/icons.ts'
import { type LazyComponent, LazyFallback, lazyComponent } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import cut from '#web/ui/overflow-shadow.module.css'
import { scrollIntoViewOnResize, watchOverflow } from '#web/ui/overflow-shadow.ts'
import { ProblemScreen } from '#web/ui/problem-screen.tsx'
import { RedirectTo } from '#web/ui/redirect-to.ts'
import {
  AnnounceIcon,
  AttachmentIcon,
  DatabaseIcon,
  KeyIcon,
  LockIcon,
  MembersIcon,
  OverviewIcon,
  SendIcon,
  SettingsIcon,
} from '#web/ui/screen-icons.ts'
import styles from './admin-console.module.css'
import { BackupBanner } from './backups/backup-banner.tsx'
import { unsavedSectionsAtom } from './forms/unsaved.ts'
import { parseSection, type SectionId, sectionIds, sectionPath } from './sections.ts'

const sections: Record<SectionId, LazyComponent> = {
  overview: lazyComponent(async () => (await import('./overview/overview.tsx')).Overview),
  health: lazyComponent(async () => (await import('./health/health.tsx')).Health),
  users: lazyComponent(async () => (await import('./users/users.tsx')).Users),
  items: lazyComponent(async () => (await import('./items/items.tsx')).Items),
  files: lazyComponent(async () => (await import('./files/files.tsx')).Files),
  settings: lazyComponent(async () => (await import('./settings/settings.tsx')).Settings),
  'sign-in': lazyComponent(async () => (await import('./sign-in/sign-in.tsx')).SignIn),
  mail: lazyComponent(async () => (await import('./mail/mail.tsx')).Mail),
  announcements: lazyComponent(async () => (await import('./announcements/announcements.tsx')).Announcements),
  backups: lazyComponent(async () => (await import('./backups/backups.tsx')).Backups),
  showdoc: lazyComponent(async () => (await import('./showdoc/showdoc.tsx')).Showdoc),
  audit: lazyComponent(async () => (await import('./audit/audit.tsx')).Audit),
  about: lazyComponent(async () => (await import('./about/about.tsx')).About),
}

const icons: Record<SectionId, typeof InfoIcon> = {
  overview: OverviewIcon,
  health: OkIcon,
  users: MembersIcon,
  items: RegularItemIcon,
  files: AttachmentIcon,
  settings: SettingsIcon,
  'sign-in': KeyIcon,
  mail: SendIcon,
  announcements: AnnounceIcon,
  backups: DatabaseIcon,
  showdoc: ImportIcon,
  audit: HistoryIcon,
  about: InfoIcon,
}

/** Navigation of Admin: a list at the side, or a row of chips on narrow screens. */
function ConsoleNav({ section }: { section: SectionId }) {
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

function Console() {
  const { t } = useTranslation('admin')
  const [query] = useSearchParams()
  const section = parseSection(query)
  const Section = sections[section]
  useTitle(`${t(`section.${section}`)} · ${t('title')}`)
  return (
    <div className={styles.console}>
      <ConsoleNav section={section} />
      <div className={styles.content}>
        <BackupBanner isLinked={section !== 'backups'} />
        <ErrorBoundary resetKey={section}>
          <LazyFallback fallback={<Loading />}>
            <Section />
          </LazyFallback>
        </ErrorBoundary>
      </div>
    </div>
  )
}

/** Notice for a signed-in user who is not an administrator. */
function AdministratorsOnly() {
  const { t } = useTranslation('admin')
  useTitle(t('refused.title'))
  return (
    <ProblemScreen
      icon={<LockIcon data-size="32" />}
      title={t('refused.title')}
      text={t('refused.text')}
      actions={
        <ButtonLink to="/item/index" variant="primary">
          {t('refused.action')}
        </ButtonLink>
      }
    />
  )
}

/** The screens of Admin. Section, filters and page number are in the URL. */
export function AdminConsole() {
  const user = useAtomValue(sessionAtom)
  if (!user) return <RedirectTo path="/user/login?redirect=/admin/index" />
  return user.groupid === '1' ? <Console /> : <AdministratorsOnly />
}
