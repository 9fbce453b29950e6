import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { changePasswordAtom } from './atoms.ts'
import { passwordProblem } from './new-account.ts'
import { useFormSubmit } from './use-form-submit.ts'
import styles from './user-centre.module.css'

const empty = { password: '', new_password: '', confirm_password: '' }
type BoxName = keyof typeof empty

/** The form to change the password; asks for the current one. */
export function PasswordForm({ username }: { username: string }) {
  const { t } = useTranslation('account')
  const [typed, setTyped] = useState(empty)
  const change = useSetAtom(changePasswordAtom)
  const { form, busy, error: refused, run, setError: refuse } = useFormSubmit()
  const box = (name: BoxName) => ({
    name,
    value: typed[name],
    onValue: (value: string) => setTyped({ ...typed, [name]: value }),
  })
  // The server calls the new password "password".
  const refusedBox =
    refused?.field === 'password' && refused.errorName !== 'oldPasswordWrong' ? 'new_password' : refused?.field
  const blamed: string | undefined = refused?.errorName === undefined ? refused?.field : refusedBox
  const errorOf = (name: BoxName) => (blamed === name ? refused?.message : undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { password, new_password, confirm_password } = typed
    if (password === '') return refuse('password', () => i18next.t('account:change.oldMissing'))
    const problem = passwordProblem(new_password, username)
    if (problem) return refuse('new_password', () => i18next.t(`account:problem.${problem}`))
    if (new_password !== confirm_password)
      return refuse('confirm_password', () => i18next.t('account:problem.passwordsDiffer'))
    if ((await run(() => change({ password, new_password }))) !== 'done') return
    setTyped((now) => (now === typed ? empty : now))
    toast.ok(localized(() => i18next.t('account:change.done')))
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <input type="hidden" name="username" value={username} autoComplete="username" />
      <Field label={t('change.old')} error={errorOf('password')}>
        <PasswordInput {...box('password')} autoComplete="current-password" />
      </Field>
      <Field label={t('change.new')} help={t('passwordRule')} error={errorOf('new_password')}>
        <PasswordInput {...box('new_password')} autoComplete="new-password" strength />
      </Field>
      <Field label={t('change.again')} error={errorOf('confirm_password')}>
        <PasswordInput {...box('confirm_password')} autoComplete="new-password" />
      </Field>
      {refused && !blamed && <Banner tone="danger">{refused.message}</Banner>}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('change.submit')}
        </Button>
      </div>
    </form>
  )
}
