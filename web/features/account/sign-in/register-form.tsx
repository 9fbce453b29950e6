import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { registerAtom } from './atoms.ts'
import { captchaInputAtom, newCaptchaAtom } from './captcha-atoms.ts'
import { CaptchaField } from './captcha-field.tsx'
import styles from './form.module.css'
import { firstProblem, type NewAccount } from './new-account.ts'
import { NewAccountFields } from './new-account-fields.tsx'
import { useFormSubmit } from './use-form-submit.ts'

const names = ['username', 'password', 'confirm_password'] as const

/** The registration form. Errors show at their field. */
export function RegisterForm(props: {
  /** The invite code from the URL; null if there is none, and then the form asks for none. */
  invited: string | null
  /** Creates the account; by default as the site lets anyone do. */
  create?: (account: NewAccount) => Promise<unknown>
  onDone: () => void
}) {
  const { invited, create, onDone } = props
  const { t } = useTranslation('account')
  const done = useMountedCallback(onDone)
  const [account, setAccount] = useState<NewAccount>({ username: '', password: '', confirm_password: '' })
  const [inviteCode, setInviteCode] = useState(invited ?? '')
  const register = useSetAtom(registerAtom)
  const renewCaptcha = useSetAtom(newCaptchaAtom)
  const captcha = useAtomValue(captchaInputAtom)
  const { form, busy, error: rejected, run, setError: reject, clear } = useFormSubmit()
  const needsCaptcha = boot.captcha !== 'off'
  const box = names.find((name) => name === rejected?.field)
  const change = (next: NewAccount) => {
    clear()
    setAccount(next)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = firstProblem(account)
    if (wrong) return reject(wrong.name, () => i18next.t(`account:problem.${wrong.problem}`))
    if (needsCaptcha && captcha === '') return reject('captcha', () => i18next.t('account:captcha.missing'))
    const outcome = await run(() =>
      create ? create(account) : register(inviteCode ? { ...account, inviteCode } : account),
    )
    if (outcome === 'done') done()
    else if (outcome !== 'ignored' && needsCaptcha) await renewCaptcha()
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <NewAccountFields
        account={account}
        onAccount={change}
        errors={box && rejected ? { [box]: rejected.message } : {}}
        autoFocus
      />
      {invited !== null && (
        <Field label={t('register.inviteCode')}>
          <TextInput size="l" value={inviteCode} onValue={setInviteCode} autoComplete="off" maxLength={200} />
        </Field>
      )}
      {needsCaptcha && <CaptchaField invalid={rejected?.field === 'captcha'} />}
      {rejected && !box && <Banner tone="danger">{rejected.message}</Banner>}
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        {t('register.submit')}
      </Button>
    </form>
  )
}
