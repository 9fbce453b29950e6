import { rm, writeFile } from 'node:fs/promises'
import type { ReceivedFile } from '#shared/contract/fields.ts'
import type { App } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { type FetchedFile, FetchStatusError, fetchFile } from '#src/core/fetch-file.ts'
import { OutboundError, type OutboundReason } from '#src/core/safe-fetch.ts'

/** The address of a description, and the header that it needs. */
interface DescriptionAddress {
  url: string
  /** Both empty for none. */
  header_name: string
  header_value: string
}

const mb = 1024 * 1024
/** The largest description that is fetched, in bytes: what the import reads. Source: `jsonLimits`. */
const mostBytes = 20 * mb
// Long enough for 20 MB over a slow line, and short enough that a host that sends a byte now and then holds nobody up.
const mostMs = 60_000
const silenceMs = 15_000

/** Returns an address as it is stored. @throws {AppError} sourceAddressBad */
export function parseAddress(typed: string): string {
  const text = typed.trim()
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) fail('sourceAddressBad')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') fail('sourceAddressBad')
  url.hash = ''
  return url.href
}

// What decides where a request goes and how it is framed is none of a secret's business.
const ownHeaders = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'upgrade', 'te', 'trailer'])

/** @throws {AppError} sourceHeaderBad */
export function requireHeader({ header_name, header_value }: Omit<DescriptionAddress, 'url'>): void {
  if (header_name === '' && header_value === '') return
  const isName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(header_name) && !ownHeaders.has(header_name.toLowerCase())
  if (!isName || !/^[\x20-\x7e]+$/.test(header_value)) fail('sourceHeaderBad')
}

const nameOf = {
  badAddress: 'sourceAddressBad',
  notAllowed: 'sourceNotAllowed',
  unreachable: 'sourceUnreachable',
  tooSlow: 'sourceTooSlow',
  tooLarge: 'sourceTooLarge',
  redirected: 'sourceRedirected',
} as const satisfies Record<OutboundReason, string>

function toAppError(error: unknown, url: string): unknown {
  const host = URL.canParse(url) ? new URL(url).host : url
  if (error instanceof FetchStatusError) {
    const { status } = error
    return new AppError(status === 401 || status === 403 ? 'sourceDenied' : 'sourceStatus', { host, status })
  }
  if (error instanceof OutboundError) return new AppError(nameOf[error.reason], { host, most: mostBytes / mb })
  return error
}

/** Whether a file is a web page, such as one that asks to sign in. */
const isHtml = ({ bytes }: FetchedFile): boolean =>
  /^(?:\ufeff|\s|<\?xml[^>]*>|<!--[^]*?-->)*<(?:!doctype\s+html|html|head|body)\b/i.test(
    bytes.subarray(0, 2000).toString('utf8'),
  )

/**
 * Fetches an API description through the guard for outgoing requests, into a file that the caller removes.
 *
 * @throws {AppError} sourceAddressBad, sourceNotAllowed, sourceUnreachable, sourceTooSlow, sourceTooLarge,
 *   sourceRedirected, sourceDenied, sourceStatus, sourceHtml
 */
export async function fetchDescription(app: App, address: DescriptionAddress): Promise<ReceivedFile> {
  const { url, header_name, header_value } = address
  const headers = {
    Accept: 'application/json, application/yaml, text/yaml, text/plain, */*;q=0.5',
    ...(header_name !== '' && { [header_name]: header_value }),
  }
  const rules = { allow: app.config.outbound_allow }
  const limits = { mostBytes, mostMs, silenceMs, signal: app.stopping }
  const file = await fetchFile(rules, url, { headers, ...limits }).catch((error: unknown) => {
    throw app.stopping.aborted ? new AppError('stopping') : toAppError(error, url)
  })
  if (isHtml(file)) fail('sourceHtml')
  const path = app.files.incomingPath()
  try {
    await writeFile(path, file.bytes, { mode: 0o600 })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { name: file.name, path, sizeBytes: file.bytes.length }
}
