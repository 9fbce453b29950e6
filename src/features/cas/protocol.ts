import { createHash } from 'node:crypto'
import { AppError } from '#src/core/errors.ts'
import { allElements, childrenOf, parseStrictXml, StrictXmlError, type XmlElement } from '#src/core/strict-xml.ts'
import { fittingUsernames, sendToProvider } from '#src/features/oauth/index.ts'
import {
  type CommonSettings,
  failureOf,
  type OutsidePerson,
  type ProviderApp,
  ProviderError,
  type ProviderProtocol,
  type ProviderTestStep,
  parseCommonSettings,
} from '#src/features/sign-in-provider/index.ts'

const cas = 'http://www.yale.edu/tp/cas'
const answerCharacters = 400_000

type Form = Readonly<Record<string, string>>

/** The settings of a CAS server, as they are used. */
interface CasSettings extends CommonSettings {
  /** Its address, without a slash at the end. */
  server: string
  /** `3` has attributes, `2` has the username alone. */
  protocol: '2' | '3'
}

function parseSettings(form: Form): CasSettings {
  const text = (name: string) => form[name]?.trim() ?? ''
  return {
    server: text('server_url').replace(/\/+$/, ''),
    protocol: text('protocol_version') === '2' ? '2' : '3',
    ...parseCommonSettings(form),
  }
}

const reject = (detail: string, host = '', cause?: unknown): never => {
  throw new ProviderError('rejected', detail, host, cause)
}

/** Parses the answer of a server about a ticket. @throws {ProviderError} */
function parseAnswer(xml: string, host: string): XmlElement {
  try {
    const root = parseStrictXml(xml.trim(), { characters: answerCharacters, hasComments: true })
    if (root.name === 'serviceResponse' && root.namespace === cas) return root
  } catch (error) {
    if (!(error instanceof StrictXmlError)) throw error
    return reject(error.message, host, error)
  }
  return reject('the answer is not that of a CAS server', host)
}

/** Sends a ticket to the server, which says whose it is. @throws {ProviderError} */
async function validate(
  app: Pick<ProviderApp, 'config'>,
  settings: CasSettings,
  { ticket, service }: { ticket: string; service: string },
): Promise<XmlElement> {
  const path = settings.protocol === '3' ? '/p3/serviceValidate' : '/serviceValidate'
  const address = `${settings.server}${path}?${new URLSearchParams({ service, ticket })}`
  const { status, text } = await sendToProvider(app, settings, address, {
    headers: { Accept: 'application/xml, text/xml', 'User-Agent': 'Docstead' },
  })
  const { host } = new URL(settings.server)
  return status === 200 ? parseAnswer(text, host) : reject(`HTTP ${status}`, host)
}

/** Returns the code with which a server rejects a ticket; undefined when it accepts it. */
const rejectionOf = (answer: XmlElement): XmlElement | undefined => childrenOf(answer, cas, 'authenticationFailure')[0]

function attributesOf(success: XmlElement): Map<string, string[]> {
  const all = new Map<string, string[]>()
  const [attributes] = childrenOf(success, cas, 'attributes')
  for (const { name, text, attributes: own, children } of attributes?.children ?? []) {
    // some servers write <cas:attribute name="mail" value="..."/>
    const key = name === 'attribute' ? (own.get('name') ?? '') : name
    const value = (name === 'attribute' ? (own.get('value') ?? text) : text).trim()
    if (key !== '' && children.length === 0) all.set(key, [...(all.get(key) ?? []), value])
  }
  return all
}

const usual = {
  name: ['displayName', 'name', 'cn', 'fullName'],
  email: ['mail', 'email'],
} as const

/** Returns whom a server vouches for. @throws {ProviderError} */
function personOf(settings: CasSettings, answer: XmlElement, ticket: string): OutsidePerson {
  const host = new URL(settings.server).host
  const failure = rejectionOf(answer)
  if (failure) reject(`${failure.attributes.get('code') ?? 'failure'}: ${failure.text.trim()}`, host)
  const [success, ...others] = childrenOf(answer, cas, 'authenticationSuccess')
  if (!success || others.length > 0) return reject('the answer says neither yes nor no', host)
  // another service that acts for the person is nobody who sits here
  if (childrenOf(success, cas, 'proxies').length > 0) reject('the ticket is that of a proxy', host)
  const users = childrenOf(success, cas, 'user')
  const user = users[0]?.text.trim() ?? ''
  if (users.length !== 1 || user === '' || (users[0]?.children.length ?? 0) > 0)
    reject('the answer does not say who it is', host)
  const attributes = attributesOf(success)
  const { fields } = settings
  const first = (field: string, names: readonly string[]): string =>
    (field === '' ? names : [field]).map((name) => attributes.get(name)?.find((value) => value !== '')).find(Boolean) ??
    ''
  const chosen = first(fields.subject, [])
  if (fields.subject !== '' && chosen === '') reject(`the attribute ${fields.subject} is missing`, host)
  const subject = fields.subject === '' ? user : `${fields.subject}:${chosen}`
  if (subject.length > 500) reject('the identifier is too long', host)
  const email = first(fields.email, usual.email)
  return {
    authority: settings.server,
    subject,
    usernames: fittingUsernames([first(fields.username, []), user, email].filter(Boolean)),
    name: first(fields.name, usual.name).slice(0, 100),
    email,
    isEmailVerified: settings.isEmailTrusted && email !== '',
    signOutHint: ticketHint(ticket),
  }
}

/** Returns what a session is known by that began with a ticket. */
export const ticketHint = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')

/** Returns the ticket of the session that a server ends; undefined for a message that says none. */
export function endedTicket(logoutRequest: string): string | undefined {
  try {
    const root = parseStrictXml(logoutRequest.trim(), { characters: 20_000 })
    const index = [...allElements(root)].find(({ name }) => name === 'SessionIndex')
    return root.name === 'LogoutRequest' ? index?.text.trim() || undefined : undefined
  } catch (error) {
    if (error instanceof StrictXmlError) return undefined
    throw error
  }
}

// Only tickets for this service: a proxy ticket is that of another service.
const ticketPattern = /^ST-[\x21-\x7e]{1,500}$/

const serviceOf = (callback: string, state: string): string => `${callback}?state=${state}`

/** Asks about a ticket that nobody has: the server must say that it does not know it. */
async function tryTicket(app: ProviderApp, settings: CasSettings, callback: string): Promise<Record<string, string>> {
  const answer = await validate(app, settings, { ticket: 'ST-docstead-test', service: serviceOf(callback, 'test') })
  const failure = rejectionOf(answer)
  const { host } = new URL(settings.server)
  if (!failure) return reject('the server accepts any ticket', host)
  const code = failure.attributes.get('code') ?? ''
  if (code === 'UNAUTHORIZED_SERVICE' || code === 'INVALID_SERVICE')
    reject(`${code}: register ${callback} as a service at the CAS server`, host)
  return { code }
}

function missingField(form: Form): string | undefined {
  const { server } = parseSettings(form)
  return /^https?:\/\/[^/]/i.test(server) && URL.canParse(server) ? undefined : 'server_url'
}

/** Sign-in with a CAS server, protocols 2 and 3. */
export const casProtocol: ProviderProtocol = {
  authorityOf: (form) => parseSettings(form).server,
  missingField,

  async begin(_app, { form }, callback) {
    const { server } = parseSettings(form)
    return {
      secrets: {},
      url: (state) => `${server}/login?${new URLSearchParams({ service: serviceOf(callback, state) })}`,
    }
  },

  async finish(app, { form }, answer, secrets) {
    const settings = parseSettings(form)
    const ticket = answer['ticket'] ?? ''
    if (!ticketPattern.test(ticket))
      reject(ticket === '' ? 'the browser came without a ticket' : 'the ticket is not one for this site')
    const service = serviceOf(secrets['callback'] ?? '', answer['state'] ?? '')
    return personOf(settings, await validate(app, settings, { ticket, service }), ticket)
  },

  async signOutUrl(_app, { form }, { home }) {
    const { server, signOutAddress } = parseSettings(form)
    return signOutAddress || `${server}/logout?${new URLSearchParams({ service: home })}`
  },

  async test(app, { form, name }, callback) {
    const field = missingField(form)
    const failed = (step: string, values: Record<string, string>, error: AppError): ProviderTestStep[] => [
      { step, outcome: 'failed', values, error },
    ]
    if (field !== undefined)
      return failed('form', { field }, new AppError('providerIncomplete', { provider: name, field }))
    const settings = parseSettings(form)
    const values = { url: settings.server }
    try {
      const found = await tryTicket(app, settings, callback)
      return [
        { step: 'ticket', outcome: 'ok', values: { ...values, ...found } },
        { step: 'callback', outcome: 'ok', values: { url: callback } },
      ]
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return failed('ticket', values, failureOf(error))
    }
  },
}
