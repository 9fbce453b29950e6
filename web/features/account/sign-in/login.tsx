import { useAtomValue } from 'jotai'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue } from '#web/lib/query.ts'
import { href, Link, navigate, useSearchParams, useTitle } from '#web/lib/route.ts'
import { ExternalIcon } from '#web/ui/icons.ts'
import { ssoLabelAtom } from './atoms.ts'
import { FormCard } from './form-card.tsx'
import styles from './login.module.css'
import { mailScreens } from './mail-links.tsx'
import { getRedirectTarget, IllegalRedirect, RedirectTo } from './redirect.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The single sign-on button with the site's own label; nothing if the site has none. */
function SsoButton({ redirect }: { redirect: string | null }) {
  const { t } = useTranslation('account')
  const tips = queryValue(useAtomValue(ssoLabelAtom)) // signing in with the password works without it
  if (tips === undefined) return null
  const query = redirect ? `?${new URLSearchParams({ redirect })}` : ''
  return (
    <div className={styles.other}>
      <p className={styles.or}>{t('signIn.or')}</p>
      <a className={styles.entry} href={href(`/api/ExtLogin/oauth2${query}`)}>
        <ExternalIcon />
        {tips || t('signIn.otherService')}
      </a>
    </div>
  )
}

/** The sign-in screen, or that of a link in a mail, which `do` in its URL names. */
export function Login() {
  const [query] = useSearchParams()
  const action = query.get('do') ?? ''
  const MailScreen = Object.hasOwn(mailScreens, action) ? mailScreens[action as keyof typeof mailScreens] : undefined
  return MailScreen ? <MailScreen /> : <SignIn />
}

/** Signs in; redirects to the URL's `redirect` or to the item list. */
function SignIn() {
  const { t } = useTranslation(['account', 'mail'])
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
        <>
          <Link href="/user/login?do=forgot-password">{t('mail:forgotten.link')}</Link>
          {boot.register_open && (
            <>
              {' · '}
              {t('signIn.noAccount')} <Link href={register}>{t('signIn.register')}</Link>
            </>
          )}
        </>
      }
    >
      <SignInForm autoFocus onDone={() => navigate(target, { replace: true })} />
      <SsoButton redirect={redirect} />
    </FormCard>
  )
}
