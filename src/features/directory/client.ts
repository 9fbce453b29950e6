import { Client, Filter, FilterParser, ResultCodeError } from 'ldapts'
import {
  connectionErrorText,
  isCertificateError,
  OutboundError,
  type OutboundRules,
  safeConnect,
  tlsOptionsFor,
} from '#src/core/safe-fetch.ts'
import type { DirectorySettings } from './settings.ts'

/** The step of a conversation with a directory service that failed. */
type DirectoryStep = 'connect' | 'encrypt' | 'bind' | 'search'

/** A directory service that does not do what it should. */
export class DirectoryError extends Error {
  readonly step: DirectoryStep
  /** `notAllowed`, `unreachable`, `tooSlow`, `certificate`, `filter`, or the code of an LDAP result. */
  readonly reason: string
  /** What the service or the machine says, for administrators. */
  readonly detail: string

  constructor(step: DirectoryStep, reason: string, cause?: unknown) {
    super(`directory: ${step}: ${reason}`, { cause })
    this.name = 'DirectoryError'
    this.step = step
    this.reason = reason
    this.detail = cause instanceof Error ? (connectionErrorText(cause).split('\n')[0]?.slice(0, 300) ?? '') : ''
  }

  /** The number with which Active Directory says why it rejects an account, as `532`; empty when there is none. */
  get detailCode(): string {
    return /AcceptSecurityContext error, data ([0-9a-f]{3}),/i.exec(this.detail)?.[1] ?? ''
  }
}

/** An entry of the directory: its attributes by their names in lower case. */
export interface DirectoryEntry {
  dn: string
  /** Texts; binary values as hex. */
  values: ReadonlyMap<string, readonly string[]>
}

/** What to search for. */
interface DirectorySearch {
  base: string
  filter: string
  attributes: readonly string[]
  /** The most entries that are returned; undefined for all. */
  most?: number
}

/**
 * What the service says of an account and its password. `expired` and `barred` say that the password is right; `locked`
 * says nothing about it.
 */
export type PasswordAnswer = 'accepted' | 'wrong' | 'expired' | 'barred' | 'locked'

/** A conversation with a directory service. */
export interface Directory {
  /** Asks the service about an account and its password. @throws {DirectoryError} */
  checkPassword(dn: string, password: string): Promise<PasswordAnswer>
  /** Yields entries page by page. @throws {DirectoryError} */
  search(search: DirectorySearch): AsyncGenerator<DirectoryEntry[]>
}

/** Escapes a text for a filter. Source: RFC 4515, 3. */
export const escapeFilter = (text: string): string => Filter.escape(text)

function failureOf(step: DirectoryStep, error: unknown): DirectoryError {
  if (error instanceof DirectoryError) return error
  if (error instanceof OutboundError) {
    const isCertificate = isCertificateError(error.cause)
    return new DirectoryError(
      isCertificate ? 'encrypt' : step,
      isCertificate ? 'certificate' : error.reason,
      error.cause ?? error,
    )
  }
  if (error instanceof ResultCodeError) return new DirectoryError(step, String(error.code), error)
  if (isCertificateError(error)) return new DirectoryError('encrypt', 'certificate', error)
  const isLate = error instanceof Error && /timed? ?out/i.test(error.message)
  // the connection has ended, or what answers is no directory
  return new DirectoryError(step === 'encrypt' ? step : 'connect', isLate ? 'tooSlow' : 'unreachable', error)
}

// The identifiers of entries in Active Directory, in its spelling.
const binary = ['objectGUID', 'objectSid']

const pageSize = 500

const textOf = (value: string | Buffer): string => (Buffer.isBuffer(value) ? value.toString('hex') : value)

function entryOf({ dn, ...attributes }: { dn: string; [name: string]: Buffer | Buffer[] | string | string[] }) {
  const values = new Map<string, string[]>()
  for (const [name, value] of Object.entries(attributes)) {
    // Active Directory returns long lists in parts: beside an empty `member` there is `member;range=0-1499`
    const key = name.toLowerCase().replace(/;range=.*$/, '')
    values.set(key, [...(values.get(key) ?? []), ...[value].flat().map(textOf)])
  }
  return { dn, values }
}

/** Opens a connection by the rules for outgoing requests, encrypted as the settings say. */
async function openClient(rules: OutboundRules, settings: DirectorySettings): Promise<Client> {
  const { host, port, security, ca, timeoutMs } = settings
  const isTls = security === 'ldaps'
  const limits = { connectMs: timeoutMs, totalMs: timeoutMs, answerBytes: 0 }
  const socket = await safeConnect({ ...rules, limits }, { host, port, isTls, trusted: ca }).catch((error: unknown) => {
    throw failureOf('connect', error)
  })
  const client = new Client({
    url: 'ldap://directory',
    timeout: timeoutMs,
    strictDN: false,
    createConnection: () => socket,
  })
  if (security !== 'starttls') return client
  try {
    await client.startTLS({ host, ...tlsOptionsFor(host, ca) })
    return client
  } catch (error) {
    socket.destroy()
    throw failureOf('encrypt', error)
  }
}

/**
 * Connects to the directory service, signs in with the account that searches, and runs `operation`.
 *
 * @throws {DirectoryError}
 */
export async function withDirectory<T>(
  rules: OutboundRules,
  settings: DirectorySettings,
  operation: (directory: Directory) => Promise<T>,
): Promise<T> {
  const client = await openClient(rules, settings)
  try {
    const { bind_dn, bind_password } = settings
    if (bind_dn !== '') {
      await client.bind(bind_dn, bind_password).catch((error: unknown) => {
        throw failureOf('bind', error)
      })
    }
    return await operation({
      checkPassword: (dn, password) => checkPassword(rules, settings, dn, password),
      search: (search) => searchEntries(client, search),
    })
  } finally {
    await client.unbind().catch(() => undefined)
  }
}

// Results that say nothing about the password. Source: RFC 4511, 4.1.9: timeLimitExceeded, busy, unavailable, other.
const unavailable = new Set([3, 51, 52, 80])

// Why Active Directory rejects an account. It says all but `locked` only after the right password. Source:
// Microsoft's list of the errors of LogonUser; the answers of Samba 4.17 are the same.
const answers = new Map<string, PasswordAnswer>([
  ['530', 'barred'],
  ['531', 'barred'],
  ['532', 'expired'],
  ['533', 'barred'],
  ['701', 'barred'],
  ['773', 'expired'],
  ['775', 'locked'],
])

/**
 * Signs in with an account and a password on a connection of its own, because the lookup account stays signed in on the
 * other. An empty password is refused without asking: a server takes it for a visitor, and accepts it.
 */
async function checkPassword(
  rules: OutboundRules,
  settings: DirectorySettings,
  dn: string,
  password: string,
): Promise<PasswordAnswer> {
  if (password === '') return 'wrong'
  const client = await openClient(rules, settings)
  try {
    await client.bind(dn, password)
    return 'accepted'
  } catch (error) {
    const failure = failureOf('bind', error)
    if (error instanceof ResultCodeError && !unavailable.has(error.code))
      return answers.get(failure.detailCode) ?? 'wrong'
    throw failure
  } finally {
    await client.unbind().catch(() => undefined)
  }
}

async function* searchEntries(client: Client, search: DirectorySearch): AsyncGenerator<DirectoryEntry[]> {
  const { base, filter, attributes, most } = search
  let count = 0
  try {
    FilterParser.parseString(filter)
  } catch (error) {
    throw new DirectoryError('search', 'filter', error)
  }
  try {
    const pages = client.searchPaginated(base, {
      scope: 'sub',
      filter,
      attributes: [...attributes],
      explicitBufferAttributes: binary,
      paged: { pageSize: Math.min(pageSize, most ?? pageSize) },
    })
    for await (const { searchEntries: found } of pages) {
      count += found.length
      yield found.map(entryOf)
      if (most !== undefined && count >= most) return
    }
  } catch (error) {
    throw failureOf('search', error)
  }
}
