import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import styles from '../form.module.css'
import { useFormSubmit } from '../use-form-submit.ts'
import { type AppKey, enableAppAtom, type Proof, startAppAtom } from './atoms.ts'
import { type Needed, ProofFields, useProof } from './proof-fields.tsx'
import { SetUpDone } from './recovery-codes.tsx'

/** Sets up an authenticator app: the password and what else there is, then the key and a code, then the recovery codes. */
export function AppSetUp({ needed, onDone }: { needed: Needed; onDone: () => void }) {
  const { t } = useTranslation('two-step')
  const [code, setCode] = useState('')
  const [key, setKey] = useState<AppKey>()
  const [codes, setCodes] = useState<readonly string[]>()
  const start = useSetAtom(startAppAtom)
  const enable = useSetAtom(enableAppAtom)
  const { form: element, ...form } = useFormSubmit(key ? 'code' : 'password')
  const proof = useProof(needed)
  const { busy, error: rejected, run, setError: reject } = form
  const begin = async (shown: Proof) => setKey(await start(shown))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!key) {
      const typed = proof.typed(reject)
      if (typed) await run(() => begin(typed))
      return
    }
    if (code.trim() === '') return reject('code', () => i18next.t('two-step:codeMissing'))
    await run(async () => setCodes(await enable(code)))
  }
  if (codes) return <SetUpDone text={t('app.on')} codes={codes} onDone={onDone} />
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
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
        <ProofFields proof={proof} form={form} onPasskey={begin} />
      )}
      {rejected && !rejected.field && <Banner tone="danger">{rejected.message}</Banner>}
      <Button type="submit" variant="primary" busy={busy}>
        {t(key ? 'app.enable' : 'goOn')}
      </Button>
    </form>
  )
}
