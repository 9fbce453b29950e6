import { useAtomValue } from 'jotai'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue } from '#web/lib/query.ts'
import { Link, navigate, useSearchParams, useTitle } from '#web/lib/route.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { RedirectTo } from '#web/ui/redirect-to.ts'
import { hasPasskeysAtom, providersAtom } from './atoms.ts'
import styles from './form.module.css'
import { FormCard } from './form-card.tsx'
import { mailScreens } from './mail-links.tsx'
import { getRedirectTarget, IllegalRedirect } from './redirect.tsx'
import { SignInForm } from './sign-in-form.tsx'

const ForcedSetUp = lazyComponent(async () => (await import('./second-step/forced-set-up.tsx')).ForcedSetUp)
const ProviderButtons = lazyComponent(async () => (await import('./provider-buttons.tsx')).ProviderButtons)
const SignInFailure = lazyComponent(async () => (await import('./provider-buttons.tsx')).SignInFailure)

/** The sign-in screen, or that of a link in a mail, which `do` in its URL names. */
export function Login() {
  const [query] = useSearchParams()
  const action = query.get('do') ?? ''
  const MailScreen = Object.hasOwn(mailScreens, action) ? mailScreens[action as keyof typeof mailScreens] : undefined
  return MailScreen ? <MailScreen /> : <SignIn />
}

const PasskeyButton = lazyComponent(async () => (await import('./second-step/passkey-button.tsx')).PasskeyButton)

/** Signs in with a passkey alone; nothing where nobody has one, or the browser knows none. */
function PasskeyEntry({ onDone }: { onDone: () => void }) {
  const isUsed = queryValue(useAtomValue(hasPasskeysAtom))
  if (!isUsed || !('PublicKeyCredential' in window)) return null
  return (
    <LazyBoundary>
      <PasskeyButton onDone={onDone} />
    </LazyBoundary>
  )
}

/** Signs in; redirects to the URL's `redirect` or to the item list. */
function SignIn() {
  const { t } = useTranslation(['account', 'mail'])
  const [query] = useSearchParams()
  const redirect = query.get('redirect')
  const failed = query.get('failed')
  const providers = queryValue(useAtomValue(providersAtom)) ?? [] // signing in with the password works without them
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
  const leadOn = () => navigate(target, { replace: true })
  const register = redirect ? `/user/register?redirect=${encodeURIComponent(redirect)}` : '/user/register'
  return (
    <FormCard
      title={t('signIn.title')}
      foot={
        <>
          {boot.reset_by_mail ? (
            <Link href="/user/login?do=forgot-password">{t('mail:forgotten.link')}</Link>
          ) : (
            t('signIn.forgotten')
          )}
          {boot.register_open && (
            <>
              {boot.reset_by_mail ? ' · ' : <br />}
              {t('signIn.noAccount')} <Link href={register}>{t('signIn.register')}</Link>
            </>
          )}
        </>
      }
    >
      <div className={styles.form}>
        <LazyBoundary>{failed && <SignInFailure id={failed} />}</LazyBoundary>
        <SignInForm
          autoFocus
          onDone={leadOn}
          below={
            <>
              <PasskeyEntry onDone={leadOn} />
              <LazyBoundary>
                {providers.length > 0 && <ProviderButtons providers={providers} redirect={redirect} />}
              </LazyBoundary>
            </>
          }
        />
      </div>
    </FormCard>
  )
}
