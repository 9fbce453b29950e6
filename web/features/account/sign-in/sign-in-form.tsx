import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type FormEvent, type ReactNode, useState } from 'react'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { type HalfSignIn, signInAtom } from './atoms.ts'
import { showsCaptcha } from './captcha.ts'
import { newCaptchaAtom } from './captcha-atoms.ts'
import { CaptchaField } from './captcha-field.tsx'
import styles from './form.module.css'
import { useFormSubmit } from './use-form-submit.ts'

const SecondStepForm = lazyComponent(async () => (await import('./second-step/second-step-form.tsx')).SecondStepForm)

/** The props of a sign-in form. In a dialog, leave the focus to the dialog. */
interface SignInFormProps {
  onDone: () => void
  autoFocus?: boolean
  /** A sign-in whose first step was passed elsewhere. */
  half?: HalfSignIn | undefined
  /** Other ways to sign in, below the password; the second step has its own. */
  below?: ReactNode
}

/** Signs in with a password and, for an account that has one, a second step. */
export function SignInForm({ half: given, below, ...props }: SignInFormProps) {
  const [half, setHalf] = useState(given)
  if (half === undefined) {
    return (
      <>
        <PasswordStep {...props} onHalf={setHalf} />
        {below}
      </>
    )
  }
  return (
    <LazyBoundary>
      <SecondStepForm half={half} onDone={props.onDone} onAgain={() => setHalf(undefined)} />
    </LazyBoundary>
  )
}

/** Username, password and, if the site requires it, the captcha. */
function PasswordStep(props: SignInFormProps & { onHalf: (half: HalfSignIn) => void }) {
  const { onDone, onHalf, autoFocus = false } = props
  const { t } = useTranslation('account')
  const done = useMountedCallback(onDone)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useSetAtom(signInAtom)
  const renewCaptcha = useSetAtom(newCaptchaAtom)
  const [isRequested, setRequested] = useState(false)
  const { form, busy, error: rejected, failures, run, setError: reject } = useFormSubmit()
  const shown = showsCaptcha(boot.captcha, failures, isRequested)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (username.trim() === '') return reject('username', () => i18next.t('account:signIn.usernameMissing'))
    if (password === '') return reject('password', () => i18next.t('account:signIn.passwordMissing'))
    let half: HalfSignIn | undefined
    const outcome = await run(async () => {
      half = await signIn({ username: username.trim(), password })
    })
    if (outcome === 'done') return half === undefined ? done() : onHalf(half)
    if (outcome === 'ignored') return
    if (outcome.errorName === 'captchaNeeded') setRequested(true)
    if (shown) await renewCaptcha()
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <Field label={t('signIn.username')}>
        <TextInput
          name="username"
          size="l"
          value={username}
          onValue={setUsername}
          aria-invalid={rejected?.field === 'username' || undefined}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus={autoFocus}
        />
      </Field>
      <Field label={t('password')}>
        <PasswordInput
          name="password"
          size="l"
          value={password}
          onValue={setPassword}
          aria-invalid={rejected?.field === 'password' || undefined}
          autoComplete="current-password"
        />
      </Field>
      {shown && <CaptchaField invalid={rejected?.field === 'captcha'} />}
      {rejected && <Banner tone="danger">{rejected.message}</Banner>}
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        {t('signIn.submit')}
      </Button>
    </form>
  )
}
