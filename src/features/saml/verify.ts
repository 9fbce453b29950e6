import { allElements, childrenOf, type XmlElement } from '#src/core/strict-xml.ts'
import { readAssertion, requireRequest, type Statement } from './assertion.ts'
import { loadSaml, type SiteAddresses } from './load-saml.ts'
import {
  checkAssertionStructure,
  checkResponseStructure,
  decodeAnswer,
  parseAnswerXml,
  rejectAnswer,
} from './message-structure.ts'
import type { IdpMetadata } from './metadata.ts'
import type { SamlSettings } from './settings.ts'
import { ns } from './xml-names.ts'

/** Decrypts the only encrypted data of an answer. */
async function decrypt(xml: string, key: string): Promise<string> {
  const encryption = await import('xml-encryption')
  return new Promise((resolve, reject) =>
    encryption.decrypt(xml, { key, disallowDecryptionWithInsecureAlgorithm: false }, (error, result) =>
      error ? reject(error) : resolve(result),
    ),
  )
}

/** Checks the structure of an encrypted assertion; node-saml decrypts it again and verifies it. @throws {ProviderError} */
async function checkEncrypted(xml: string, response: XmlElement, { key }: SamlSettings): Promise<void> {
  if (key === '')
    rejectAnswer('the assertion is encrypted, and this site has no key: paste one, or turn encryption off')
  const encrypted = [...allElements(response)].filter(({ name }) => name === 'EncryptedData')
  if (encrypted.length !== 1) rejectAnswer('the answer must have one encrypted part')
  let plain: string
  try {
    plain = await decrypt(xml, key)
  } catch {
    // what exactly fails says something about the content
    return rejectAnswer(
      'the assertion could not be decrypted: does the identity provider have this site’s certificate?',
    )
  }
  checkAssertionStructure(parseAnswerXml(plain))
}

/** What an answer is checked against. */
export interface VerifyContext {
  settings: SamlSettings
  idp: IdpMetadata
  site: SiteAddresses
  /** The ID of our request; undefined when the identity provider began. */
  requestId: string | undefined
  now: Date
}

/**
 * Verifies an answer that a browser has brought. First its structure, so that nothing but one assertion can be meant; then
 * its signature, by node-saml; then, of what was signed alone, whether it is for this site, this request, now.
 *
 * @param base64 the field `SAMLResponse`
 * @throws {ProviderError}
 */
export async function verifyAnswer(base64: string, context: VerifyContext): Promise<Statement> {
  const { settings, idp, site, requestId, now } = context
  const xml = decodeAnswer(base64)
  const response = parseAnswerXml(xml)
  const { isEncrypted } = checkResponseStructure(response)
  if (isEncrypted) await checkEncrypted(xml, response, settings)
  const destination = response.attributes.get('Destination')
  if (destination !== undefined && destination !== site.callback)
    rejectAnswer(`the destination is ${destination}, not ${site.callback}`)
  requireRequest(response, { requestId })
  const [issuer] = childrenOf(response, ns.assertion, 'Issuer')
  if (issuer && issuer.text.trim() !== idp.entityId)
    rejectAnswer(`the issuer is ${issuer.text.trim()}, not ${idp.entityId}`)
  const saml = await loadSaml(settings, idp, site, requestId)
  let signed: string | undefined
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: base64.replaceAll(/\s+/g, '') })
    signed = profile?.getAssertionXml?.()
  } catch (error) {
    const detail = error instanceof Error ? error.message : ''
    const isSignature = /signature/i.test(detail)
    const next = isSignature ? ': if the identity provider has another certificate now, set it here' : ''
    rejectAnswer(detail + next, error)
  }
  if (signed === undefined) return rejectAnswer('nothing is signed')
  const { entityId, callback } = site
  return readAssertion(parseAnswerXml(signed), {
    idp: idp.entityId,
    entityId,
    callback,
    requestId,
    skewMs: settings.skewMs,
    now,
  })
}
