import { Suspense } from 'react'
import type { CurrentUser } from '#web/features/account/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'
import styles from './user-centre.module.css'

/** The password form and the list of sessions. */
export function SecurityPanel({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('account')
  return (
    <>
      <section className={styles.section}>
        <h2>{t('change.title')}</h2>
        <p className={styles.hint}>{t(user.is_sso === '0' ? 'change.text' : 'change.otherService')}</p>
        {user.is_sso === '0' && <PasswordForm username={user.username} />}
      </section>
      <section className={styles.section}>
        <h2>{t('sessions.title')}</h2>
        <p className={styles.hint}>{t('sessions.text')}</p>
        <ErrorBoundary>
          <Suspense
            fallback={
              <Loading>
                <SkeletonText lines={4} />
              </Loading>
            }
          >
            <SessionList />
          </Suspense>
        </ErrorBoundary>
      </section>
    </>
  )
}
