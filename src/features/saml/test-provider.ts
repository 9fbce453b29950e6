import { createPrivateKey, X509Certificate } from 'node:crypto'
import { AppError } from '#src/core/errors.ts'
import {
  failureOf,
  type Provider,
  type ProviderApp,
  ProviderError,
  type ProviderTestStep,
} from '#src/features/sign-in-provider/index.ts'
import { fetchMetadata, idpOf } from './idp.ts'
import { siteAddresses } from './load-saml.ts'
import { missingSamlField, parseSamlSettings, type SamlSettings, samlAuthority } from './settings.ts'

type Values = Record<string, string>

const failed = (step: string, values: Values, error: AppError): ProviderTestStep => ({
  step,
  outcome: 'failed',
  values,
  error,
})

const passed = (step: string, values: Values): ProviderTestStep => ({ step, outcome: 'ok', values })

const dayOf = (certificate: X509Certificate): string => certificate.validToDate.toISOString().slice(0, 10)

/** The certificates of the identity provider; one of them must be valid. */
function tryCertificates(certificates: readonly string[], now: Date): ProviderTestStep {
  const all = certificates.map((pem) => new X509Certificate(pem))
  const values = { count: String(all.length), until: all.map(dayOf).join(', ') }
  const isWeak = all.some(({ publicKey }) => publicKey.asymmetricKeyType !== 'rsa')
  if (isWeak) return failed('certificates', values, new AppError('samlSettingsWrong', { detail: 'not an RSA key' }))
  const isOver = all.every((one) => one.validToDate.getTime() < now.getTime())
  return isOver ? failed('certificates', values, new AppError('samlCertificatesOver')) : passed('certificates', values)
}

function tryOwnKey({ key, certificate }: SamlSettings): ProviderTestStep {
  if (key === '') return { step: 'key', outcome: 'skipped', values: {} }
  const own = new X509Certificate(certificate)
  const values = { until: dayOf(own) }
  // a key of another certificate decrypts nothing
  const fits = own.checkPrivateKey(createPrivateKey(key))
  return fits ? passed('key', values) : failed('key', values, new AppError('samlKeyOther'))
}

/** Goes through what a sign-in needs, step by step, until one fails. Changes nothing. */
export async function testSaml(
  app: ProviderApp,
  { form, name }: Provider,
  callback: string,
): Promise<ProviderTestStep[]> {
  const field = missingSamlField(form)
  if (field !== undefined)
    return [failed('form', { field }, new AppError('providerIncomplete', { provider: name, field }))]
  const steps: ProviderTestStep[] = []
  let step = 'form'
  try {
    const settings = parseSamlSettings(form)
    step = 'metadata'
    const { metadataUrl } = settings
    if (metadataUrl !== '') {
      await fetchMetadata(app, settings)
      steps.push(passed('metadata', { url: metadataUrl }))
    }
    const idp = await idpOf(app, settings)
    if (samlAuthority(form) === '') throw new ProviderError('rejected', 'the metadata has no entity ID')
    if (metadataUrl === '') steps.push(passed('metadata', { issuer: idp.entityId }))
    if (idp.signOn === '') throw new ProviderError('rejected', 'the metadata has no address for sign-in by redirect')
    steps.push(passed('samlEndpoints', { issuer: idp.entityId, url: idp.signOn, logout: idp.signOut || 'no' }))
    for (const one of [tryCertificates(idp.certificates, app.now()), tryOwnKey(settings)]) {
      steps.push(one)
      if (one.outcome === 'failed') return steps
    }
    steps.push(passed('callback', { url: callback, metadata: siteAddresses(settings, callback).entityId }))
    return steps
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return [...steps, failed(step, {}, failureOf(error, 'samlSettingsWrong'))]
  }
}
