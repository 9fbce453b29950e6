import { useAtomValue } from 'jotai'
import { type ComponentType, type LazyExoticComponent, Suspense } from 'react'
import { RedirectTo } from '#web/features/account/index.tsx'
import { sessionAtom } from '#web/features/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSearchParams, useTitle } from '#web/lib/route.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { later } from '#web/ui/later.tsx'
import { Loading } from '#web/ui/loading.tsx'
import styles from './admin-console.module.css'
import { AdministratorsOnly } from './administrators-only.tsx'
import { ConsoleNav } from './console-nav.tsx'
import { type SectionId, sectionOf } from './sections.ts'

const sections: Record<SectionId, LazyExoticComponent<ComponentType>> = {
  overview: later(async () => (await import('./overview/overview.tsx')).Overview),
  users: later(async () => (await import('./users/users.tsx')).Users),
  items: later(async () => (await import('./items/items.tsx')).Items),
  files: later(async () => (await import('./files/files.tsx')).Files),
  settings: later(async () => (await import('./settings/settings.tsx')).Settings),
  'sign-in': later(async () => (await import('./sign-in/sign-in.tsx')).SignIn),
  announcements: later(async () => (await import('./announcements/announcements.tsx')).Announcements),
  audit: later(async () => (await import('./audit/audit.tsx')).Audit),
  about: later(async () => (await import('./about/about.tsx')).About),
}

function Console() {
  const { t } = useTranslation('admin')
  const [query] = useSearchParams()
  const section = sectionOf(query)
  const Section = sections[section]
  useTitle(`${t(`section.${section}`)} · ${t('title')}`)
  return (
    <div className={styles.console}>
      <ConsoleNav section={section} />
      <div className={styles.content}>
        <ErrorBoundary resetKey={section}>
          <Suspense fallback={<Loading />}>
            <Section />
          </Suspense>
        </ErrorBoundary>
      </div>
    </div>
  )
}

/** The administrator console. Its parts, their filters and pages stand in the address. */
export function AdminConsole() {
  const user = useAtomValue(sessionAtom)
  if (!user) return <RedirectTo path="/user/login?redirect=/admin/index" />
  return user.groupid === '1' ? <Console /> : <AdministratorsOnly />
}
