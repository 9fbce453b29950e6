import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { type NewAccount, newAccountProblems } from './new-account.ts'

/** Username, password and repeated password. The rules show before typing; a field is checked on blur. */
export function NewAccountFields(props: {
  account: NewAccount
  onAccount: (account: NewAccount) => void
  /** Errors of the fields, from the server or the form. */
  errors: Partial<Record<keyof NewAccount, string>>
  autoFocus?: boolean
}) {
  const { account, onAccount, errors, autoFocus } = props
  const { t } = useTranslation('account')
  const [left, setLeft] = useState<ReadonlySet<keyof NewAccount>>(new Set())
  const problems = newAccountProblems(account)
  const errorOf = (name: keyof NewAccount) => {
    const problem = problems[name]
    if (errors[name]) return errors[name]
    return problem && left.has(name) && account[name] !== '' ? t(`problem.${problem}`) : undefined
  }
  const box = (name: keyof NewAccount) => ({
    name,
    size: 'l' as const,
    value: account[name],
    onValue: (value: string) => onAccount({ ...account, [name]: value }),
    onBlur: () => setLeft(new Set(left).add(name)),
  })
  return (
    <>
      <Field label={t('username')} help={t('usernameRule')} error={errorOf('username')}>
        <TextInput
          {...box('username')}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus={autoFocus}
        />
      </Field>
      <Field label={t('password')} help={t('passwordRule')} error={errorOf('password')}>
        <PasswordInput {...box('password')} autoComplete="new-password" strength />
      </Field>
      <Field label={t('passwordAgain')} error={errorOf('confirm_password')}>
        <PasswordInput {...box('confirm_password')} autoComplete="new-password" />
      </Field>
    </>
  )
}
