import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link, navigate, useSearchParams, useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { RedirectTo } from '#web/ui/redirect-to.ts'
import { FormCard } from './form-card.tsx'
import { forgetInvitation, keepInvitation, openInvitation } from './invitation-link.ts'
import { getRedirectTarget, IllegalRedirect } from './redirect.tsx'
import { RegisterForm } from './register-form.tsx'

const Invitation = lazyComponent(async () => (await import('./invitation/invitation.tsx')).Invitation)

/** The registration screen; shows a message if registration is closed. */
export function Register() {
  const { t } = useTranslation('account')
  const [query] = useSearchParams()
  const [invitation, setInvitation] = useState(openInvitation)
  useEffect(keepInvitation, [])
  const redirect = query.get('redirect')
  const target = getRedirectTarget(redirect)
  const user = useAtomValue(sessionAtom)
  useTitle(target === undefined ? undefined : t('register.title'))
  if (boot.setup_needed) return <RedirectTo path="/setup" />
  if (target === undefined) return <IllegalRedirect />
  if (invitation !== '') {
    return (
      <LazyBoundary>
        <Invitation
          token={invitation}
          onLeave={() => {
            forgetInvitation()
            setInvitation('')
          }}
        />
      </LazyBoundary>
    )
  }
  if (user) return <RedirectTo path={target} />
  const login = redirect ? `/user/login?redirect=${encodeURIComponent(redirect)}` : '/user/login'
  if (!boot.register_open) {
    return (
      <FormCard title={t('register.closed')} note={t('register.closedText')}>
        <ButtonLink to={login} size="l" wide>
          {t('signIn.title')}
        </ButtonLink>
      </FormCard>
    )
  }
  return (
    <FormCard
      title={t('register.title')}
      foot={
        <>
          {t('register.haveAccount')} <Link href={login}>{t('signIn.title')}</Link>
        </>
      }
    >
      <RegisterForm
        invited={query.get('inviteCode') ?? query.get('invite_code')}
        onDone={() => navigate(target, { replace: true })}
      />
    </FormCard>
  )
}
