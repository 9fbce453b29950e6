import i18next from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from '../form.module.css'
import { useFormSubmit } from '../use-form-submit.ts'

/** Asks for password and code before a protection is changed. */
export function ConfirmCode(props: {
  title: string
  note: string
  action: string
  danger?: boolean
  needsPassword: boolean
  onConfirm: (input: { password: string; code: string }) => Promise<unknown>
  onClose: () => void
}) {
  const { title, note, action, danger, needsPassword, onConfirm, onClose } = props
  const { t } = useTranslation(['two-step', 'ui'])
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { form, busy, error: rejected, run, setError: reject } = useFormSubmit()
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (needsPassword && password === '') return reject('password', () => i18next.t('ui:password.ownMissing'))
    if (code.trim() === '') return reject('code', () => i18next.t('two-step:codeMissing'))
    await run(() => onConfirm({ password, code }))
  }
  return (
    <Dialog
      open
      compact
      onClose={onClose}
      title={title}
      note={note}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void submit()}>
            {action}
          </Button>
        </>
      }
    >
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {needsPassword && (
          <Field label={t('ui:password.own')} error={rejected?.field === 'password' && rejected.message}>
            <PasswordInput
              name="password"
              value={password}
              onValue={setPassword}
              autoComplete="current-password"
              autoFocus
            />
          </Field>
        )}
        <Field label={t('codeOrRecovery')} error={rejected?.field === 'code' && rejected.message}>
          <TextInput name="code" mono value={code} onValue={setCode} autoComplete="one-time-code" maxLength={40} />
        </Field>
        {rejected && !rejected.field && <Banner tone="danger">{rejected.message}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
