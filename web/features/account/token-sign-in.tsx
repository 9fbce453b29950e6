import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { isRefusal } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate, useTitle } from '#web/lib/route.ts'
import { type Said, said, saidOf } from '#web/lib/said.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { signInByTokenAtom } from './atoms.ts'
import { FormCard } from './form-card.tsx'
import { IllegalRedirect } from './illegal-redirect.tsx'
import { targetOf } from './redirect.ts'
import styles from './token-sign-in.module.css'

const readAddress = () => {
  const query = new URLSearchParams(window.location.search)
  return { token: query.get('user_token') ?? '', target: targetOf(query.get('redirect_uri')) }
}

/** Signs in with the token in the address, which is taken out of it at once, and leads on. */
export function TokenSignIn() {
  const { t } = useTranslation('account')
  const [{ token, target }] = useState(readAddress)
  const [failure, setFailure] = useState<Said>()
  const signIn = useSetAtom(signInByTokenAtom)
  const begun = useRef(false)
  useTitle(t('token.title'))
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    navigate('/user/loginByUserToken', { replace: true })
    if (target === undefined) return
    signIn(token).then(
      () => navigate(target, { replace: true }),
      (error) =>
        setFailure(isRefusal(error, 'notLoggedIn') ? said(() => i18next.t('account:token.invalid')) : saidOf(error)),
    )
  }, [signIn, token, target])
  if (target === undefined) return <IllegalRedirect />
  if (failure) {
    return (
      <FormCard title={t('token.failed')} note={failure.text}>
        <ButtonLink to="/user/login" size="l" variant="primary" wide>
          {t('signIn.title')}
        </ButtonLink>
      </FormCard>
    )
  }
  return (
    <div className={styles.wait} role="status">
      <Spinner size={20} />
      <h1>{t('token.title')}</h1>
    </div>
  )
}
