import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { navigate, useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type HalfSignIn, halfSignInOf, signInByTokenAtom } from './atoms.ts'
import formStyles from './form.module.css'
import { FormCard } from './form-card.tsx'
import { getRedirectTarget, IllegalRedirect } from './redirect.tsx'
import { SignInForm } from './sign-in-form.tsx'
import styles from './token-sign-in.module.css'

declare global {
  interface Window {
    /** The token that `first-paint.js` removed from the URL. */
    docsteadToken?: string
  }
}

/**
 * Returns the token of a sign-in link once; empty if the URL had none. It is kept nowhere else: not in the URL, not in
 * storage.
 */
function takeLinkToken(): string {
  const query = new URLSearchParams(window.location.search)
  const token = query.get('user_token') ?? window.docsteadToken ?? ''
  window.docsteadToken = undefined
  if (query.has('user_token')) {
    query.delete('user_token')
    const { pathname } = window.location
    window.history.replaceState(window.history.state, '', query.size > 0 ? `${pathname}?${query}` : pathname)
  }
  return token
}

const readAddress = () => {
  const token = takeLinkToken()
  return { token, target: getRedirectTarget(new URLSearchParams(window.location.search).get('redirect_uri')) }
}

const invalid = localized(() => i18next.t('account:token.invalid'))

/** Shown when a sign-in link does not work: a signed-in user stays signed in, others are sent to the form. */
function TokenError({ reason, onGoOn }: { reason: string; onGoOn: () => void }) {
  const { t } = useTranslation('account')
  const user = useAtomValue(userAtom)
  useTitle(t('token.failed'))
  if (user === undefined) return null
  const name = user && (user.name || user.username)
  return (
    <FormCard
      title={t('token.failed')}
      note={
        <>
          <p>{reason}</p>
          <p>{name ? t('token.stillIn', { name }) : t('token.byPassword')}</p>
        </>
      }
    >
      {name ? (
        <Button size="l" variant="primary" wide onClick={onGoOn}>
          {t('token.goOn', { name })}
        </Button>
      ) : (
        <ButtonLink to="/user/login" size="l" variant="primary" wide>
          {t('signIn.title')}
        </ButtonLink>
      )}
    </FormCard>
  )
}

/** The signed-in account and the account that a link is for. */
interface OtherAccount {
  /** The id of the signed-in account. */
  uid: string
  current: string
  next: string
}

/** Asks whether a link may replace the signed-in account. */
function AccountQuestion(props: { other: OtherAccount; busy: boolean; onSwitch: () => void; onStay: () => void }) {
  const { other, busy, onSwitch, onStay } = props
  const { current, next } = other
  const { t } = useTranslation('account')
  const title = t('token.other', { name: current })
  useTitle(title)
  return (
    <FormCard title={title} note={t('token.otherText', { name: next })}>
      <div className={formStyles.form}>
        <Button variant="primary" size="l" wide busy={busy} onClick={onSwitch}>
          {t('token.switch', { name: next })}
        </Button>
        <Button size="l" wide onClick={onStay}>
          {t('token.stay', { name: current })}
        </Button>
      </div>
    </FormCard>
  )
}

/** Signs in with the token of a link and redirects. Asks first if that would replace another account. */
export function TokenSignIn() {
  const { t } = useTranslation('account')
  const [{ token, target }] = useState(readAddress)
  const [failure, setFailure] = useState<LocalizedText | undefined>(token === '' ? invalid : undefined)
  const [other, setOther] = useState<OtherAccount>()
  const [half, setHalf] = useState<HalfSignIn>()
  const [busy, setBusy] = useState(false)
  const signIn = useSetAtom(signInByTokenAtom)
  const begun = useRef(false)
  useTitle(t('token.title'))
  const leadOn = useCallback(() => navigate(target ?? '/', { replace: true }), [target])
  const run = useCallback(
    async (instead_of?: string) => {
      setBusy(true)
      try {
        await signIn({ token, ...(instead_of !== undefined && { instead_of }) })
        leadOn()
      } catch (error) {
        if (isApiError(error, 'otherAccount')) {
          const { uid, current, next } = error.values
          return setOther({ uid: String(uid), current: String(current), next: String(next) })
        }
        const next = halfSignInOf(error)
        if (next) return setHalf(next)
        setFailure(isApiError(error, 'notLoggedIn') ? invalid : errorText(error))
      } finally {
        setBusy(false)
      }
    },
    [signIn, token, leadOn],
  )
  useEffect(() => {
    if (begun.current || token === '' || target === undefined) return
    begun.current = true
    void run()
  }, [run, token, target])
  if (target === undefined) return <IllegalRedirect />
  if (half) {
    return (
      <FormCard title={t('signIn.title')}>
        <SignInForm half={half} onDone={leadOn} />
      </FormCard>
    )
  }
  if (failure) return <TokenError reason={failure.text} onGoOn={leadOn} />
  if (other) return <AccountQuestion other={other} busy={busy} onSwitch={() => void run(other.uid)} onStay={leadOn} />
  return (
    <div className={styles.wait} role="status">
      <Spinner size={20} />
      <h1>{t('token.title')}</h1>
    </div>
  )
}
