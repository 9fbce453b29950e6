import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { findItemIdOf, type PartOfItem } from '#src/access/queries.ts'
import { siteOrigin } from '#src/access/site-policy.ts'
import type { App } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { escapeHtml, unescapeHtml } from '#src/core/html-entities.ts'
import { stringify } from '#src/core/serialized-json.ts'
import { hasRouteInQuery } from './address-aliases.ts'
import { usesApiKey } from './authenticate.ts'
import { getRequestOrigin } from './client-address.ts'
import { type ApiFlavor, handleRoute, type Routes } from './dispatch.ts'
import { type Fields, lenientFields, readForm } from './fields.ts'
import type { RequestContext } from './handlers.ts'
import { sendError } from './respond.ts'

/** A parsed ShowDoc address: the call and the fields in it. */
interface Address {
  /** `controller/action` in lower case, without underscores: `page_comment` is `pageComment`. */
  call: string
  /** The key and value pairs of the path. */
  pairs: Fields
  query: Fields
}

/** ShowDoc's names of calls that have another name here. Source: reference, api-facts 17, 23 and formats 8.6. */
const aliases: Record<string, string> = {
  'common/visitfile': 'attachment/visitfile',
  'user/login': 'user/loginbyverify',
  'user/register': 'user/registerbyverify',
}

const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Parses `/server/index.php?s=/api/x/y`, `/?s=/api/x/y` and similar, and `/server/api/x/y`, each with pairs after it.
 */
function addressOf({ path, query: text }: RequestContext): Address | undefined {
  const query = readForm(Buffer.from(text, 'latin1'), lenientFields)
  const isQueryRoute = hasRouteInQuery(path)
  const route = isQueryRoute ? query.get('s') : path.slice('/server'.length)
  if (typeof route !== 'string') return undefined
  query.delete('s')
  const [module = '', controller = '', action = '', ...rest] = route.replace(/^\/+/, '').split('/')
  if (module.toLowerCase() !== 'api' || controller === '' || action === '') return undefined
  const parts = isQueryRoute ? rest : rest.map(decodePart)
  const pairs: Fields = new Map()
  for (let at = 0; at < parts.length; at += 2) lenientFields.add(pairs, parts[at] ?? '', parts[at + 1] ?? '')
  const name = `${controller}/${action}`.replaceAll('_', '').toLowerCase()
  return { call: Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name, pairs, query }
}

// Longer values are texts, which need no coercion.
const longestFitted = 100

const numeric = /^\s*-?\d{1,15}(?:\.\d*)?\s*$/

/**
 * Coerces a value as old clients expect: numbers with a fraction or surrounding whitespace become integers, booleans
 * become 1, and a value that is not a number where one is expected (`undefined`, `null`) counts as absent, which
 * returns undefined.
 * Source: reference, api-facts 2.3.
 */
function fitted(shape: z.ZodType, value: unknown): unknown {
  if (value === null) return undefined
  if (typeof value === 'string' && value.length > longestFitted) return value
  const text = typeof value === 'boolean' ? (value ? '1' : '0') : typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return value
  if (shape.safeParse(value).success) return value
  const isNumber = numeric.test(text)
  const candidates = isNumber ? [text, text.trim(), String(Math.trunc(Number(text)))] : [text]
  const fit = candidates.find((one) => shape.safeParse(one).success)
  if (fit !== undefined) return fit
  const wantsNumber = shape.safeParse('1').success && !shape.safeParse('x').success
  return wantsNumber && !isNumber ? undefined : value
}

/** Merges the fields of a request in order of precedence: path, body, query. */
function fieldsOf(address: Address, request: IncomingMessage, endpoint: Endpoint, body: Fields): Fields {
  const { pairs, query } = address
  // Logs and browser histories store addresses. Links to files need the token there, and so does the image upload of
  // ShowDoc's own editor.
  if (endpoint.responseType !== 'file' && endpoint.upload === undefined) {
    query.delete('user_token')
    pairs.delete('user_token')
  }
  const fields: Fields = new Map([...query, ...body, ...pairs])
  const token = request.headers['x-api-token']
  if (typeof token === 'string') fields.set('user_token', token)
  if (usesApiKey(endpoint)) for (const [name, value] of fields) fields.set(name, ofScript(endpoint, name, value))
  for (const [name, shape] of Object.entries(endpoint.input.shape)) {
    if (!fields.has(name)) continue
    const value = fitted(shape as z.ZodType, fields.get(name))
    if (value === undefined) fields.delete(name)
    else fields.set(name, value)
  }
  return fields
}

// The fields that may identify a call's item, in order of precedence.
const parts: readonly (readonly [field: string, part: PartOfItem])[] = [
  ['page_id', 'page'],
  ['cat_id', 'catalog'],
  ['parent_cat_id', 'catalog'],
  ['item_member_id', 'member'],
  ['env_id', 'environment'],
]

// How far into a list its first entry is looked for: an entry has a name and a few numbers.
const firstEntryMost = 2000

/** Returns the beginning of a list, as JSON: a form sends it as text, a JSON body as a value that was read and limited. */
function listStart(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, firstEntryMost)
  if (Array.isArray(value)) return `[${JSON.stringify(value[0] ?? null).slice(0, firstEntryMost)}`
  if (typeof value !== 'object' || value === null) return ''
  for (const key in value) return `{${JSON.stringify(key)}:`
  return ''
}

/**
 * Returns the first page or catalog in a list: `pages` of page/sort (`{"12": 1}`), `cats` of catalog/batUpdate
 * (`[{"cat_id": 3}]`). Undefined when there is none; the call itself reports any other error in the list, which is not
 * parsed here: nothing has limited it yet.
 */
function firstInList({ input }: Endpoint, fields: Fields): readonly [part: PartOfItem, id: number] | undefined {
  const idIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)
  if ('pages' in input.shape) {
    const page_id = idIn(listStart(fields.get('pages')), /^\s*\{\s*"(\d{1,15})"\s*:/)
    if (page_id > 0) return ['page', page_id]
  }
  if ('cats' in input.shape) {
    const [, node = ''] = /^\s*\[\s*\{([^{}]*)\}/.exec(listStart(fields.get('cats'))) ?? []
    const page_id = idIn(node, /"page_id"\s*:\s*"?(\d{1,15})\b/)
    if (page_id > 0) return ['page', page_id]
    const cat_id = idIn(node, /"cat_id"\s*:\s*"?(\d{1,15})\b/)
    if (cat_id > 0) return ['catalog', cat_id]
  }
  return undefined
}

/** Returns the id in a field, 0 when there is none; a JSON body may hold anything. */
function idIn(fields: Fields, name: string): number {
  const value = fields.get(name)
  return typeof value === 'string' || typeof value === 'number' ? Number(value) || 0 : 0
}

/**
 * Adds the item's id when a client sends only the id of a part of it: ShowDoc's screens send the page alone.
 * Permissions are then checked on that item, as if the client had sent its id.
 *
 * @throws {AppError} pageGone, or itemPasswordNeeded as for an unknown item, when the part does not exist
 */
async function addItem(app: App, endpoint: Endpoint, fields: Fields): Promise<void> {
  const { access, input } = endpoint
  if (typeof access !== 'object' || !('item' in access)) return
  const named = fields.get(access.by)
  // what is no id is refused by the call
  if (named !== undefined && named !== '' && named !== '0' && named !== 0) return
  const [field, named_part] = parts.find(([name]) => name in input.shape && idIn(fields, name) > 0) ?? []
  const [part, id] = field && named_part ? [named_part, idIn(fields, field)] : (firstInList(endpoint, fields) ?? [])
  if (part === undefined || id === undefined) return
  const item_id = await findItemIdOf(app.db, part, id)
  fields.set(access.by, String(item_id ?? fail(part === 'page' ? 'pageGone' : 'itemPasswordNeeded')))
}

/**
 * Decodes a field as scripts with an API key send it: some escape it, and those that read a plain-text response cannot
 * send `&`.
 */
function ofScript(endpoint: Endpoint, name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (name === 'api_key' || name === 'api_token') return value.trim()
  const text = unescapeHtml(value)
  return endpoint.responseType === 'text' ? text.replaceAll('_this_and_change_', '&') : text
}

const escapedNames = new Set(['page_content', 'search_content'])
const ourFile = '/api/attachment/visitFile?sign='

/** Serializes a response as ShowDoc's clients expect it: texts of pages escaped once, files by ShowDoc's addresses. */
function toJson(site: string, answer: unknown): string | Buffer {
  return stringify(answer, (name, value) => {
    if (typeof value !== 'string') return value
    if (escapedNames.has(name)) return escapeHtml(value)
    if (name !== 'url' || !value.startsWith(ourFile)) return value
    return `${site}/server/?s=/api/attachment/visitFile&sign=${value.slice(ourFile.length)}`
  })
}

/** Handles a call on one of ShowDoc's own addresses, as its clients in shell, Python, PHP, Go and browsers send it. */
export async function handleShowDocRequest(app: App, routes: Routes, exchange: RequestContext): Promise<void> {
  let address: Address | undefined
  try {
    address = addressOf(exchange)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return sendError(exchange, error)
  }
  // The access log names the call, never the values that follow it in a path.
  exchange.path = address ? `/api/${address.call}` : '/server'
  const route = address && routes.get(address.call)
  if (!address || !route) return sendError(exchange, new AppError('unknownCall'))
  // These clients insert a file's address into a text unchanged, so it must be absolute: without a configured site
  // address, the origin that they requested is used.
  const origin = (await siteOrigin(app)) ?? getRequestOrigin(exchange.request, exchange.trusted) ?? ''
  const site = origin + app.config.base_path
  const requested = address
  const dialect: ApiFlavor = {
    mayGet: (endpoint) => endpoint.isSafe || (usesApiKey(endpoint) && endpoint.upload === undefined),
    rules: lenientFields,
    readFields: ({ request }, endpoint, body) => fieldsOf(requested, request, endpoint, body),
    complete: addItem,
    toJson: (answer) => toJson(site, answer),
  }
  await handleRoute(app, route, exchange, dialect)
}
