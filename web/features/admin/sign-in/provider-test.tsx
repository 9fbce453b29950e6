import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, ErrorIcon, WarnIcon } from '#web/ui/icons.ts'
import styles from '../forms/forms.module.css'
import type { SettingForm } from '../forms/setting-form.ts'
import type { Provider } from './provider-forms.ts'

type Step = Awaited<ReturnType<typeof api.adminProvider.test>>['steps'][number]

const stepNames = [
  'form',
  'discovery',
  'endpoints',
  'keys',
  'user',
  'token',
  'secret',
  'metadata',
  'samlEndpoints',
  'certificates',
  'key',
  'ticket',
  'callback',
] as const
type StepName = (typeof stepNames)[number]
const isKnown = (step: string): step is StepName => stepNames.some((one) => one === step)

/** Returns what a step shows. */
function useStepText(): (step: Step) => string {
  const { t } = useTranslation('admin')
  return ({ step, outcome, values }) => {
    const { hosts = '', count = '', url = '', client = '', issuer = '', detail = '' } = values
    const { until = '', logout = '', code = '' } = values
    if (!isKnown(step)) return step
    if (step === 'secret' && outcome === 'skipped') return t('oauth.test.secretUnknown', { detail: detail || '-' })
    if (step === 'key' && outcome === 'skipped') return t('oauth.test.keyNone')
    return t(`oauth.test.step.${step}`, { hosts, count: Number(count), url, client, issuer, until, logout, code })
  }
}

const stateIcons = { ok: CheckIcon, failed: ErrorIcon, skipped: WarnIcon }

/** Tries a provider with the settings as they are typed, and shows each step. */
export function ProviderTest({ provider, form }: { provider: Provider; form: SettingForm | undefined }) {
  return form ? <TypedTest provider={provider} form={form} /> : <Test provider={provider} typed={{}} />
}

function TypedTest({ provider, form }: { provider: Provider; form: SettingForm }) {
  const { is_open: _, name: __, keep_links: ___, ...typed } = useAtomValue(form.typedAtom)
  return <Test provider={provider} typed={typed} />
}

function Test({ provider, typed }: { provider: Provider; typed: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('admin')
  const stepText = useStepText()
  const [busy, setBusy] = useState(false)
  const [steps, setSteps] = useState<Step[]>()
  const [error, setError] = useState<LocalizedText>()
  const run = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { provider_id, type } = provider
      const request = { provider_id, type, form: JSON.stringify(typed) }
      setSteps((await api.adminProvider.test(request, { timeoutMs: 120_000 })).steps)
    } catch (failure) {
      setSteps(undefined)
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.group}>
      <div className={styles.heading}>
        <h2>{t('oauth.test.title')}</h2>
        <p>{t('oauth.test.note')}</p>
      </div>
      <div className={styles.fields}>
        <div>
          <Button busy={busy} onClick={() => void run()}>
            {t(busy ? 'ldap.test.running' : 'ldap.test.run')}
          </Button>
        </div>
        <div role="status">
          {error && <Banner tone="danger">{error.text}</Banner>}
          {steps && (
            <ul className={styles.set} aria-label={t('ldap.test.steps')}>
              {steps.map((step) => {
                const Icon = stateIcons[step.outcome]
                return (
                  <li key={step.step}>
                    <span className={styles.state} data-lost={step.outcome === 'ok' ? undefined : true}>
                      <Icon aria-hidden />
                      {t(`oauth.test.outcome.${step.outcome}`)}
                    </span>
                    {stepText(step)}
                    {step.error_message !== '' && <p className={styles.help}>{step.error_message}</p>}
                  </li>
                )
              })}
            </ul>
          )}
        </div>
      </div>
    </section>
  )
}
