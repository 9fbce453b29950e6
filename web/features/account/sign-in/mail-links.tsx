import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { noticeKinds } from '#shared/notices.ts'
import { api } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { Link, useTitle } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { captchaFieldsAtom, newCaptchaAtom } from './captcha-atoms.ts'
import { CaptchaField } from './captcha-field.tsx'
import styles from './form.module.css'
import { FormCard } from './form-card.tsx'
import { passwordProblem } from './new-account.ts'
import { useFormSubmit } from './use-form-submit.ts'

// What the links in mails lead to. Their tokens are behind a #, which a browser sends to no server.
const fragment = (): string => window.location.hash.slice(1)

const toSignIn = '/user/login'
const toForgotten = '/user/login?do=forgot-password'

/** Requests a link to set a new password. */
function ForgottenPassword() {
  const { t } = useTranslation('mail')
  const [username, setUsername] = useState('')
  const [isSent, setSent] = useState(false)
  const captcha = useAtomValue(captchaFieldsAtom)
  const renewCaptcha = useSetAtom(newCaptchaAtom)
  const needsCaptcha = boot.captcha !== 'off'
  const { form, busy, error, run, setError } = useFormSubmit()
  useTitle(t('forgotten.title'))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (username.trim() === '') return setError('username', () => i18next.t('account:signIn.usernameMissing'))
    const outcome = await run(() => api.user.requestReset({ username: username.trim(), ...captcha }))
    if (outcome === 'done') setSent(true)
    else if (outcome !== 'ignored' && needsCaptcha) await renewCaptcha()
  }
  if (isSent || !boot.reset_by_mail)
    return (
      <FormCard
        title={t('forgotten.title')}
        note={t(boot.reset_by_mail ? 'forgotten.sent' : 'forgotten.byAdministrator')}
      >
        <ButtonLink to={toSignIn} size="l" wide>
          {t('toSignIn')}
        </ButtonLink>
      </FormCard>
    )
  return (
    <FormCard
      title={t('forgotten.title')}
      note={t('forgotten.text')}
      foot={<Link href={toSignIn}>{t('toSignIn')}</Link>}
    >
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t('forgotten.username')}>
          <TextInput
            name="username"
            size="l"
            value={username}
            onValue={setUsername}
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
          />
        </Field>
        {needsCaptcha && <CaptchaField invalid={error?.field === 'captcha'} />}
        {error && <Banner tone="danger">{error.message}</Banner>}
        <Button type="submit" variant="primary" size="l" wide busy={busy}>
          {t('forgotten.send')}
        </Button>
      </form>
    </FormCard>
  )
}

/** Sets a new password with the token of a link. */
function NewPassword() {
  const { t } = useTranslation(['mail', 'account'])
  const [token] = useState(fragment)
  const [typed, setTyped] = useState({ new_password: '', confirm_password: '' })
  const [isDone, setDone] = useState(false)
  const { form, busy, error, run, setError } = useFormSubmit()
  useTitle(t('newPassword.title'))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problem = passwordProblem(typed.new_password, '')
    if (problem) return setError('password', () => i18next.t(`account:problem.${problem}`))
    if (typed.new_password !== typed.confirm_password)
      return setError('confirm_password', () => i18next.t('account:problem.passwordsDiffer'))
    if ((await run(() => api.user.resetByMail({ token, ...typed }))) === 'done') setDone(true)
  }
  if (isDone)
    return (
      <FormCard title={t('newPassword.title')} note={t('newPassword.done')}>
        <ButtonLink to={toSignIn} variant="primary" size="l" wide>
          {t('toSignIn')}
        </ButtonLink>
      </FormCard>
    )
  return (
    <FormCard
      title={t('newPassword.title')}
      note={t('newPassword.text')}
      foot={<Link href={toForgotten}>{t('newPassword.again')}</Link>}
    >
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t('account:change.new')} help={t('account:passwordRule')}>
          <PasswordInput
            name="password"
            size="l"
            value={typed.new_password}
            onValue={(new_password) => setTyped({ ...typed, new_password })}
            autoComplete="new-password"
            autoFocus
            strength
          />
        </Field>
        <Field label={t('account:change.again')}>
          <PasswordInput
            name="confirm_password"
            size="l"
            value={typed.confirm_password}
            onValue={(confirm_password) => setTyped({ ...typed, confirm_password })}
            autoComplete="new-password"
          />
        </Field>
        {error && <Banner tone="danger">{error.message}</Banner>}
        <Button type="submit" variant="primary" size="l" wide busy={busy}>
          {t('newPassword.save')}
        </Button>
      </form>
    </FormCard>
  )
}

/** A link that needs one action: a program that opens every link in a mail must not confirm or end anything. */
function OneAction(props: { title: string; text: string; action: string; done: string; run: () => Promise<unknown> }) {
  const { title, text, action, done, run } = props
  const { t } = useTranslation('mail')
  const [busy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  useTitle(title)
  const go = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await run()
      setDone(true)
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormCard title={title} note={isDone ? done : text}>
      {error && <Banner tone="danger">{error.text}</Banner>}
      {isDone ? (
        <ButtonLink to={toSignIn} size="l" wide>
          {t('toSite')}
        </ButtonLink>
      ) : (
        <Button variant="primary" size="l" wide busy={busy} onClick={() => void go()}>
          {action}
        </Button>
      )}
    </FormCard>
  )
}

function ConfirmAddress() {
  const { t } = useTranslation('mail')
  return (
    <OneAction
      title={t('confirm.title')}
      text={t('confirm.text')}
      action={t('confirm.action')}
      done={t('confirm.done')}
      run={() => api.user.verifyEmail({ token: fragment() })}
    />
  )
}

function Unsubscribe() {
  const { t } = useTranslation('mail')
  const link = new URLSearchParams(fragment())
  const kind = noticeKinds.find((one) => one === link.get('kind')) ?? 'digest'
  return (
    <OneAction
      title={t('unsubscribe.title')}
      text={t('unsubscribe.text', { kind: t(`kind.${kind}`) })}
      action={t('unsubscribe.action')}
      done={t('unsubscribe.done')}
      run={() => api.notice.unsubscribe({ uid: link.get('uid') ?? '0', kind, sign: link.get('sign') ?? '' })}
    />
  )
}

/** The screens of links in mails, by the name in their address. */
export const mailScreens = {
  'forgot-password': ForgottenPassword,
  'reset-password': NewPassword,
  'verify-email': ConfirmAddress,
  unsubscribe: Unsubscribe,
} as const
