import { type ApiRow, apiRow } from '#shared/api-doc/api-page-json.ts'
import { toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { InputPart } from './api-pages.ts'

/** A folder of a collection, or the collection itself, in any version. */
export interface RequestFolder {
  name: string
  description: string
  folders: RequestFolder[]
  requests: SavedRequest[]
  /** The authentication of its requests, unless they have their own; in the shape of version 2. */
  auth: UnknownObject | undefined
  variables: ApiRow[]
  scripts: Scripts
  /** Itself without what it contains, as a Postman collection of version 2 has it. */
  source?: UnknownObject
  /** The collection as it was read, without what is left out on purpose. */
  input?: InputPart | undefined
}

/** The scripts that run before a request is sent and after its response. */
export interface Scripts {
  pre: string
  post: string
}

/** A request of a collection. */
export interface SavedRequest {
  /** The client's own id, which survives a new name; empty when it has none. */
  id: string
  name: string
  description: string
  /** Upper case. */
  method: string
  /** Without the query, which `query` contains. */
  url: string
  query: ApiRow[]
  pathVariables: ApiRow[]
  headers: ApiRow[]
  cookies: ApiRow[]
  body: RequestBody
  /** In the shape of Postman's version 2. */
  auth: UnknownObject | undefined
  scripts: Scripts
  responses: SavedResponse[]
  /** What has no field of its own, as Markdown. */
  notes: string
  /** Itself as a Postman collection of version 2 has it. */
  source?: UnknownObject
  /** The request as it was read. */
  input?: InputPart | undefined
}

/** Returns a request without anything but its name and address. */
export const emptyRequest = (name: string, method: string, url: string): SavedRequest => ({
  id: '',
  name,
  description: '',
  method: method.toUpperCase() || 'GET',
  url,
  query: [],
  pathVariables: [],
  headers: [],
  cookies: [],
  body: emptyBody,
  auth: undefined,
  scripts: { pre: '', post: '' },
  responses: [],
  notes: '',
})

/** Returns a folder with only a name. */
export const emptyFolder = (name: string): RequestFolder => ({
  name,
  description: '',
  folders: [],
  requests: [],
  auth: undefined,
  variables: [],
  scripts: { pre: '', post: '' },
})

/** The body of a request. Postman also keeps the other modes when one is selected. */
export interface RequestBody {
  mode: 'none' | 'raw' | 'urlencoded' | 'formdata' | 'file' | 'graphql'
  raw: string
  /** Postman's language of a raw body: json, xml, text, ...; empty when unknown. */
  language: string
  urlencoded: ApiRow[]
  formdata: ApiRow[]
}

/** No body. */
export const emptyBody: RequestBody = { mode: 'none', raw: '', language: '', urlencoded: [], formdata: [] }

/** A saved response. */
export interface SavedResponse {
  name: string
  /** 0 when unknown. */
  code: number
  status: string
  headers: ApiRow[]
  body: string
  /** The request of this response, as a line; empty when unknown. */
  sent: string
  sentBody: string
}

/** Returns a description, which is a text or an object with the text and its type. */
export const readDescription = (value: unknown): string => toText(value) || toText(toObject(value)?.['content'])

/** Returns a parameter as a row. */
export function readRow(given: UnknownObject): ApiRow {
  const { src } = given
  const isFile = given['type'] === 'file'
  const value = isFile ? src : given['value']
  const remark = [readDescription(given['description'])]
  if (toText(given['contentType']) !== '') remark.push(`contentType: ${toText(given['contentType'])}`)
  const isOff = given['disabled'] === true || given['enabled'] === false
  return {
    name: toText(given['key']) || toText(given['name']) || toText(given['id']),
    type: isFile ? 'file' : typeNames.has(toText(given['type'])) ? toText(given['type']) : 'string',
    value: Array.isArray(value)
      ? value.map(toText).join(', ')
      : typeof value === 'object' || typeof value === 'boolean'
        ? JSON.stringify(value)
        : toText(value),
    require: isOff ? '0' : '1',
    remark: remark.filter((text) => text !== '').join('; '),
    ...(isOff && { disable: '1' }),
  }
}

const typeNames = new Set(['number', 'boolean', 'integer', 'object', 'array'])

/** Splits an address into its base and its query rows. Variables in braces, `{{host}}`, stay unchanged. */
export function splitUrl(raw: string): { url: string; query: ApiRow[] } {
  const [before = '', ...rest] = raw.split('?')
  const [search = '', ...hash] = rest.join('?').split('#')
  const query = search
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return apiRow(decoded(name), { value: decoded(value.join('=')), require: '1' })
    })
  return { url: hash.length > 0 ? `${before}#${hash.join('#')}` : before, query }
}

/** Returns the rows of a query, with those of the address that are not among them. */
export const withQueryOf = (rows: readonly ApiRow[], address: readonly ApiRow[]): ApiRow[] => [
  ...rows,
  ...address.filter((row) => !rows.some((one) => one.name === row.name)),
]

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text // a lone % is not an escape and stays unchanged
  }
}
