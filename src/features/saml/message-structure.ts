import { allElements, childrenOf, parseStrictXml, StrictXmlError, type XmlElement } from '#src/core/strict-xml.ts'
import { ProviderError } from '#src/features/sign-in-provider/index.ts'
import { ns } from './xml-names.ts'

/** Characters of an answer as XML: one with a thousand groups has less. */
const answerCharacters = 400_000

/** How messages may be signed. */
export const signatureMethods: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
])
const digestMethods = new Set(['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'])
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const transformMethods = new Set(['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive])
// Without RSA 1.5, whose padding can be tried out, and without triple DES.
const encryptionMethods = new Set([
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes192-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes192-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
])

/** @throws {ProviderError} always: an answer that is not taken */
export function rejectAnswer(detail: string, cause?: unknown): never {
  throw new ProviderError('rejected', detail, '', cause)
}

/** Parses XML of an answer. @throws {ProviderError} */
export function parseAnswerXml(xml: string): XmlElement {
  try {
    return parseStrictXml(xml, { characters: answerCharacters })
  } catch (error) {
    if (error instanceof StrictXmlError) rejectAnswer(error.message, error)
    throw error
  }
}

/** Decodes an answer from a form. @throws {ProviderError} */
export function decodeAnswer(base64: string): string {
  const plain = base64.replaceAll(/\s+/g, '')
  if (plain === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) rejectAnswer('the answer is not base64')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(plain, 'base64'))
  } catch (error) {
    return rejectAnswer('the answer is not UTF-8', error)
  }
}

const named = (name: string) => (one: XmlElement) => one.name.toLowerCase() === name

const algorithmOf = (element: XmlElement | undefined): string => element?.attributes.get('Algorithm') ?? ''

function only(elements: readonly XmlElement[], what: string): XmlElement {
  const [first] = elements
  if (!first || elements.length > 1) return rejectAnswer(`a signature must have one ${what}`)
  return first
}

/** Checks that a signature covers the element that it is in, and nothing else, with methods of today. */
function checkSignature(signature: XmlElement, owner: XmlElement): void {
  const known = new Set(['SignedInfo', 'SignatureValue', 'KeyInfo'])
  if (signature.children.some(({ name, namespace }) => !known.has(name) || namespace !== ns.signature))
    rejectAnswer('a signature contains other elements')
  const info = only(childrenOf(signature, ns.signature, 'SignedInfo'), 'SignedInfo')
  only(childrenOf(signature, ns.signature, 'SignatureValue'), 'SignatureValue')
  const method = algorithmOf(only(childrenOf(info, ns.signature, 'SignatureMethod'), 'SignatureMethod'))
  if (!signatureMethods.has(method))
    rejectAnswer(`signed with ${method || 'nothing'}: set RSA with SHA-256 at the identity provider`)
  const canonical = algorithmOf(
    only(childrenOf(info, ns.signature, 'CanonicalizationMethod'), 'CanonicalizationMethod'),
  )
  if (canonical !== exclusive) rejectAnswer(`canonicalised with ${canonical}`)
  const reference = only(childrenOf(info, ns.signature, 'Reference'), 'Reference')
  const id = owner.attributes.get('ID') ?? ''
  if (id === '' || reference.attributes.get('URI') !== `#${id}`) rejectAnswer('a signature is about another element')
  const digest = algorithmOf(only(childrenOf(reference, ns.signature, 'DigestMethod'), 'DigestMethod'))
  if (!digestMethods.has(digest))
    rejectAnswer(`digested with ${digest || 'nothing'}: set SHA-256 at the identity provider`)
  const transforms = childrenOf(reference, ns.signature, 'Transforms').flatMap(({ children }) => children)
  for (const one of transforms)
    if (!transformMethods.has(algorithmOf(one))) rejectAnswer(`transformed with ${algorithmOf(one)}`)
}

/** @throws {ProviderError} when two elements have one id, whatever the attribute is called */
function checkIds(elements: readonly XmlElement[]): void {
  const ids = elements.flatMap(({ attributes }) =>
    [...attributes].flatMap(([name, value]) => (name.toLowerCase() === 'id' ? [value] : [])),
  )
  if (new Set(ids).size !== ids.length) rejectAnswer('two elements have one ID')
}

/** Checks signatures: each is directly in the message or the assertion, which has only one. */
function checkSignatures(elements: readonly XmlElement[], owners: readonly XmlElement[]): void {
  const seen = new Set<XmlElement>()
  for (const signature of elements.filter(named('signature'))) {
    const owner = signature.parent
    if (!owner || !owners.includes(owner) || signature.namespace !== ns.signature)
      return rejectAnswer('a signature is out of place')
    if (seen.has(owner)) rejectAnswer('an element has two signatures')
    seen.add(owner)
    checkSignature(signature, owner)
  }
}

/** @throws {ProviderError} for an assertion that lacks what each must have */
function requireParts(assertion: XmlElement): void {
  for (const [name, what] of [
    ['Subject', 'one subject'],
    ['Conditions', 'one set of conditions'],
  ] as const) {
    if (childrenOf(assertion, ns.assertion, name).length !== 1) rejectAnswer(`the assertion must have ${what}`)
  }
}

const isSigned = (element: XmlElement): boolean => childrenOf(element, ns.signature, 'Signature').length === 1

/**
 * Checks the structure of a decrypted assertion before its signature is.
 *
 * @throws {ProviderError}
 */
export function checkAssertionStructure(assertion: XmlElement): void {
  const elements = [...allElements(assertion)]
  if (assertion.name !== 'Assertion' || assertion.namespace !== ns.assertion)
    rejectAnswer('what was encrypted is not an assertion')
  if (elements.filter(named('assertion')).length > 1) rejectAnswer('an assertion within an assertion')
  if (elements.some(named('encryptedassertion'))) rejectAnswer('an assertion within an assertion')
  checkIds(elements)
  checkSignatures(elements, [assertion])
  if (!isSigned(assertion))
    rejectAnswer('the assertion itself is not signed: turn on signed assertions at the identity provider')
  requireParts(assertion)
}

/** Why the identity provider did not sign the person in. @throws {ProviderError} always */
function rejectStatus(response: XmlElement): never {
  const [status] = childrenOf(response, ns.protocol, 'Status')
  const codes = status ? [...allElements(status)].filter(({ name }) => name === 'StatusCode') : []
  const values = codes.map(({ attributes }) => (attributes.get('Value') ?? '').replace(/^.*:/, ''))
  const [message] = childrenOf(status, ns.protocol, 'StatusMessage')
  const detail = [values.join('/') || 'no status', message?.text.trim() ?? ''].filter(Boolean).join(': ')
  const isCancelled = values.some((value) => value === 'AuthnFailed' || value === 'RequestDenied')
  throw new ProviderError(isCancelled ? 'cancelled' : 'rejected', `the identity provider says ${detail}`)
}

/**
 * Checks the structure of an answer before any signature is: one assertion, in its place; signatures only of what they are
 * in; methods of today. This leaves nothing for another element to hide in.
 *
 * @returns the assertion as it came, encrypted or not
 * @throws {ProviderError}
 */
export function checkResponseStructure(response: XmlElement): { assertion: XmlElement; isEncrypted: boolean } {
  if (response.name !== 'Response' || response.namespace !== ns.protocol)
    rejectAnswer('the answer is not a SAML 2.0 response')
  const elements = [...allElements(response)]
  checkIds(elements)
  if (elements.filter(named('response')).length > 1) rejectAnswer('a response within a response')
  const assertions = elements.filter((one) => named('assertion')(one) || named('encryptedassertion')(one))
  const [code] = childrenOf(childrenOf(response, ns.protocol, 'Status')[0], ns.protocol, 'StatusCode')
  if (code?.attributes.get('Value') !== 'urn:oasis:names:tc:SAML:2.0:status:Success') rejectStatus(response)
  const [assertion] = assertions
  if (!assertion) return rejectAnswer('the answer has no assertion')
  if (assertions.length > 1) rejectAnswer('the answer has several assertions')
  if (assertion.parent !== response || assertion.namespace !== ns.assertion)
    rejectAnswer('the assertion is out of place')
  const isEncrypted = assertion.name === 'EncryptedAssertion'
  checkSignatures(elements, isEncrypted ? [response] : [response, assertion])
  if (isEncrypted) {
    const methods = [...allElements(assertion)].filter(({ name }) => name === 'EncryptionMethod')
    for (const one of methods)
      if (!encryptionMethods.has(algorithmOf(one))) rejectAnswer(`encrypted with ${algorithmOf(one)}`)
  } else if (!isSigned(assertion)) {
    rejectAnswer('the assertion itself is not signed: turn on signed assertions at the identity provider')
  } else {
    requireParts(assertion)
  }
  return { assertion, isEncrypted }
}

/**
 * Checks that a message has one signature, of all of it, before that is verified.
 *
 * @throws {ProviderError}
 */
export function checkMessageSignature(message: XmlElement): void {
  const elements = [...allElements(message)]
  checkIds(elements)
  checkSignatures(elements, [message])
  if (!isSigned(message)) rejectAnswer('the message is not signed')
}
