import { useAtomValue } from 'jotai'
import type { providerForms } from '#shared/sign-in-providers.ts'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ConnectionTest } from '../forms/connection-test.tsx'
import type { SettingForm } from '../forms/setting-form.ts'
import type { Provider } from './provider-forms.ts'

// The Test button of OAuth2, SAML and CAS: each step of a sign-in with its result.

type Step = Awaited<ReturnType<typeof api.adminProvider.test>>['steps'][number]

const stepNames = [
  'form',
  'discovery',
  'endpoints',
  'keys',
  'clock',
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
    if (step === 'form' && outcome === 'failed') {
      const field = values['field'] as keyof (typeof providerForms)['oauth2']
      return t('oauth.test.missing', { field: t(`oauth.label.${field}`) })
    }
    // what a step shows is what it has found; one that failed has found nothing
    if (step !== 'form' && outcome === 'failed') return t(`oauth.test.failed.${step}`)
    if (step === 'key' && outcome === 'skipped') return t('oauth.test.keyNone')
    return t(`oauth.test.step.${step}`, { hosts, count: Number(count), url, client, issuer, until, logout, code })
  }
}

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
  return (
    <ConnectionTest
      title={t('oauth.test.title')}
      note={t('oauth.test.note')}
      textOf={stepText}
      subject={JSON.stringify(typed)}
      run={async () => {
        const { provider_id, type } = provider
        const request = { provider_id, type, form: JSON.stringify(typed) }
        const { steps } = await api.adminProvider.test(request, { timeoutMs: 120_000 })
        // the server's message names the field as the API does, and is for people who cannot fill it in
        return steps.map((one) => (one.step === 'form' ? { ...one, error_message: '' } : one))
      }}
    />
  )
}
