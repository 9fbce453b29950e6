import type { App } from '#src/core/app.ts'
import { AppError } from '#src/core/errors.ts'
import type { Provider } from './providers.ts'

/** What went wrong with a provider: what it does not do, or what its answer lacks. */
type ProviderReason = 'forbidden' | 'unreachable' | 'certificate' | 'cancelled' | 'rejected'

/** A provider that does not do what it should. */
export class ProviderError extends Error {
  readonly reason: ProviderReason
  /** What exactly, for administrators, in English: it is written to the audit log. Never a secret or a token. */
  readonly detail: string
  /** The host that was asked; empty when it is about an answer. */
  readonly host: string

  constructor(reason: ProviderReason, detail: string, host = '', cause?: unknown) {
    super(`provider: ${reason}: ${detail}`, { cause })
    this.name = 'ProviderError'
    this.reason = reason
    this.detail = detail.split('\n')[0]?.slice(0, 300) ?? ''
    this.host = host
  }
}

/**
 * Requires that a browser can be led to an address that a provider names: its metadata or its discovery document may be
 * anybody's. @throws {ProviderError}
 */
export function requireWebAddress(address: string): string {
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
  if (!isWeb) throw new ProviderError('rejected', `the provider names an address that is none of the web: ${address}`)
  return address
}

/** A person for whom a provider has vouched, whatever its type. */
export interface OutsidePerson {
  /** Who vouches: the issuer of OpenID Connect, the entity ID of SAML, or the address of the service. */
  authority: string
  /** What identifies the person at the authority for ever: never a name or an address that can be given to another. */
  subject: string
  /** The user names that fit, the best first; the first that is possible here is taken. */
  usernames: readonly string[]
  /** May be empty, as the address. */
  name: string
  email: string
  /** Whether the provider has verified that the address belongs to the person. */
  isEmailVerified: boolean
  /** What the provider is given to end its own session when the person signs out here; may be empty. */
  signOutHint: string
}

/** How a sign-in with a provider begins. */
export interface Beginning {
  /** What must be known when the answer comes; stored on the server. */
  secrets: Record<string, string>
  /** Returns the address that the browser goes to. */
  url(state: string): string | Promise<string>
}

/** One step of trying a provider. */
export interface ProviderTestStep {
  step: string
  outcome: 'ok' | 'failed' | 'skipped'
  values: Record<string, string>
  /** Why it failed and what to try next; undefined when it did not. */
  error?: AppError
}

/** Returns what an administrator is shown about a failure. @param rejected the text for an answer that is not as it should be */
export function failureOf(
  { reason, host, detail }: ProviderError,
  rejected: 'providerAnswer' | 'samlSettingsWrong' = 'providerAnswer',
): AppError {
  const names = {
    forbidden: 'providerForbidden',
    unreachable: 'providerUnreachable',
    certificate: 'providerCertificate',
    cancelled: rejected,
    rejected,
  } as const
  return new AppError(names[reason], { host, detail })
}

/** What a test needs of the app: it also runs where no server does. */
export type ProviderApp = Pick<App, 'config' | 'now'> & { log: Pick<App['log'], 'warn'> }

/** How a type of provider signs people in: OAuth2, SAML and CAS each implement it in a `protocol.ts`. */
export interface ProviderProtocol {
  /** Who vouches, by the settings alone: it changes when the service moves. */
  authorityOf(form: Readonly<Record<string, string>>): string
  /** Returns the first field that is missing in a form; undefined when it can be used. */
  missingField(form: Readonly<Record<string, string>>): string | undefined
  /** @throws {ProviderError} */
  begin(app: App, provider: Provider, callback: string): Promise<Beginning>
  /**
   * Checks the answer of a provider.
   *
   * @param answer the fields that the browser brought
   * @param secrets what `begin` stored
   * @throws {ProviderError}
   */
  finish(
    app: App,
    provider: Provider,
    answer: Readonly<Record<string, string>>,
    secrets: Readonly<Record<string, string>>,
  ): Promise<OutsidePerson>
  /**
   * Returns the address where the provider ends its own session; undefined when it has none.
   *
   * @param at.callback the address of this site that takes the provider's answers
   */
  signOutUrl(
    app: App,
    provider: Provider,
    at: { hint: string; home: string; callback: string },
  ): Promise<string | undefined>
  /**
   * Goes through what a sign-in needs, step by step. Changes nothing.
   *
   * @param callback the address of this site that takes the provider's answers
   */
  test(app: ProviderApp, provider: Provider, callback: string): Promise<ProviderTestStep[]>
}
