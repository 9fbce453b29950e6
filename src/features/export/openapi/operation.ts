import type { ApiDoc, ApiResponse, DocRow, Row } from '#shared/api-doc/api-doc.ts'
import { statusKey, statusNames } from '#shared/api-doc/openapi/extensions.ts'
import { setField } from '#shared/api-doc/openapi/fields.ts'
import { parseSample, schemaOfRows, schemaOfType, valueOfType } from '#shared/api-doc/openapi/schema-rows.ts'
import { withRowSchema } from '#shared/api-doc/row-schema.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { joined } from '#shared/markdown/write.ts'
import { pathVariables, splitAddress } from './address.ts'

/** An operation that was written from an API page. */
interface WrittenOperation {
  path: string
  /** Lower case. */
  method: string
  /** The server before the path; empty when the page names none. */
  base: string
  operation: UnknownObject
  /** The security schemes that it needs, by name. */
  schemes: Record<string, UnknownObject>
}

type Place = 'path' | 'query' | 'header' | 'cookie'

/** Returns a row of a page as a parameter. */
export function parameterOfRow(row: Row, place: Place): UnknownObject {
  const schema = withRowSchema(schemaOfType(row.type), row.schema)
  return {
    name: row.name,
    in: place,
    ...(row.remark !== '' && { description: row.remark }),
    ...((row.isRequired || place === 'path') && { required: true }),
    schema,
    ...(row.value !== '' && { example: valueOfType(row.value, schema) }),
  }
}

const newRow = (name: string, value = ''): DocRow => ({
  name,
  type: 'string',
  value,
  isRequired: false,
  isOff: false,
  remark: '',
  hasRemark: false,
})

const isContentType = ({ name }: Row): boolean => name.toLowerCase() === 'content-type'

/** Returns the query of a page: clients of old store that of a GET among the fields of its body. */
export const queryOf = (doc: ApiDoc): DocRow[] =>
  doc.method.toLowerCase() === 'get' && doc.query.length === 0 ? doc.form : doc.query

function parametersOf(doc: ApiDoc, path: string, inAddress: [string, string][]): UnknownObject[] {
  const variables = new Map(doc.pathVariables.map((row) => [row.name.replace(/^[:{]|\}$/g, ''), row]))
  const named = queryOf(doc)
  const query = [
    ...named,
    ...inAddress
      .filter(([name]) => name !== '' && !named.some((row) => row.name === name))
      .map(([name, value]) => newRow(name, value)),
  ]
  // a header of this name says what the body is
  const headers = doc.headers.filter((row) => !isContentType(row) || doc.mode === 'none')
  const all = [
    ...pathVariables(path).map((name) => parameterOfRow({ ...(variables.get(name) ?? newRow(name)), name }, 'path')),
    ...query.map((row) => parameterOfRow(row, 'query')),
    ...headers.map((row) => parameterOfRow(row, 'header')),
    ...doc.cookies.map((row) => parameterOfRow(row, 'cookie')),
  ]
  const byName = new Map(all.map((one) => [JSON.stringify([one['in'], one['name']]), one]))
  return [...byName.values()]
}

/** Returns a text as an example: its value when it is JSON, as people see it there. */
export const exampleOf = (text: string): unknown => parseSample(text) ?? text

/** Returns the type of a text by its beginning. */
const typeOfText = (text: string): string =>
  /^\s*[[{]/.test(text) || parseSample(text) !== undefined
    ? 'application/json'
    : /^\s*<(?:!doctype html|html)/i.test(text)
      ? 'text/html'
      : /^\s*</.test(text)
        ? 'application/xml'
        : 'text/plain'

/** Returns the request body of a page; undefined when it has none. */
export function bodyOf(doc: ApiDoc): UnknownObject | undefined {
  const isQuery = doc.method.toLowerCase() === 'get' && doc.query.length === 0 && doc.form.length > 0
  const given = doc.headers.find(isContentType)?.value.trim() ?? ''
  if (doc.mode === 'none' || isQuery) return undefined
  if (doc.mode === 'json' || doc.mode === 'raw') {
    if (doc.body === '' && doc.jsonFields.length === 0) return undefined
    const type = given !== '' ? given : doc.mode === 'json' ? 'application/json' : typeOfText(doc.body)
    const fields = doc.jsonFields.filter((row) => !row.isOff)
    const sample = parseSample(doc.body)
    const hasSchema = fields.length > 0 || toObject(sample) !== undefined || Array.isArray(sample)
    return {
      content: {
        [type]: {
          ...(hasSchema && { schema: schemaOfRows(fields, sample) }),
          ...(doc.body !== '' && { example: doc.mode === 'json' ? exampleOf(doc.body) : doc.body }),
        },
      },
    }
  }
  if (doc.form.length === 0) return undefined
  const type = doc.mode === 'urlencoded' ? 'application/x-www-form-urlencoded' : 'multipart/form-data'
  return { content: { [type]: { schema: schemaOfRows(doc.form) } } }
}

const isStatus = (status: string): boolean => /^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status)

/** Returns the status under which a response is written. */
export function statusOf({ kind, status }: Pick<ApiResponse, 'kind' | 'status'>): string {
  const given = status.trim().replace(/^([1-5])xx$/i, '$1XX')
  if (isStatus(given)) return given
  return kind === 'success' ? '200' : 'default'
}

const hasAnything = ({ status, remark, example, fields }: ApiResponse): boolean =>
  example !== '' || fields.length > 0 || status !== '' || remark.trim() !== ''

const responseLabel: Record<ApiResponse['kind'], string> = { success: 'OK', failure: 'Error', further: '' }

/** Writes a response of a page into the responses of an operation. */
export function addResponse(responses: UnknownObject, one: ApiResponse): void {
  const status = statusOf(one)
  const isOther = one.status !== '' && status !== one.status
  const remark = joined(one.name, isOther ? one.status : '', one.remark)
  const known = toObject(responses[status])
  const type = one.example === '' ? 'application/json' : typeOfText(one.example)
  const sample = parseSample(one.example)
  const hasSchema = one.fields.length > 0 || toObject(sample) !== undefined || Array.isArray(sample)
  const media: UnknownObject = {
    ...(hasSchema && { schema: schemaOfRows(one.fields, sample) }),
    ...(one.example !== '' && { example: exampleOf(one.example) }),
  }
  if (!known) {
    const description = remark || responseLabel[one.kind] || status
    const content = Object.keys(media).length > 0 ? { content: { [type]: media } } : {}
    setField(responses, status, { description, ...content })
    return
  }
  const content = toObject(known['content']) ?? {}
  const before = toObject(content[type])
  const description = joined(String(known['description'] ?? ''), remark)
  setField(responses, status, {
    ...known,
    description,
    content: { ...content, [type]: before ? withExample(before, media, one.name) : media },
  })
}

/** Returns a media type with one more example: several ones have names. */
function withExample(before: UnknownObject, { example, schema }: UnknownObject, given: string): UnknownObject {
  const { example: first, examples, ...rest } = before
  const named: UnknownObject = { ...toObject(examples) }
  if (first !== undefined) setField(named, freeName(named, 'example'), { value: first })
  if (example !== undefined) setField(named, freeName(named, given || 'example'), { value: example })
  return {
    ...(rest['schema'] === undefined && schema !== undefined ? { schema } : {}),
    ...rest,
    ...(Object.keys(named).length > 0 && { examples: named }),
  }
}

/** Returns a name that no member of an object has. */
export function freeName(taken: object, wanted: string): string {
  let name = wanted
  for (let number = 2; Object.hasOwn(taken, name); number += 1) name = `${wanted} ${number}`
  return name
}

/** The security schemes of the types of authentication that API clients have. Values are never written. */
const clientSchemes: Readonly<Record<string, [name: string, scheme: UnknownObject]>> = {
  bearer: ['bearerAuth', { type: 'http', scheme: 'bearer' }],
  jwt: ['bearerAuth', { type: 'http', scheme: 'bearer' }],
  basic: ['basicAuth', { type: 'http', scheme: 'basic' }],
  digest: ['digestAuth', { type: 'http', scheme: 'digest' }],
  hawk: ['hawkAuth', { type: 'http', scheme: 'hawk' }],
  ntlm: ['ntlmAuth', { type: 'http', scheme: 'ntlm' }],
  oauth1: ['oauth1', { type: 'http', scheme: 'oauth' }],
  oauth2: ['oauth2', { type: 'oauth2', flows: {} }],
  apikey: ['apiKeyAuth', { type: 'apiKey', in: 'header', name: 'X-API-Key' }],
}

/** Returns the security scheme that a page asks for; undefined for none. */
export function securityOf({ auth }: ApiDoc): [name: string, scheme: UnknownObject] | undefined {
  const type = auth.type.toLowerCase()
  return auth.isOff || !Object.hasOwn(clientSchemes, type) ? undefined : clientSchemes[type]
}

/** Returns an API page as an operation of OpenAPI 3.1. */
export function operationOf(doc: ApiDoc, title: string): WrittenOperation {
  const { base, path, query } = splitAddress(doc.url)
  const isSocket = doc.type === 'websocket'
  const parameters = parametersOf(doc, path, query)
  const requestBody = isSocket ? undefined : bodyOf(doc)
  const responses: UnknownObject = {}
  for (const one of doc.responses) if (hasAnything(one)) addResponse(responses, one)
  const security = securityOf(doc)
  const description = joined(doc.description, doc.remark, doc.responseRemark)
  const messages = doc.messages.filter((one) => !one.isOff && one.payload !== '')
  const operation: UnknownObject = {
    summary: title,
    ...(description !== '' && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    ...(Object.keys(responses).length > 0 && { responses }),
    ...(doc.status === '5' && { deprecated: true }),
    ...(security && { security: [{ [security[0]]: [] }] }),
    ...(Object.hasOwn(statusNames, doc.status) && { [statusKey]: statusNames[doc.status] }),
    ...(doc.type !== 'api' && { 'x-docstead-type': doc.type }),
    ...(messages.length > 0 && {
      'x-docstead-messages': messages.map(({ name, type, payload }) => ({ name, type, payload })),
    }),
  }
  return {
    path,
    method: doc.method.trim().toLowerCase() || 'get',
    base,
    operation,
    schemes: security ? { [security[0]]: security[1] } : {},
  }
}
