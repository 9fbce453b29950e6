import { fail } from '#src/core/errors.ts'

/** A header as a user writes it. */
export interface Header {
  name: string
  value: string
}

// Source: RFC 9110, 5.6.2.
const token = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,200}$/
// One line of bytes: Node sends Latin-1, and a line break would begin another header or another request.
const value = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

// Headers of the connection, which the server sets itself: length, target and sender.
const ofConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-real-ip',
])
const prefixes = /^(proxy|sec|x-forwarded)-/

/**
 * Encodes the headers of a request by name; headers that occur more than once become lists.
 *
 * @throws {AppError} apiCallHeaderBad
 */
export function encodeHeaders(headers: readonly Header[]): Record<string, string | string[]> {
  const sent = new Map<string, string[]>()
  for (const one of headers) {
    const name = one.name.trim().toLowerCase()
    const isOurs = ofConnection.has(name) || prefixes.test(name)
    if (!token.test(name) || isOurs || !value.test(one.value)) fail('apiCallHeaderBad', { name: one.name.slice(0, 60) })
    sent.set(name, [...(sent.get(name) ?? []), one.value.trim()])
  }
  return Object.fromEntries([...sent].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]))
}

/** Returns raw headers as a list. */
export const parseRawHeaders = (raw: readonly string[]): Header[] =>
  Array.from({ length: Math.floor(raw.length / 2) }, (_, at) => ({
    name: raw[2 * at] ?? '',
    value: raw[2 * at + 1] ?? '',
  }))
