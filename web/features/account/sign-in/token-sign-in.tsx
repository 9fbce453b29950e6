import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { navigate, useTitle } from '#web/lib/route.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { AccountQuestion, type OtherAccount } from './account-question.tsx'
import { signInByTokenAtom } from './atoms.ts'
import { IllegalRedirect } from './illegal-redirect.tsx'
import { takeLinkToken } from './link-token.ts'
import { getRedirectTarget } from './redirect.ts'
import { TokenError } from './token-error.tsx'
import styles from './token-sign-in.module.css'

const readAddress = () => {
  const token = takeLinkToken()
  return { token, target: getRedirectTarget(new URLSearchParams(window.location.search).get('redirect_uri')) }
}

const invalid = localized(() => i18next.t('account:token.invalid'))

/** Signs in with the token of a link and redirects. Asks first if that would replace another account. */
export function TokenSignIn() {
  const { t } = useTranslation('account')
  const [{ token, target }] = useState(readAddress)
  const [failure, setFailure] = useState<LocalizedText | undefined>(token === '' ? invalid : undefined)
  const [other, setOther] = useState<OtherAccount>()
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
  if (failure) return <TokenError reason={failure.text} onGoOn={leadOn} />
  if (other) return <AccountQuestion other={other} busy={busy} onSwitch={() => void run(other.uid)} onStay={leadOn} />
  return (
    <div className={styles.wait} role="status">
      <Spinner size={20} />
      <h1>{t('token.title')}</h1>
    </div>
  )
}
