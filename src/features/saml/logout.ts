import { inflateRawSync } from 'node:zlib'
import type { App } from '#src/core/app.ts'
import { childrenOf, type XmlElement } from '#src/core/strict-xml.ts'
import { idpOf, type SamlApp } from './idp.ts'
import { loadSaml, siteAddresses } from './load-saml.ts'
import {
  checkMessageSignature,
  decodeAnswer,
  parseAnswerXml,
  rejectAnswer,
  signatureMethods,
} from './message-structure.ts'
import type { SamlSession } from './person.ts'
import { parseSamlSettings, type SamlSettings } from './settings.ts'
import { ns } from './xml-names.ts'

const redirectBytes = 100_000
// A message to sign out is used at once. Source: the ten minutes of other implementations.
const freshMs = 10 * 60_000

/** Returns the path that takes messages about signing out, by the one that takes answers. */
export const logoutAddress = (callback: string): string => callback.replace(/\/callback$/, '/logout')

/** Returns what a session is known by at the identity provider; undefined for one that is not of SAML. */
export function parseSession(hint: string): SamlSession | undefined {
  if (!hint.startsWith('{')) return undefined
  return JSON.parse(hint) as SamlSession
}

/** Returns the address at which the identity provider ends its session; undefined when it has none. */
export async function signOutRequestUrl(
  app: SamlApp,
  settings: SamlSettings,
  { hint, callback }: { hint: string; callback: string },
): Promise<string | undefined> {
  const session = parseSession(hint)
  const idp = await idpOf(app, settings)
  if (!session || idp.signOut === '') return undefined
  const saml = await loadSaml(settings, idp, siteAddresses(settings, callback), undefined)
  return saml.getLogoutUrlAsync(
    {
      issuer: idp.entityId,
      nameID: session.nameId,
      nameIDFormat: session.format,
      // LemonLDAP::NG, for one, finds its session only by a name that is the same in all its parts
      ...(session.qualifier !== undefined && { nameQualifier: session.qualifier }),
      ...(session.spQualifier !== undefined && { spNameQualifier: session.spQualifier }),
      ...(session.index !== '' && { sessionIndex: session.index }),
    },
    '',
    {},
  )
}

/** A message about signing out, as a browser has brought it. */
export interface LogoutMessage {
  SAMLRequest: string
  RelayState: string
  SigAlg: string
  Signature: string
  isPost: boolean
  /** The query as it came. */
  query: string
}

/** What an identity provider has ended, and where the browser goes with our response. */
interface EndedSession {
  isEnded(session: SamlSession): boolean
  /** @returns the address; undefined when the identity provider has none for that */
  responseUrl(): Promise<string | undefined>
}

const inflate = (base64: string): string => {
  try {
    return inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: redirectBytes }).toString('utf8')
  } catch (error) {
    return rejectAnswer('the message is not compressed as it should be', error)
  }
}

/** Returns the fields of a redirect as they came, in the order in which they are signed. @throws {ProviderError} */
function signedQuery(query: string): string {
  const parts = query.split('&')
  const fieldOf = (name: string) => {
    const found = parts.filter((part) => part.startsWith(`${name}=`))
    if (found.length > 1) rejectAnswer(`the message has several ${name}`)
    return found
  }
  return [...fieldOf('SAMLRequest'), ...fieldOf('RelayState'), ...fieldOf('SigAlg')].join('&')
}

/** Requires that what is read is what the signature is about. @throws {ProviderError} */
function requireSigned(message: LogoutMessage): void {
  const sent = new URLSearchParams(signedQuery(message.query))
  const isSame = (['SAMLRequest', 'RelayState', 'SigAlg'] as const).every(
    (name) => (sent.get(name) ?? '') === message[name],
  )
  if (!isSame) rejectAnswer('the message is not the one that is signed')
}

function requireFresh(request: XmlElement, now: Date, skewMs: number): void {
  const issued = Date.parse(request.attributes.get('IssueInstant') ?? '')
  if (!(Math.abs(now.getTime() - issued) <= freshMs + skewMs)) rejectAnswer('the message to sign out is not of now')
}

/**
 * Verifies a message by which an identity provider ends a session: it must be signed.
 *
 * @throws {ProviderError}
 */
export async function readLogoutRequest(
  app: App,
  { form }: { form: Readonly<Record<string, string>> },
  message: LogoutMessage,
  callback: string,
): Promise<EndedSession> {
  const settings = parseSamlSettings(form)
  const idp = await idpOf(app, settings)
  if (!message.isPost) requireSigned(message)
  const xml = message.isPost ? decodeAnswer(message.SAMLRequest) : inflate(message.SAMLRequest)
  const request = parseAnswerXml(xml)
  if (request.name !== 'LogoutRequest' || request.namespace !== ns.protocol)
    rejectAnswer('the message is not a LogoutRequest')
  const issuer = childrenOf(request, ns.assertion, 'Issuer')[0]?.text.trim()
  if (issuer !== idp.entityId) rejectAnswer(`the issuer is ${issuer ?? 'missing'}, not ${idp.entityId}`)
  const destination = request.attributes.get('Destination')
  if (destination !== undefined && destination !== logoutAddress(callback))
    rejectAnswer(`the destination is ${destination}`)
  requireFresh(request, app.now(), settings.skewMs)
  const saml = await loadSaml(settings, idp, siteAddresses(settings, callback), undefined)
  const { SAMLRequest, RelayState, SigAlg, Signature } = message
  if (message.isPost) checkMessageSignature(request)
  else if (Signature === '' || !signatureMethods.has(SigAlg))
    rejectAnswer('the message to sign out is not signed as it must be')
  const verify = message.isPost
    ? () => saml.validatePostRequestAsync({ SAMLRequest: SAMLRequest.replaceAll(/\s+/g, '') })
    : () => saml.validateRedirectAsync({ SAMLRequest, RelayState, SigAlg, Signature }, signedQuery(message.query))
  const { profile } = await verify().catch((error: unknown) =>
    rejectAnswer(error instanceof Error ? error.message : 'the message to sign out is not signed', error),
  )
  const nameId = childrenOf(request, ns.assertion, 'NameID')[0]?.text.trim() ?? ''
  const indexes = childrenOf(request, ns.protocol, 'SessionIndex').map(({ text }) => text.trim())
  return {
    isEnded: (session) =>
      nameId !== '' && session.nameId === nameId && (indexes.length === 0 || indexes.includes(session.index)),
    responseUrl: async () =>
      idp.signOut === '' || !profile
        ? undefined
        : saml.getLogoutResponseUrlAsync(profile, RelayState.slice(0, 200), {}, true),
  }
}
