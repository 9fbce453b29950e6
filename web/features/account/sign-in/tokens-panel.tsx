import { Suspense } from 'react'
import type { CurrentUser } from '#web/features/account/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { TokenForm } from './token-form.tsx'
import { TokenList } from './token-list.tsx'
import styles from './user-centre.module.css'

/** The current user's access tokens and a form to create one. */
export function TokensPanel({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('account')
  return (
    <section className={styles.section}>
      <h2>{t('tokens.title')}</h2>
      <p className={styles.hint}>{t('tokens.text')}</p>
      <Suspense
        fallback={
          <Loading>
            <SkeletonText lines={3} />
          </Loading>
        }
      >
        <ErrorBoundary>
          <TokenList />
        </ErrorBoundary>
        {user.is_sso === '0' ? <TokenForm /> : <p className={styles.hint}>{t('tokens.byLink')}</p>}
      </Suspense>
    </section>
  )
}
