import { childrenOf, type XmlElement } from '#src/core/strict-xml.ts'
import { rejectAnswer } from './message-structure.ts'
import { nameFormats, ns } from './xml-names.ts'

/** What an assertion must fit. */
interface Expectation {
  /** The entity ID of the identity provider. */
  idp: string
  /** Our own. */
  entityId: string
  /** The address that takes answers. */
  callback: string
  /** The ID of our request; undefined when the identity provider began. */
  requestId: string | undefined
  skewMs: number
  now: Date
}

const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  childrenOf(element, ns.assertion, name)[0]

/** Returns a time in ms, or undefined when there is none. @throws {ProviderError} for one that cannot be read */
function timeOf(element: XmlElement, name: string): number | undefined {
  const text = element.attributes.get(name)
  if (text === undefined) return undefined
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text)
  const time = isTime ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? rejectAnswer(`${name} is not a time`) : time
}

const shown = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

function requireTimes(element: XmlElement, { now, skewMs }: Expectation): void {
  const at = now.getTime()
  const from = timeOf(element, 'NotBefore')
  const to = timeOf(element, 'NotOnOrAfter')
  const clocks = `here it is ${shown(at)}: set the clocks of both servers by NTP, or allow a larger difference`
  if (from !== undefined && at + skewMs < from) rejectAnswer(`the assertion is valid from ${shown(from)}, ${clocks}`)
  if (to !== undefined && at - skewMs >= to) rejectAnswer(`the assertion was valid until ${shown(to)}, ${clocks}`)
}

/** @throws {ProviderError} for a confirmation that is about another site, request or time */
function requireConfirmation(subject: XmlElement, expected: Expectation): void {
  const bearers = childrenOf(subject, ns.assertion, 'SubjectConfirmation').filter(
    (one) => one.attributes.get('Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  )
  const data = child(bearers[0], 'SubjectConfirmationData')
  if (!data || bearers.length > 1) return rejectAnswer('the assertion must have one bearer confirmation')
  const recipient = data.attributes.get('Recipient')
  if (recipient !== expected.callback)
    rejectAnswer(`the recipient is ${recipient ?? 'missing'}, not ${expected.callback}`)
  if (!data.attributes.has('NotOnOrAfter')) rejectAnswer('the confirmation has no end')
  requireTimes(data, expected)
  requireRequest(data, expected)
}

/** @throws {ProviderError} for an element that responds to another request */
export function requireRequest(element: XmlElement, { requestId }: Pick<Expectation, 'requestId'>): void {
  const answers = element.attributes.get('InResponseTo')
  if (answers !== requestId)
    rejectAnswer(
      requestId === undefined ? 'it responds to a request that is unknown here' : 'it responds to another request',
    )
}

function requireAudience(conditions: XmlElement, { entityId }: Expectation): void {
  const restrictions = childrenOf(conditions, ns.assertion, 'AudienceRestriction')
  if (restrictions.length === 0) rejectAnswer('the assertion has no audience')
  for (const restriction of restrictions) {
    const audiences = childrenOf(restriction, ns.assertion, 'Audience').map(({ text }) => text.trim())
    if (!audiences.includes(entityId)) rejectAnswer(`the audience is ${audiences.join(', ')}, not ${entityId}`)
  }
}

/** What an assertion says. */
export interface Statement {
  id: string
  /** When the assertion can no longer be used, in ms. */
  endsAt: number
  nameId: string
  nameFormat: string
  /** For whom, and from whom, the name is one; may be empty. */
  nameQualifier: string
  spNameQualifier: string
  sessionIndex: string
  attributes: ReadonlyMap<string, readonly string[]>
}

function attributesOf(assertion: XmlElement): Map<string, string[]> {
  const all = new Map<string, string[]>()
  for (const statement of childrenOf(assertion, ns.assertion, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, ns.assertion, 'Attribute')) {
      const values = childrenOf(attribute, ns.assertion, 'AttributeValue').map(({ text }) => text.trim())
      for (const name of new Set([attribute.attributes.get('Name'), attribute.attributes.get('FriendlyName')])) {
        if (name !== undefined && name !== '') all.set(name, [...(all.get(name) ?? []), ...values])
      }
    }
  }
  return all
}

/**
 * Reads an assertion whose signature has been verified: who it is about, if it is for this site, this request, now.
 *
 * @throws {ProviderError}
 */
export function readAssertion(assertion: XmlElement, expected: Expectation): Statement {
  if (assertion.name !== 'Assertion' || assertion.namespace !== ns.assertion)
    rejectAnswer('what is signed is not an assertion')
  const issuer = child(assertion, 'Issuer')?.text.trim()
  if (issuer !== expected.idp) rejectAnswer(`the issuer is ${issuer ?? 'missing'}, not ${expected.idp}`)
  const [subject, ...more] = childrenOf(assertion, ns.assertion, 'Subject')
  if (!subject || more.length > 0) return rejectAnswer('the assertion must have one subject')
  requireConfirmation(subject, expected)
  const [conditions, ...others] = childrenOf(assertion, ns.assertion, 'Conditions')
  if (!conditions || others.length > 0) return rejectAnswer('the assertion must have one set of conditions')
  requireTimes(conditions, expected)
  requireAudience(conditions, expected)
  const authentication = child(assertion, 'AuthnStatement')
  if (!authentication) return rejectAnswer('the assertion does not say that the person has signed in')
  const session = timeOf(authentication, 'SessionNotOnOrAfter')
  if (session !== undefined && expected.now.getTime() - expected.skewMs >= session)
    rejectAnswer('the session there has ended')
  const names = childrenOf(subject, ns.assertion, 'NameID')
  if (names.length > 1) rejectAnswer('the subject has several names')
  const id = assertion.attributes.get('ID') ?? rejectAnswer('the assertion has no ID')
  const data = child(child(subject, 'SubjectConfirmation'), 'SubjectConfirmationData') ?? conditions
  const ends = [timeOf(data, 'NotOnOrAfter'), timeOf(conditions, 'NotOnOrAfter')].filter((one) => one !== undefined)
  return {
    id,
    endsAt: Math.max(...ends) + expected.skewMs,
    nameId: names[0]?.text.trim() ?? '',
    nameFormat: names[0]?.attributes.get('Format') ?? nameFormats.unspecified,
    nameQualifier: names[0]?.attributes.get('NameQualifier') ?? '',
    spNameQualifier: names[0]?.attributes.get('SPNameQualifier') ?? '',
    sessionIndex: authentication.attributes.get('SessionIndex') ?? '',
    attributes: attributesOf(assertion),
  }
}
