import { isDeepStrictEqual } from 'node:util'
import { type ApiDoc, type ApiResponse, isYes, parseApiDoc, parseRows, type Row } from '#shared/api-doc/api-doc.ts'
import type { ApiRow } from '#shared/api-doc/api-page-json.ts'
import { toFieldText } from '#shared/api-doc/json-text.ts'
import { rowTable, section } from '#shared/api-doc/remark.ts'
import { toList, toObject, toObjects, toRecord, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { inlineCode, joined } from '#shared/markdown/write.ts'
import { addedLines } from '../openapi/edits.ts'

/** The variable of the collection for addresses without a server. */
export const baseVariable = 'baseUrl'

const rowsOf = (list: unknown): Row[] => parseRows(list).filter((row) => row.name !== '')

const parameter = (row: Row): UnknownObject => ({
  key: row.name,
  ...(row.type === 'file'
    ? { type: 'file', src: row.value === '' ? [] : row.value }
    : { value: row.value, ...(row.type !== '' && row.type !== 'string' && { type: row.type }) }),
  ...(row.remark !== '' && { description: row.remark }),
  ...(row.isOff && { disabled: true }),
})

/** Returns a row of a form, where Postman knows texts and files alone. */
const formParameter = (row: Row): UnknownObject => ({ ...parameter(row), ...(row.type !== 'file' && { type: 'text' }) })

function urlOf(root: UnknownObject): UnknownObject {
  const request = toRecord(root['request'])
  const [address = '', ...search] = toFieldText(toRecord(root['info'])['url']).split('?')
  const plain = address.replaceAll(/(?<!\{)\{([^{}/]+)\}(?!\})/g, ':$1')
  const whole = /^(?:[a-z][a-z0-9+.-]*:\/\/|\{\{)/i.test(plain)
    ? plain
    : `{{${baseVariable}}}/${plain.replace(/^\/+/, '')}`
  const query = rowsOf(request['query'])
  const inAddress = search
    .join('?')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): UnknownObject => {
      const [key = '', ...value] = pair.split('=')
      return { key, value: value.join('=') }
    })
  const all = query.length > 0 ? query.map(parameter) : inAddress
  const sent = all
    .filter((one) => one['disabled'] !== true)
    .map((one) => `${encodeQuery(toText(one['key']))}=${encodeQuery(toText(one['value']))}`)
    .join('&')
  const [, protocol = '', host = '', path = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/]*)(.*)$/i.exec(whole) ?? []
  const [, name = host, port = ''] = /^(.*?)(?::(\d+))?$/.exec(host) ?? []
  const variables = rowsOf(request['pathVariable'])
  return {
    raw: `${whole}${sent === '' ? '' : `?${sent}`}`,
    ...(protocol !== '' && { protocol }),
    host: name.startsWith('{{') ? [name] : name.split('.'),
    ...(port !== '' && { port }),
    path: path.split('/').filter((part, at) => at > 0 || part !== ''),
    ...(all.length > 0 && { query: all }),
    ...(variables.length > 0 && { variable: variables.map(parameter) }),
  }
}

/** Encodes what separates parameters; variables in braces stay readable. */
const encodeQuery = (text: string): string => text.replaceAll(/[%&=#+\s]/g, encodeURIComponent)

const languageOf = (text: string): string => (/^\s*[[{]/.test(text) ? 'json' : /^\s*</.test(text) ? 'xml' : 'text')

function bodyOf(root: UnknownObject): UnknownObject | undefined {
  const params = toRecord(toRecord(root['request'])['params'])
  const given = toFieldText(params['mode'])
  const json = toFieldText(params['json'])
  const [urlencoded, formdata] = [rowsOf(params['urlencoded']), rowsOf(params['formdata'])]
  const mode = given === 'urlencoded' || given === 'formdata' ? given : json === '' ? 'none' : 'raw'
  if (mode === 'none' && urlencoded.length + formdata.length === 0) return undefined
  const isEmptyForm = mode === 'urlencoded' ? urlencoded.length === 0 : mode === 'formdata' && formdata.length === 0
  if (isEmptyForm) return undefined
  return {
    ...(mode !== 'none' && { mode }),
    ...(json !== '' && { raw: json }),
    ...(urlencoded.length > 0 && { urlencoded: urlencoded.map((row) => ({ ...parameter(row), type: 'text' })) }),
    ...(formdata.length > 0 && { formdata: formdata.map(formParameter) }),
    ...(mode === 'raw' && { options: { raw: { language: given === 'json' ? 'json' : languageOf(json) } } }),
    // clients of old leave a form without a mode: it is not sent
    ...(mode === 'none' && { disabled: true }),
  }
}

/** Returns the authentication of a page: its values are those that are in the page itself. */
function authOf(root: UnknownObject): UnknownObject | undefined {
  const auth = toRecord(toRecord(root['request'])['auth'])
  const type = toFieldText(auth['type'])
  if (type === '' || isYes(auth['disabled'])) return undefined
  if (type === 'none') return { type: 'noauth' }
  const values = toObjects(auth[type]).map((one) => ({
    key: toFieldText(one['key']),
    value: toFieldText(one['value']),
    type: toFieldText(one['type']) || 'string',
  }))
  return { type, [type]: values }
}

function eventsOf(root: UnknownObject): UnknownObject[] {
  const { pre, post } = toRecord(root['scripts'])
  const event = (listen: string, text: string) =>
    text === '' ? [] : [{ listen, script: { type: 'text/javascript', exec: text.split('\n') } }]
  return [...event('prerequest', toFieldText(pre)), ...event('test', toFieldText(post))]
}

function headersOf(root: UnknownObject): UnknownObject[] {
  const request = toRecord(root['request'])
  const cookies = rowsOf(request['cookies']).filter((row) => !row.isOff)
  const headers = rowsOf(request['headers']).map(parameter)
  const hasCookie = headers.some((one) => toText(one['key']).toLowerCase() === 'cookie')
  return cookies.length === 0 || hasCookie
    ? headers
    : [...headers, { key: 'Cookie', value: cookies.map((row) => `${row.name}=${row.value}`).join('; ') }]
}

const apiRow = (row: Row): ApiRow => ({
  name: row.name,
  type: row.type,
  value: row.value,
  require: row.isRequired ? '1' : '0',
  remark: row.remark,
})

const responseName: Record<ApiResponse['kind'], string> = { success: 'Success', failure: 'Error', further: 'Example' }
const nameOf = (one: ApiResponse): string => one.name || `${responseName[one.kind]}${one.status && ` ${one.status}`}`

/** Returns the description of a request: also what Postman has no field for, such as the fields of its responses. */
function descriptionOf(doc: ApiDoc): string {
  const table = (rows: readonly Row[]) => rowTable(rows.map(apiRow))
  return joined(
    doc.description,
    section(inlineCode('body'), table(doc.jsonFields)),
    section(inlineCode('cookies'), table(doc.cookies)),
    ...doc.responses.map((one) =>
      one.remark === '' && one.fields.length === 0 ? '' : section(nameOf(one), one.remark, table(one.fields)),
    ),
    doc.responseRemark,
    doc.remark,
  )
}

function responseOf(one: ApiResponse): UnknownObject {
  const code = /^\d{3}$/.test(one.status) ? Number(one.status) : undefined
  return {
    name: nameOf(one),
    ...(code !== undefined && { code }),
    ...(one.example !== '' && { _postman_previewlanguage: languageOf(one.example) }),
    header: [],
    cookie: [],
    body: one.example,
  }
}

const hasResponse = (one: ApiResponse): boolean => one.example !== '' || one.status !== ''

/** Returns an API page as a request of a Postman collection. */
export function requestOf(root: UnknownObject, title: string): UnknownObject {
  const doc = parseApiDoc(root)
  const description = descriptionOf(doc)
  const events = eventsOf(root)
  const [body, auth] = [bodyOf(root), authOf(root)]
  return {
    name: title,
    ...(events.length > 0 && { event: events }),
    request: {
      ...(auth && { auth }),
      method: doc.method.toUpperCase() || 'GET',
      header: headersOf(root),
      ...(body && { body }),
      url: urlOf(root),
      ...(description !== '' && { description }),
    },
    response: doc.responses.filter(hasResponse).map(responseOf),
  }
}

/** Sets a member, or takes it out when it is undefined. */
const withMember = (object: UnknownObject, key: string, value: unknown): UnknownObject => {
  const { [key]: _, ...rest } = object
  return value === undefined ? rest : { ...rest, [key]: value }
}

/**
 * Returns the request of a collection with what people have changed on its page since the import; everything else stays
 * as the collection has it.
 *
 * @param before the page as the import wrote it
 * @param titleNow the title of the page when somebody has given it another one
 */
export function editedRequest(
  item: UnknownObject,
  before: UnknownObject,
  after: UnknownObject,
  titleNow: string | undefined,
): UnknownObject {
  const isSame = (...path: string[]) => {
    const at = (root: UnknownObject) => path.reduce<unknown>((value, key) => toObject(value)?.[key], root)
    return isDeepStrictEqual(at(before), at(after))
  }
  const given = item['request']
  let request: UnknownObject = toObject(given) ?? { method: 'GET', url: given }
  let edited: UnknownObject = titleNow === undefined ? item : { ...item, name: titleNow }
  const [former, present] = [parseApiDoc(before), parseApiDoc(after)]
  const added = joined(
    addedLines(former.remark, present.remark),
    addedLines(former.responseRemark, present.responseRemark),
  )
  if (former.description !== present.description || added !== '') {
    request = withMember(request, 'description', joined(present.description, added) || undefined)
    edited = withMember(edited, 'description', undefined)
  }
  if (!isSame('info', 'method')) request = { ...request, method: present.method.toUpperCase() || 'GET' }
  const isSameUrl = isSame('info', 'url') && isSame('request', 'query') && isSame('request', 'pathVariable')
  if (!isSameUrl) request = { ...request, url: urlOf(after) }
  if (!isSame('request', 'headers') || !isSame('request', 'cookies')) request = { ...request, header: headersOf(after) }
  if (!isSame('request', 'params')) request = withMember(request, 'body', bodyOf(after))
  if (!isSame('request', 'auth')) request = withMember(request, 'auth', authOf(after))
  if (!isSame('scripts')) edited = withMember(edited, 'event', eventsOf(after))
  if (!isSame('response')) edited = { ...edited, response: editedResponses(item, former, present) }
  return {
    ...edited,
    request: typeof given === 'string' && isDeepStrictEqual(request, { method: 'GET', url: given }) ? given : request,
  }
}

/** Returns the responses of a request: those that nobody has changed stay as they are. */
function editedResponses(item: UnknownObject, before: ApiDoc, after: ApiDoc): unknown[] {
  const left = [...toList(item['response'])]
  const sources = new Map(
    before.responses.filter(hasResponse).map((one) => {
      const at = left.findIndex((value) => {
        const given = toObject(value)
        return toText(given?.['body']) === one.example && (toText(given?.['code']) || '') === one.status
      })
      const [found] = at < 0 ? [] : left.splice(at, 1)
      return [one, found]
    }),
  )
  const formerOf = (one: ApiResponse, at: number) =>
    before.responses[at]?.kind === one.kind ? before.responses[at] : undefined
  return after.responses.flatMap((one, at) => {
    const same = before.responses.find((other) => isDeepStrictEqual(other, one))
    const former = same ?? formerOf(one, at)
    const source = toObject(former && sources.get(former))
    if (same && source) return [source]
    if (!hasResponse(one)) return []
    const written = responseOf(one)
    return [
      source
        ? { ...source, body: written['body'], ...(written['code'] !== undefined && { code: written['code'] }) }
        : written,
    ]
  })
}
