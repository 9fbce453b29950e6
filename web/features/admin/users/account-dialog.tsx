import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { fullName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../dialog-form.module.css'
import { type AccountField, findMissingField, generatePassword, getErrorField, safeRandom } from './account-form.ts'
import { type Account, type AccountInput, saveAccountAtom } from './atoms.ts'

const formOf = (account: Account | undefined): AccountInput => ({
  uid: account?.uid ?? '',
  username: account?.username ?? '',
  name: account?.name ?? '',
  password: '',
  groupid: account?.groupid === '1' ? '1' : '2',
})

/** Dialog to add or edit an account: the username cannot be changed. */
export function AccountDialog({ account, onClose }: { account?: Account; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const save = useSetAtom(saveAccountAtom)
  const [first] = useState(() => formOf(account))
  const [form, setForm] = useState(first)
  // number of generated passwords: a generated password is shown, so that it can be read
  const [made, setMade] = useState(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ box?: AccountField | undefined; why: LocalizedText }>()
  const change = (part: Partial<AccountInput>) => setForm({ ...form, ...part })
  const errorAt = (box: AccountField) => (problem?.box === box ? problem.why.text : undefined)
  const submit = async () => {
    if (busy) return
    const missing = findMissingField(form)
    if (missing)
      return setProblem({ box: missing.box, why: localized(() => i18next.t(`admin:users.missing.${missing.problem}`)) })
    setBusy(true)
    setProblem(undefined)
    try {
      const username = form.username.trim()
      await save({ ...form, username, name: form.name.trim() })
      close()
      toast.ok(
        localized(() =>
          i18next.t(account ? 'admin:users.saved' : 'admin:users.added', {
            name: fullName({ name: form.name.trim(), username }),
          }),
        ),
      )
    } catch (error) {
      setProblem({ box: error instanceof ApiError ? getErrorField(error.errorName) : undefined, why: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={account ? t('users.editTitle', { name: fullName(account) }) : t('users.add')}
      dirty={JSON.stringify(form) !== JSON.stringify(first)}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(account ? 'save' : 'users.add')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field
          label={t('users.username')}
          help={t(account ? 'users.usernameFixed' : 'users.usernameHelp')}
          error={errorAt('username')}
          required={!account}
        >
          <TextInput
            readOnly={account !== undefined}
            value={form.username}
            onValue={(username) => change({ username })}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        </Field>
        <Field label={t('users.name')} help={t('users.nameHelp')} error={errorAt('name')}>
          <TextInput value={form.name} onValue={(name) => change({ name })} maxLength={200} autoComplete="off" />
        </Field>
        <Field
          label={t(account ? 'users.newPassword' : 'users.password')}
          help={t(account ? 'users.newPasswordHelp' : 'users.passwordHelp')}
          error={errorAt('password')}
          required={!account}
          aside={
            <button
              type="button"
              className={styles.aside}
              onClick={() => {
                change({ password: generatePassword(safeRandom) })
                setMade(made + 1)
              }}
            >
              {t('users.makePassword')}
            </button>
          }
        >
          <PasswordInput
            key={made}
            startsShown={made > 0}
            value={form.password}
            onValue={(password) => change({ password })}
            placeholder={account && t('users.unchanged')}
            autoComplete="new-password"
            strength
          />
        </Field>
        <RadioGroup
          label={t('users.role')}
          value={form.groupid}
          onValue={(groupid) => change({ groupid })}
          options={[
            { value: '2', label: t('users.ordinary'), help: t('users.ordinaryHelp') },
            { value: '1', label: t('users.administrator'), help: t('users.administratorHelp') },
          ]}
        />
        {problem && (!problem.box || problem.box === 'groupid') && <Banner tone="danger">{problem.why.text}</Banner>}
      </div>
    </Dialog>
  )
}
