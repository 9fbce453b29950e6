import { useAtomValue } from 'jotai'
import { type ComponentType, type LazyExoticComponent, Suspense } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { RedirectTo } from '#web/features/account/sign-in/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSearchParams, useTitle } from '#web/lib/route.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import styles from './admin-console.module.css'
import { AdministratorsOnly } from './administrators-only.tsx'
import { ConsoleNav } from './console-nav.tsx'
import { parseSection, type SectionId } from './sections.ts'

const sections: Record<SectionId, LazyExoticComponent<ComponentType>> = {
  overview: lazyComponent(async () => (await import('./overview/overview.tsx')).Overview),
  users: lazyComponent(async () => (await import('./users/users.tsx')).Users),
  items: lazyComponent(async () => (await import('./items/items.tsx')).Items),
  files: lazyComponent(async () => (await import('./files/files.tsx')).Files),
  settings: lazyComponent(async () => (await import('./settings/settings.tsx')).Settings),
  'sign-in': lazyComponent(async () => (await import('./sign-in/sign-in.tsx')).SignIn),
  announcements: lazyComponent(async () => (await import('./announcements/announcements.tsx')).Announcements),
  audit: lazyComponent(async () => (await import('./audit/audit.tsx')).Audit),
  about: lazyComponent(async () => (await import('./about/about.tsx')).About),
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
        <ErrorBoundary resetKey={section}>
          <Suspense fallback={<Loading />}>
            <Section />
          </Suspense>
        </ErrorBoundary>
      </div>
    </div>
  )
}

/** The administrator console. Its section, filters and page number are in the URL. */
export function AdminConsole() {
  const user = useAtomValue(sessionAtom)
  if (!user) return <RedirectTo path="/user/login?redirect=/admin/index" />
  return user.groupid === '1' ? <Console /> : <AdministratorsOnly />
}
