import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckIcon, ErrorIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from '../forms/forms.module.css'
import { mailForm } from './atoms.ts'

type Step = Awaited<ReturnType<typeof api.adminMail.test>>['steps'][number]

/** Returns what a step shows. */
function useStepText(): (step: Step) => string {
  const { t } = useTranslation('mail')
  return ({ step, outcome, values }) => {
    if (outcome === 'failed') return t(`test.failed.${step}`)
    if (step === 'encrypt') return t(`test.encrypt.${(values['kind'] ?? 'none') as 'tls' | 'starttls' | 'none'}`)
    const { host = '', user = '', from = '', to = '', answer = '' } = values
    return t(`test.step.${step}`, { host, user, from, to, answer })
  }
}

/** Sends a mail with the settings as they are typed, and shows each step. */
export function MailTest() {
  const { t } = useTranslation('mail')
  const typed = useAtomValue(mailForm.typedAtom)
  const stepText = useStepText()
  const [to, setTo] = useState('')
  const [busy, setBusy] = useState(false)
  const [steps, setSteps] = useState<Step[]>()
  const [error, setError] = useState<LocalizedText>()
  const run = async (event: FormEvent) => {
    event.preventDefault()
    const { mail_open: _, ...form } = typed
    setBusy(true)
    setError(undefined)
    setSteps(undefined)
    try {
      setSteps((await api.adminMail.test({ mail_form: JSON.stringify(form), to: to.trim() })).steps)
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.group}>
      <div className={styles.heading}>
        <h2>{t('test.title')}</h2>
        <p>{t('test.note')}</p>
      </div>
      <form className={styles.fields} noValidate onSubmit={(event) => void run(event)}>
        <Field label={t('test.to')} help={t('test.toHelp')}>
          <TextInput type="email" value={to} onValue={setTo} autoComplete="off" />
        </Field>
        <div>
          <Button type="submit" busy={busy}>
            {t(busy ? 'test.running' : 'test.run')}
          </Button>
        </div>
        <div role="status">
          {error && <Banner tone="danger">{error.text}</Banner>}
          {steps && (
            <ul className={styles.set} aria-label={t('test.steps')}>
              {steps.map((step) => (
                <li key={step.step}>
                  <span className={styles.state} data-lost={step.outcome === 'failed' || undefined}>
                    {step.outcome === 'ok' ? <CheckIcon aria-hidden /> : <ErrorIcon aria-hidden />}
                    {t(step.outcome === 'ok' ? 'test.ok' : 'test.notOk')}
                  </span>
                  {stepText(step)}
                  {step.error_message !== '' && <p className={styles.help}>{step.error_message}</p>}
                </li>
              ))}
            </ul>
          )}
        </div>
      </form>
    </section>
  )
}
