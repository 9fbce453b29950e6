import { lookup } from 'node:dns/promises'
import type { ErrorName } from '#shared/contract/errors.ts'
import { StartError } from '#src/core/config.ts'
import {
  isAllowedAddress,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundRules,
  readResponseText,
  safeFetch,
} from '#src/core/safe-fetch.ts'
import { standbyPath } from './protocol.ts'

/** The server to follow. */
export interface PrimaryAddress {
  /** Without a slash at the end. */
  url: string
  secret: string
  /** The private networks that may be reached. */
  allow: readonly string[]
}

/** A failure that may go away by itself: the network, or a server that starts again. */
export class Interrupted extends Error {
  /** The error that the server answered, if it did. */
  readonly errorName: ErrorName | undefined

  constructor(message: string, errorName?: ErrorName) {
    super(message)
    this.name = 'Interrupted'
    this.errorName = errorName
  }
}

// The database of a large site; the packed form is what is counted.
const mostBytes = 2 ** 40

/**
 * The rules of all outgoing requests, and one more: without TLS only to networks that are allowed by name, because the
 * secret and everything on the site go over it.
 */
function rulesOf({ url, allow }: PrimaryAddress): OutboundRules {
  const isPlain = url.startsWith('http:')
  return {
    allow,
    limits: { connectMs: 5000, totalMs: 30_000, answerBytes: mostBytes },
    async resolve(name) {
      const found = await lookup(name, { all: true, order: 'verbatim' })
      // allowed also without the list: a public address
      if (isPlain && found.some(({ address }) => isAllowedAddress(address, []))) throw new OutboundError('notAllowed')
      return found
    },
  }
}

/**
 * Sends a request to the server that is followed.
 *
 * @throws {StartError} followNotAllowed, followOff, followSecretWrong: somebody must do something about it
 * @throws {Interrupted} for everything else
 */
export async function requestPrimary(
  primary: PrimaryAddress,
  path: string,
  sent: OutboundRequest,
): Promise<OutboundResponse> {
  const { url, secret } = primary
  let response: OutboundResponse
  try {
    const headers = {
      Authorization: `Bearer ${secret}`,
      ...(sent.body === undefined ? {} : { 'Content-Type': 'application/octet-stream' }),
    }
    response = await safeFetch(rulesOf(primary), `${url}${standbyPath}${path}`, { ...sent, headers })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.reason === 'notAllowed') throw new StartError('followNotAllowed', { url })
    const { cause } = error
    throw new Interrupted(cause instanceof Error ? cause.message : error.reason)
  }
  // what the product rejects has the status 200
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  if (response.status === 200 && isJson === (path === 'session')) return response
  const name = await errorNameIn(response)
  if (name === 'followSecretWrong') throw new StartError('followSecretWrong', { url })
  if (response.status === 404 && name !== 'fileGone') throw new StartError('followOff', { url })
  throw new Interrupted(`${url}: HTTP ${response.status}`, name)
}

async function errorNameIn(response: OutboundResponse): Promise<ErrorName | undefined> {
  try {
    const { error_name } = JSON.parse(await readResponseText(response)) as { error_name?: ErrorName }
    return error_name
  } catch {
    return undefined
  }
}
