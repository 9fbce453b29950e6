import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link, navigate, useSearchParams, useTitle } from '#web/lib/route.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { FormCard } from './form-card.tsx'
import { getRedirectTarget, IllegalRedirect, RedirectTo } from './redirect.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SsoButton } from './sso-button.tsx'

const ForcedSetUp = lazyComponent(async () => (await import('./second-step/forced-set-up.tsx')).ForcedSetUp)

/**
 * Returns the ticket with which another service leads here after the first step of a sign-in, `#ticket=`, once; it does
 * not stay in the address.
 */
function takeTicket(): string | undefined {
  const { hash, pathname, search } = window.location
  const ticket = new URLSearchParams(hash.slice(1)).get('ticket') ?? undefined
  if (ticket !== undefined) window.history.replaceState(window.history.state, '', pathname + search)
  return ticket
}

/** The sign-in screen; redirects to the URL's `redirect` or to the item list. */
export function Login() {
  const { t } = useTranslation('account')
  const [query] = useSearchParams()
  const [ticket] = useState(takeTicket)
  const redirect = query.get('redirect')
  const target = getRedirectTarget(redirect)
  const user = useAtomValue(sessionAtom)
  useTitle(target === undefined ? undefined : t('signIn.title'))
  if (boot.setup_needed) return <RedirectTo path="/setup" />
  if (target === undefined) return <IllegalRedirect />
  if (user?.needs_second_step)
    return (
      <LazyBoundary>
        <ForcedSetUp />
      </LazyBoundary>
    )
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
      <SignInForm autoFocus ticket={ticket} onDone={() => navigate(target, { replace: true })} />
      <SsoButton redirect={redirect} />
    </FormCard>
  )
}
