import { inlineCode } from '#shared/markdown/write.ts'
import { type ApiJson, apiRow } from '../api-page-json.ts'
import { toDisplayText } from '../json-text.ts'
import { objectFields, toObject, toText, type UnknownObject } from '../unknown-json.ts'

/** A security scheme, as the description declares it. */
export interface Scheme {
  name: string
  /** apiKey, basic, bearer, oauth2, openIdConnect, ... */
  type: string
  /** The name of the header, query parameter or cookie of an apiKey. */
  field: string
  in: string
  /** All its properties, on one line. */
  about: string
}

/** Returns the security schemes that a description declares, by name. */
export function readSchemes(
  root: UnknownObject,
  resolve: (value: unknown) => UnknownObject | undefined,
): Map<string, Scheme> {
  const declared = toObject(root['components'])?.['securitySchemes'] ?? root['securityDefinitions']
  return new Map(objectFields(declared).map(([name, given]) => [name, schemeOf(name, resolve(given) ?? {})]))
}

function schemeOf(name: string, given: UnknownObject): Scheme {
  const type = toText(given['type'])
  const { type: _, description, ...rest } = given
  const more = Object.entries(rest).map(([key, value]) => `${key}: ${toDisplayText(value)}`)
  return {
    name,
    type: type === 'http' ? toText(given['scheme']).toLowerCase() : type,
    field: toText(given['name']),
    in: toText(given['in']),
    about: [toText(description), inlineCode([`type: ${type}`, ...more].join('; '))]
      .filter((text) => text !== '')
      .join(' '),
  }
}

/**
 * Writes the required authentication into a call's document: an API client fills in the values. Returns the
 * alternatives for the remark as `a + b | c`; `{}` when authentication is optional.
 */
export function applySecurity(doc: ApiJson, security: unknown, schemes: ReadonlyMap<string, Scheme>): string {
  const choices = Array.isArray(security) ? security.map(toObject).filter((one) => one !== undefined) : []
  if (choices.length === 0) return ''
  const applied = new Set<string>()
  for (const name of choices.flatMap((choice) => Object.keys(choice))) {
    const scheme = schemes.get(name)
    if (scheme && !applied.has(name)) apply(doc, scheme)
    applied.add(name)
  }
  const words = choices.map((choice) => {
    const all = Object.entries(choice).map(([name, scopes]) => {
      const list = Array.isArray(scopes) ? scopes.map(toText).join(', ') : ''
      return inlineCode(name) + (list === '' ? '' : ` (${list})`)
    })
    return all.length === 0 ? inlineCode('{}') : all.join(' + ')
  })
  return words.join(' | ')
}

function apply(doc: ApiJson, scheme: Scheme): void {
  const { request } = doc
  const row = apiRow(scheme.field, { require: '1', remark: scheme.name })
  const lists: Record<string, typeof request.headers> = {
    header: request.headers,
    query: request.query,
    cookie: request.cookies,
  }
  const list = scheme.type === 'apiKey' ? lists[scheme.in] : undefined
  if (list && !list.some((one) => one.name.toLowerCase() === scheme.field.toLowerCase())) list.push(row)
  const isFree = Array.isArray(request.auth)
  const pair = (key: string) => ({ key, value: '', type: 'string' })
  if (isFree && scheme.type === 'bearer') request.auth = { type: 'bearer', disabled: '0', bearer: [pair('token')] }
  if (isFree && scheme.type === 'basic')
    request.auth = { type: 'basic', disabled: '0', basic: [pair('username'), pair('password')] }
}
