import type { CallRequestInput } from '#shared/contract/api-call.ts'
import { callMethods } from '#shared/contract/api-call-rules.ts'
import type { Draft, DraftRow } from './draft.ts'
import {
  encodeAroundVariables,
  fillVariables,
  findUnknownVariables,
  getVariableNames,
  type Variables,
} from './variables.ts'

/** A field of a form body. */
export interface BuiltField {
  name: string
  value: string
  file?: File | undefined
  isFile: boolean
}

/** A request ready to be sent or exported: all variables are filled in except secret ones. */
export interface BuiltRequest {
  method: string
  url: string
  headers: { name: string; value: string }[]
  body:
    | { kind: 'none' }
    | { kind: 'text'; text: string }
    | { kind: 'form' | 'multipart'; fields: BuiltField[] }
    | { kind: 'file'; file: File | undefined }
  /** Unknown variable names; they are sent unchanged. */
  unknown: string[]
  /** Names of secret variables, which the server fills in. */
  secrets: string[]
}

/** The environment that a request is sent to. */
export interface RequestTarget extends Variables {
  base_url: string
}

const isOn = ({ isOn: on, name }: DraftRow) => on && name.trim() !== ''

/** Prepends the base URL to an address without a host. */
const whole = (url: string, base_url: string): string => {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) || url.startsWith('{{')) return url
  if (base_url !== '') return `${base_url}/${url.replace(/^\/+/, '')}`
  return /^[\w.-]+(:\d+)?(\/|$)/.test(url) && url.includes('.') ? `http://${url}` : url
}

function urlOf(draft: Draft, place: RequestTarget): string {
  const value = (row: DraftRow) => encodeAroundVariables(fillVariables(row.value, place))
  const valueOf = (name: string) => {
    const row = draft.path.find((one) => one.name === name && one.isOn)
    return row && row.value !== '' ? value(row) : undefined
  }
  // fill in path parameters before variables: the value of a variable is not parsed for parameters
  const path = draft.url.replaceAll(
    /\{\{[^}]*\}\}|\{([^{}/]+)\}|\/:([\p{L}_][\p{L}\p{N}_-]*)/gu,
    (found: string, braced?: string, colon?: string) => {
      if (braced !== undefined) return valueOf(braced) ?? found
      const given = colon === undefined ? undefined : valueOf(colon)
      return given === undefined ? found : `/${given}`
    },
  )
  const query = draft.query
    .filter(isOn)
    .map((row) => `${encodeAroundVariables(fillVariables(row.name, place))}=${value(row)}`)
  const address = fillVariables(whole(fillVariables(path, place).trim(), place.base_url), place)
  return query.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`
}

const typeOf: Partial<Record<Draft['bodyKind'], string>> = { json: 'application/json', text: 'text/plain' }

function headersOf(draft: Draft, place: RequestTarget): BuiltRequest['headers'] {
  const headers = draft.headers
    .filter(isOn)
    .map(({ name, value }) => ({ name: fillVariables(name.trim(), place), value: fillVariables(value, place).trim() }))
  const has = (name: string) => headers.some((one) => one.name.toLowerCase() === name)
  const cookies = draft.cookies
    .filter(isOn)
    .map(({ name, value }) => `${fillVariables(name, place)}=${fillVariables(value, place)}`)
  const type = typeOf[draft.bodyKind]
  // A multipart form sets its own content type, which includes the boundary.
  const stored = draft.bodyKind === 'multipart' ? headers.filter(({ name }) => !/^content-type$/i.test(name)) : headers
  return [
    ...stored,
    ...(cookies.length > 0 && !has('cookie') ? [{ name: 'Cookie', value: cookies.join('; ') }] : []),
    ...(type && !has('content-type') ? [{ name: 'Content-Type', value: type }] : []),
  ]
}

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1)

/** Fills in variables of a JSON text: escaped inside strings, unchanged as numbers or objects outside of them. */
const filledJson = (text: string, place: RequestTarget): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => fillVariables(quoted, place, inJson))

function bodyOf(draft: Draft, place: RequestTarget): BuiltRequest['body'] {
  const kind = draft.bodyKind
  if (kind === 'json') return { kind: 'text', text: fillVariables(filledJson(draft.text, place), place) }
  if (kind === 'text') return { kind: 'text', text: fillVariables(draft.text, place) }
  if (kind === 'file') return { kind: 'file', file: draft.file }
  if (kind === 'none') return { kind: 'none' }
  const fields = draft[kind].filter(isOn).map(({ name, value, file, isFile }) => ({
    name: fillVariables(name, place),
    value: isFile ? '' : fillVariables(value, place),
    file,
    isFile,
  }))
  return { kind, fields }
}

const textsOf = ({ url, headers, body }: Omit<BuiltRequest, 'unknown' | 'secrets'>): string[] => [
  url,
  ...headers.map(({ value }) => value),
  ...(body.kind === 'text' ? [body.text] : []),
  ...(body.kind === 'form' || body.kind === 'multipart' ? body.fields.map(({ value }) => value) : []),
]

/** Fills in the variables of a draft. */
export function buildRequest(draft: Draft, place: RequestTarget): BuiltRequest {
  const built = {
    method: draft.method,
    url: urlOf(draft, place),
    headers: headersOf(draft, place),
    body: bodyOf(draft, place),
  }
  const text = textsOf(built).join('\n')
  return {
    ...built,
    unknown: findUnknownVariables(text, place),
    secrets: getVariableNames(text).filter((name) => place.secrets.has(name)),
  }
}

const base64Of = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const pieces = Array.from({ length: Math.ceil(bytes.length / 0x80_00) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * 0x80_00, (at + 1) * 0x80_00)),
  )
  return btoa(pieces.join(''))
}

const fieldRow = async ({ name, value, file, isFile }: BuiltField) =>
  isFile
    ? {
        name,
        value: file ? await base64Of(file) : '',
        is_file: true,
        file_name: file?.name ?? '',
        type: file?.type ?? '',
      }
    : { name, value }

async function wireBody(body: BuiltRequest['body']): Promise<CallRequestInput['body']> {
  if (body.kind === 'none') return { kind: 'none' }
  if (body.kind === 'text') return body
  if (body.kind === 'file') {
    const { file } = body
    return { kind: 'file', rows: [await fieldRow({ name: 'file', value: '', file, isFile: true })] }
  }
  return { kind: body.kind, rows: await Promise.all(body.fields.map(fieldRow)) }
}

/** Returns the method of a request; undefined when it cannot be sent. */
export const toCallMethod = (method: string): CallRequestInput['method'] | undefined =>
  callMethods.find((one) => one === method.toUpperCase())

/** Converts a request to the format of the server. @throws {RangeError} for a method that cannot be sent */
export async function toWireRequest(built: BuiltRequest, follow: boolean): Promise<CallRequestInput> {
  const method = toCallMethod(built.method)
  if (!method) throw new RangeError(built.method)
  return { method, url: built.url, headers: built.headers, body: await wireBody(built.body), follow }
}
