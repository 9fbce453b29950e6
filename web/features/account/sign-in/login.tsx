import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link, navigate, useSearchParams, useTitle } from '#web/lib/route.ts'
import { FormCard } from './form-card.tsx'
import { IllegalRedirect } from './illegal-redirect.tsx'
import { getRedirectTarget } from './redirect.ts'
import { RedirectTo } from './redirect-to.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SsoButton } from './sso-button.tsx'

/** The sign-in screen; redirects to the URL's `redirect` or to the item list. */
export function Login() {
  const { t } = useTranslation('account')
  const [query] = useSearchParams()
  const redirect = query.get('redirect')
  const target = getRedirectTarget(redirect)
  const user = useAtomValue(sessionAtom)
  useTitle(target === undefined ? undefined : t('signIn.title'))
  if (boot.setup_needed) return <RedirectTo path="/setup" />
  if (target === undefined) return <IllegalRedirect />
  if (user) return <RedirectTo path={target} />
  const register = redirect ? `/user/register?redirect=${encodeURIComponent(redirect)}` : '/user/register'
  return (
    <FormCard
      title={t('signIn.title')}
      foot={
        boot.register_open && (
          <>
            {t('signIn.noAccount')} <Link href={register}>{t('signIn.register')}</Link>
          </>
        )
      }
    >
      <SignInForm autoFocus onDone={() => navigate(target, { replace: true })} />
      <Suspense>
        <SsoButton redirect={redirect} />
      </Suspense>
    </FormCard>
  )
}
