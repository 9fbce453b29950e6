import type { App } from '#src/core/app.ts'
import { AppError } from '#src/core/errors.ts'
import type { ScimRequest, ScimResponse } from '#src/core/scim-exchange.ts'
import { readRawBody } from './body.ts'
import { clientAddress, getRequestOrigin } from './client-address.ts'
import type { RequestContext } from './handlers.ts'
import { sendError, sendJson } from './respond.ts'

/** The beginning of the addresses of SCIM, version 2. */
const scimPath = '/scim/v2'

const header = (value: string | string[] | undefined): string => [value ?? ''].flat().join(', ')

/** Sends a request by SCIM to what answers it, and its answer to the client. */
export async function handleScimRequest(
  app: App,
  exchange: RequestContext,
  answer: (request: ScimRequest) => Promise<ScimResponse>,
): Promise<void> {
  const { request, response, path, query, trusted, lang } = exchange
  if (path !== scimPath && !path.startsWith(`${scimPath}/`)) return sendError(exchange, new AppError('unknownCall'))
  const ip = clientAddress(request, trusted)
  const origin = app.config.site_url || getRequestOrigin(request, trusted) || ''
  const { status, body, headers } = await answer({
    method: request.method ?? 'GET',
    path: path.slice(scimPath.length),
    query: new URLSearchParams(query),
    authorization: request.headers.authorization ?? '',
    ifMatch: header(request.headers['if-match']),
    ifNoneMatch: header(request.headers['if-none-match']),
    base: `${origin.replace(/\/+$/, '')}${app.config.base_path}${scimPath}`,
    ip,
    lang,
    readBody: (mostBytes) => readRawBody(request, mostBytes, { holder: `scim:${ip}`, isSignedIn: true }),
  })
  if (response.destroyed) return
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
  // The rest of an unread body must not be parsed as the next request.
  if (!request.complete) response.setHeader('Connection', 'close')
  if (body === undefined) {
    response.statusCode = status
    response.setHeader('Cache-Control', 'no-store')
    response.end()
    return
  }
  await sendJson(request, response, status, JSON.stringify(body), 'application/scim+json; charset=utf-8')
}
