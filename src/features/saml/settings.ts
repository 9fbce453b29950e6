import { createPrivateKey } from 'node:crypto'
import { type CommonSettings, ProviderError, parseCommonSettings } from '#src/features/sign-in-provider/index.ts'
import { type IdpMetadata, parseCertificates, parseMetadata } from './metadata.ts'
import { nameFormats } from './xml-names.ts'

/** The settings of a SAML identity provider, as they are used. */
export interface SamlSettings extends CommonSettings {
  metadataUrl: string
  /** The metadata itself; empty when there is an address. */
  metadata: string
  /** What is set by hand; empty for what the metadata says. */
  manual: IdpMetadata
  /** Our own entity ID; empty for the address of our metadata. */
  entityId: string
  /** Our key and its certificate, as PEM; empty when there are none. */
  key: string
  certificate: string
  isSigned: boolean
  /** The format of names to request; undefined for any. */
  nameFormat: string | undefined
  isIdpInitiated: boolean
  skewMs: number
}

type Form = Readonly<Record<string, string>>

/**
 * Returns a private key as PEM, also one whose lines a text field has joined.
 *
 * @throws {ProviderError}
 */
function parseKey(text: string): string {
  if (text.trim() === '') return ''
  const [, kind = '', body = ''] = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----([\s\S]*?)-----END/.exec(text) ?? []
  const lines = body.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? []
  try {
    const key = createPrivateKey(`-----BEGIN ${kind}-----\n${lines.join('\n')}\n-----END ${kind}-----\n`)
    if (key.asymmetricKeyType !== 'rsa') throw new Error('not RSA')
    return key.export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch (error) {
    throw new ProviderError(
      'rejected',
      'the private key of this site is not an RSA key as PEM, without a password',
      '',
      error,
    )
  }
}

/** Returns the settings of a form. @throws {ProviderError} for a key or a certificate that is none */
export function parseSamlSettings(form: Form): SamlSettings {
  const text = (name: string) => form[name]?.trim() ?? ''
  const format = text('nameid_format')
  return {
    metadataUrl: text('metadata_url'),
    metadata: text('metadata'),
    manual: {
      entityId: text('idp_entity_id'),
      signOn: text('sso_url'),
      signOut: text('slo_url'),
      certificates: parseCertificates(text('idp_certificates')),
    },
    entityId: text('entity_id'),
    key: parseKey(form['sp_key'] ?? ''),
    certificate: parseCertificates(text('sp_certificate'))[0] ?? '',
    isSigned: text('sign_requests') === '1',
    nameFormat: format in nameFormats ? nameFormats[format as keyof typeof nameFormats] : undefined,
    isIdpInitiated: text('idp_initiated') === '1',
    skewMs: Number(text('clock_skew') || '120') * 1000,
    ...parseCommonSettings(form),
  }
}

/** Returns the first field that is missing in a form; undefined when it can be used. */
export function missingSamlField(form: Form): string | undefined {
  const has = (name: string) => (form[name] ?? '').trim() !== ''
  if (!has('metadata_url') && !has('metadata')) {
    const manual = ['idp_entity_id', 'sso_url', 'idp_certificates'] as const
    const missing = manual.find((name) => !has(name))
    if (missing !== undefined) return manual.some(has) ? missing : 'metadata'
  }
  if (form['sign_requests'] === '1' && !has('sp_key')) return 'sp_key'
  return has('sp_key') && !has('sp_certificate') ? 'sp_certificate' : undefined
}

/**
 * Returns who vouches for people by the settings of a form: the entity ID of the identity provider, or the address of its
 * metadata while that alone is known.
 */
export function samlAuthority(form: Form): string {
  const entityId = form['idp_entity_id']?.trim() ?? ''
  if (entityId !== '') return entityId
  const address = form['metadata_url']?.trim() ?? ''
  if (address !== '') return address
  try {
    return parseMetadata(form['metadata'] ?? '', '').entityId
  } catch {
    // such a provider signs nobody in
    return ''
  }
}
