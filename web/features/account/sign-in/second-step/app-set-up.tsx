import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import styles from '../form.module.css'
import { useFormSubmit } from '../use-form-submit.ts'
import { type AppKey, enableAppAtom, startAppAtom } from './atoms.ts'
import { SetUpDone } from './recovery-codes.tsx'

/** Sets up an authenticator app: the password, then the key and a code, then the recovery codes. */
export function AppSetUp({ needsPassword, onDone }: { needsPassword: boolean; onDone: () => void }) {
  const { t } = useTranslation(['two-step', 'ui'])
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [key, setKey] = useState<AppKey>()
  const [codes, setCodes] = useState<readonly string[]>()
  const start = useSetAtom(startAppAtom)
  const enable = useSetAtom(enableAppAtom)
  const { form, busy, error: rejected, run, setError: reject } = useFormSubmit(key ? 'code' : 'password')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!key) {
      if (needsPassword && password === '') return reject('password', () => i18next.t('ui:password.ownMissing'))
      await run(async () => setKey(await start(password)))
      return
    }
    if (code.trim() === '') return reject('code', () => i18next.t('two-step:codeMissing'))
    await run(async () => setCodes(await enable(code)))
  }
  if (codes) return <SetUpDone text={t('app.on')} codes={codes} onDone={onDone} />
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {key ? (
        <>
          <p>{t('app.scan')}</p>
          <QrCode text={key.uri} label={t('app.qrCode')} />
          <Field label={t('app.key')} help={t('app.keyHelp')}>
            <Textarea readOnly mono rows={2} value={key.manual_key} onFocus={(event) => event.currentTarget.select()} />
          </Field>
          <Field label={t('code')} help={t('app.codeHelp')} error={rejected?.field === 'code' && rejected.message}>
            <TextInput
              name="code"
              mono
              value={code}
              onValue={setCode}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
            />
          </Field>
        </>
      ) : (
        needsPassword && (
          <Field label={t('ui:password.own')} error={rejected?.field === 'password' && rejected.message}>
            <PasswordInput
              name="password"
              value={password}
              onValue={setPassword}
              autoComplete="current-password"
              autoFocus
            />
          </Field>
        )
      )}
      {rejected && !rejected.field && <Banner tone="danger">{rejected.message}</Banner>}
      <Button type="submit" variant="primary" busy={busy}>
        {t(key ? 'app.enable' : 'goOn')}
      </Button>
    </form>
  )
}
