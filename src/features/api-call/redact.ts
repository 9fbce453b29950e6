import type { z } from 'zod'
import type { CallRequest, CallResponse } from '#shared/contract/api-call.ts'

type Request = z.output<typeof CallRequest>
type Answer = z.output<typeof CallResponse>

/** The text that replaces a secret in the history. */
export const redactedText = '••••••'

/** The maximum length of a text in the history, in characters. */
export const storedTextMax = 64_000

// Both expressions match parts of a name, so that matching time grows only linearly with the text.
const secretName =
  /^(?:cookie|set-cookie2?|(?:proxy-)?authorization)$|^x-auth-|token|secret|passw(?:or)?d|pwd|api[-_]?key|session|credential|private[-_]?key|signature|captcha/i
/** Whether a field of this name usually holds a secret. */
export const isSecretName = (name: string): boolean => secretName.test(name.trim())

// A value that refers to a variable contains no secret itself: `Bearer {{token}}`.
const isPlaceholder = (value: string): boolean => /^([\w-]{1,20} )?\{\{[^{}]{1,80}\}\}$/.test(value.trim())

const maskedRow = <R extends { name: string; value: string }>(row: R): R =>
  secretName.test(row.name.trim()) && row.value !== '' && !isPlaceholder(row.value)
    ? { ...row, value: redactedText }
    : row

// The last value may be cut off.
const jsonSecret = /("(?:[^"\\]|\\.){0,100}")(\s*:\s*)"((?:[^"\\]|\\.)*)(?:"|\\?$)/g

const maskedJson = (text: string): string =>
  text.replaceAll(jsonSecret, (whole, name: string, colon: string, value: string) =>
    secretName.test(name.slice(1, -1)) && value !== '' && !isPlaceholder(value)
      ? `${name}${colon}"${redactedText}"`
      : whole,
  )

const pairs = (text: string): string =>
  text.replaceAll(/[^&#]+/g, (whole) => {
    const at = whole.indexOf('=')
    if (at < 0) return whole
    const name = whole.slice(whole.lastIndexOf('?', at) + 1, at)
    const value = whole.slice(at + 1)
    return secretName.test(name) && value !== '' && !isPlaceholder(value)
      ? `${whole.slice(0, at)}=${redactedText}`
      : whole
  })

function maskedUrl(url: string): string {
  const at = url.search(/[?#]/)
  const whole = at < 0 ? url : url.slice(0, at) + pairs(url.slice(at))
  return whole.replace(/^(https?:\/\/)[^/?#@]*@/i, `$1${redactedText}@`)
}

const isFormLike = (text: string): boolean => /^[^\s{}[\]<>"=]+=\S*$/.test(text)
const maskedText = (text: string): string => (isFormLike(text) ? pairs(text) : maskedJson(text))

const shortest = 4

/** Returns the forms in which a value may occur in a text: plain, in an address, in a form, in JSON, in base64. */
const formsOf = (value: string): string[] => [
  value,
  encodeURIComponent(value.toWellFormed()),
  new URLSearchParams([['', value]]).toString().slice(1),
  JSON.stringify(value).slice(1, -1),
  Buffer.from(value).toString('base64'),
  Buffer.from(value).toString('base64url'),
]

/**
 * Returns all forms of the values, the longest first, since one may contain another. Very short values are left out:
 * masking them would destroy much of the text.
 */
const allForms = (values: readonly string[]): string[] =>
  [...new Set(values.filter(({ length }) => length >= shortest).flatMap(formsOf))].toSorted(
    (a, b) => b.length - a.length,
  )

/** Replaces all occurrences of the values in a text. */
const withoutValues = (text: string, forms: readonly string[]): string =>
  forms.reduce((left, form) => left.replaceAll(form, redactedText), text)

/** Returns the first headers, as many as the history stores. */
function storedHeaders<H extends { name: string; value: string }>(headers: readonly H[]): H[] {
  let room = storedTextMax
  return headers.filter(({ name, value }) => {
    room -= name.length + value.length
    return room >= 0
  })
}

/** Returns a request with the values masked whose names say that they are secret; files stay. */
export const hideSecrets = (request: Request): Request => ({
  ...request,
  url: maskedUrl(request.url),
  headers: request.headers.map(maskedRow),
  body: {
    ...request.body,
    text: maskedText(request.body.text),
    rows: request.body.rows.map((row) => (row.is_file ? row : maskedRow(row))),
  },
})

/** Returns a request as the history stores it: without secrets and files, and with texts cut to the limit. */
export function redactRequest(request: Request): { request: Request; is_cut: boolean } {
  const { body } = request
  const rows = body.rows.map((row) => (row.is_file || body.kind === 'file' ? { ...row, value: '' } : maskedRow(row)))
  const isLong = body.text.length + rows.reduce((sum, { value }) => sum + value.length, 0) > storedTextMax
  const stored = isLong ? { ...body, text: '', rows: [] } : { ...body, text: maskedText(body.text), rows }
  return {
    request: {
      ...request,
      url: maskedUrl(request.url),
      headers: storedHeaders(request.headers).map(maskedRow),
      body: stored,
    },
    is_cut: isLong || body.rows.some((row) => row.is_file) || body.kind === 'file',
  }
}

/**
 * Masks the request's secrets in the addresses of a response, which the server itself has written. What the host sent
 * stays unchanged.
 */
export function redactUrls(answer: Answer, used: readonly string[]): Answer {
  const forms = allForms(used)
  const hide = (text: string) => withoutValues(text, forms)
  return { ...answer, url: hide(answer.url), redirects: answer.redirects.map(hide) }
}

/**
 * Returns a response as the history stores it.
 *
 * @param used the secrets of the request, which a response may repeat
 */
export function redactResponse(answer: Answer, used: readonly string[]): Answer {
  const forms = allForms(used)
  const hide = (text: string) => withoutValues(text, forms)
  const isLong = answer.content.length > storedTextMax
  // Bytes that repeat a secret are not stored: they cannot be masked.
  const holdsSecret = () => {
    const bytes = Buffer.from(answer.content, 'base64')
    return forms.some((form) => bytes.includes(form))
  }
  const bytes = answer.is_base64 && !isLong && !holdsSecret() ? answer.content : ''
  return {
    ...answer,
    url: maskedUrl(hide(answer.url)),
    redirects: answer.redirects.map((url) => maskedUrl(hide(url))),
    headers: storedHeaders(answer.headers).map(({ name, value }) => maskedRow({ name, value: hide(value) })),
    content: answer.is_base64 ? bytes : maskedText(hide(answer.content).slice(0, storedTextMax)),
    is_truncated: answer.is_truncated || isLong,
  }
}
