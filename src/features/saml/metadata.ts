import { X509Certificate } from 'node:crypto'
import { allElements, childrenOf, parseStrictXml, StrictXmlError, type XmlElement } from '#src/core/strict-xml.ts'
import { ProviderError } from '#src/features/sign-in-provider/index.ts'
import { bindings, ns } from './xml-names.ts'

/** What the metadata of an identity provider says. */
export interface IdpMetadata {
  entityId: string
  /** Where people sign in by redirect; empty when there is none. */
  signOn: string
  /** Where they sign out by redirect; empty when there is none. */
  signOut: string
  /** The certificates that it signs with, as PEM; several while one takes the place of another. */
  certificates: readonly string[]
}

// That of a federation has megabytes; of one identity provider, some ten kilobytes.
const metadataCharacters = 2_000_000

/** Returns base64 as PEM. */
const asPem = (base64: string): string => {
  const lines = base64.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/**
 * Parses certificates: PEM, one after another, or base64 alone.
 *
 * @throws {ProviderError}
 */
export function parseCertificates(text: string): string[] {
  const inPem = [...text.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g)]
  const bodies = inPem.length > 0 ? inPem.map(([, body = '']) => body) : text.trim() === '' ? [] : [text]
  return bodies.map((body) => {
    const pem = asPem(body)
    try {
      return new X509Certificate(pem).toString()
    } catch (error) {
      throw new ProviderError('rejected', 'a certificate is not valid X.509', '', error)
    }
  })
}

function descriptorOf(root: XmlElement, entityId: string): { entity: XmlElement; idp: XmlElement } {
  const found = [...allElements(root)].flatMap((entity) => {
    if (entity.name !== 'EntityDescriptor' || entity.namespace !== ns.metadata) return []
    const [idp] = childrenOf(entity, ns.metadata, 'IDPSSODescriptor')
    return idp && (entityId === '' || entity.attributes.get('entityID') === entityId) ? [{ entity, idp }] : []
  })
  const [first] = found
  if (!first) throw new ProviderError('rejected', 'the metadata has no IDPSSODescriptor of this entity ID')
  if (found.length > 1)
    throw new ProviderError('rejected', 'the metadata has several identity providers: set the entity ID')
  return first
}

/**
 * Parses the metadata of an identity provider.
 *
 * @param entityId which one, in metadata of several; empty for the only one
 * @throws {ProviderError}
 */
export function parseMetadata(xml: string, entityId: string): IdpMetadata {
  try {
    // editors put a byte order mark in front
    const root = parseStrictXml(xml.replace(/^\uFEFF/, '').trim(), {
      characters: metadataCharacters,
      hasComments: true,
    })
    const { entity, idp } = descriptorOf(root, entityId)
    const locationOf = (name: string) =>
      childrenOf(idp, ns.metadata, name)
        .find((one) => one.attributes.get('Binding') === bindings.redirect)
        ?.attributes.get('Location') ?? ''
    const keys = childrenOf(idp, ns.metadata, 'KeyDescriptor').filter(
      (key) => key.attributes.get('use') !== 'encryption',
    )
    const certificates = keys.flatMap((key) =>
      [...allElements(key)].filter((one) => one.name === 'X509Certificate' && one.namespace === ns.signature),
    )
    return {
      entityId: entity.attributes.get('entityID') ?? '',
      signOn: locationOf('SingleSignOnService'),
      signOut: locationOf('SingleLogoutService'),
      certificates: certificates.flatMap(({ text }) => parseCertificates(text)),
    }
  } catch (error) {
    if (error instanceof StrictXmlError) throw new ProviderError('rejected', `metadata: ${error.message}`, '', error)
    throw error
  }
}
