import type { z } from 'zod'
import type { CallRequest } from '#shared/contract/api-call.ts'
import { callMaxBytes, variablePattern } from '#shared/contract/api-call-rules.ts'
import { fail } from '#src/core/errors.ts'

type Request = z.output<typeof CallRequest>

/** A secret variable of an environment, with the sender's value. */
export interface Secret {
  name: string
  kept: { value: string; origin: string } | undefined
}

/** A request with its secrets filled in, and the list of those secrets. */
interface InjectedRequest {
  request: Request
  used: string[]
}

const asIs = (value: string): string => value
const inJson = (value: string): string => JSON.stringify(value).slice(1, -1)

const typeOf = ({ headers }: Request): string =>
  headers.find(({ name }) => name.trim().toLowerCase() === 'content-type')?.value.toLowerCase() ?? ''

/** Returns the function that escapes a value for the body of a request. */
function escapeOf(request: Request): (value: string) => string {
  const type = typeOf(request)
  if (/\bjson\b/.test(type)) return inJson
  return type.startsWith('application/x-www-form-urlencoded') ? encodeURIComponent : asIs
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : fail('apiCallAddressBad'))

/**
 * Fills a user's secrets in where a request refers to them. A secret is only sent to the host that it was entered for,
 * wherever editors of the page or the environment point the request.
 *
 * @throws {AppError} secretMissing, secretElsewhere, apiCallAddressBad, apiCallTooLarge
 */
export function injectSecrets(request: Request, secrets: readonly Secret[]): InjectedRequest {
  const used = new Map<string, Secret>()
  // A short name may insert a long value a million times: the request stops growing at the maximum size that may be
  // sent.
  let room = callMaxBytes
  const fill = (text: string, escape: (value: string) => string): string =>
    text.replaceAll(variablePattern, (whole: string, name: string) => {
      const secret = secrets.find((one) => one.name === name)
      if (!secret) return whole
      used.set(name, secret)
      const value = escape(secret.kept?.value ?? fail('secretMissing', { name }))
      room -= value.length
      return room < 0 ? fail('apiCallTooLarge', { mb: callMaxBytes / 1e6 }) : value
    })
  const { url, headers, body } = request
  const filled: Request = {
    ...request,
    url: fill(url, encodeURIComponent),
    headers: headers.map((one) => ({ name: one.name, value: fill(one.value, asIs) })),
    body: {
      ...body,
      text: fill(body.text, escapeOf(request)),
      rows: body.rows.map((row) => (row.is_file ? row : { ...row, value: fill(row.value, asIs) })),
    },
  }
  for (const { name, kept: stored } of used.values()) {
    if (stored && stored.origin !== originOf(filled.url)) fail('secretElsewhere', { name, origin: stored.origin })
  }
  return { request: filled, used: [...used.values()].map(({ kept: saved }) => saved?.value ?? '') }
}
