import { isYes, parseRows } from '#shared/api-doc/api-doc.ts'
import { pathParameterNames } from '#shared/api-doc/api-text.ts'
import { toFieldText } from '#shared/api-doc/json-text.ts'
import { toRecord } from '#shared/api-doc/unknown-json.ts'

/** A row of a request table. */
export interface DraftRow {
  id: number
  name: string
  value: string
  isOn: boolean
  isRequired: boolean
  remark: string
  /** Whether it holds a file in place of a value; only in a multipart form. */
  isFile: boolean
  file?: File
}

/** How a body is sent. */
export type BodyKind = 'none' | 'json' | 'text' | 'form' | 'multipart' | 'file'

/** The tables of a request. */
export type TableName = 'path' | 'query' | 'headers' | 'cookies' | 'form' | 'multipart'

/** An editable request, with its variables not filled in. */
export interface Draft extends Record<TableName, DraftRow[]> {
  method: string
  url: string
  bodyKind: BodyKind
  /** The text of a JSON or text body. */
  text: string
  /** The file of a file body. */
  file?: File
}

/** Whether two drafts have the same content, ignoring row ids. */
export function isSameDraft(a: Draft, b: Draft): boolean {
  const said = (draft: Draft) => JSON.stringify(draft, (key, value: unknown) => (key === 'id' ? undefined : value))
  return a === b || said(a) === said(b)
}

type Parts = Record<string, unknown>

let lastId = 0
/** Creates a row with a unique id. */
export const newRow = (given: Partial<DraftRow> = {}): DraftRow => ({
  name: '',
  value: '',
  isOn: true,
  isRequired: false,
  remark: '',
  isFile: false,
  ...given,
  id: ++lastId,
})

const rowsOf = (list: unknown): DraftRow[] =>
  parseRows(list)
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, value, isRequired, remark, isOff, type }) =>
      newRow({ name, value, isRequired, remark, isOn: !isOff, isFile: type.toLowerCase() === 'file' }),
    )

/** Merges item-wide rows with those of the page; the page's rows override by name. */
function joined(everywhere: DraftRow[], own: DraftRow[], isSame: (a: string, b: string) => boolean): DraftRow[] {
  return [...everywhere.filter(({ name }) => !own.some((one) => isSame(one.name, name))), ...own]
}

const same = (a: string, b: string) => a === b
const sameHeader = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function authRow(auth: Parts): DraftRow[] {
  const type = toFieldText(auth['type']).toLowerCase()
  if (isYes(auth['disabled'])) return []
  const fields = new Map(rowsOf(auth[type]).map(({ name, value }) => [name.toLowerCase(), value]))
  if (type === 'bearer') {
    const token = fields.get('token') ?? [...fields.values()][0] ?? ''
    // an import knows that a token is needed, but none: the environment has it, for every page
    return [newRow({ name: 'Authorization', value: `Bearer ${token || '{{token}}'}` })]
  }
  const pair = `${fields.get('username') ?? ''}:${fields.get('password') ?? ''}`
  // base64 of a variable's placeholder would be useless
  if (type !== 'basic' || pair === ':' || pair.includes('{{')) return []
  const bytes = new TextEncoder().encode(pair)
  return [newRow({ name: 'Authorization', value: `Basic ${btoa(String.fromCharCode(...bytes))}` })]
}

const bodyKindOf = (mode: string, isGet: boolean, text: string, hasRows: boolean): BodyKind => {
  if (mode === 'json') return text === '' && isGet ? 'none' : 'json'
  if (mode === 'formdata') return hasRows ? 'multipart' : 'none'
  if (mode === 'urlencoded') return hasRows ? 'form' : 'none'
  if (mode === 'raw') return text === '' ? 'none' : 'text'
  return mode === 'file' || mode === 'binary' ? 'file' : 'none'
}

/** Splits a URL into its path and its query, the query as rows. The fragment is not sent. */
export function splitUrl(url: string): { url: string; query: DraftRow[] } {
  const [whole = ''] = url.split('#', 1)
  const at = whole.indexOf('?')
  if (at < 0) return { url: whole, query: [] }
  // variables keep their braces: URLSearchParams leaves them unchanged
  const query = [...new URLSearchParams(whole.slice(at + 1))].map(([name, value]) => newRow({ name, value }))
  return { url: whole.slice(0, at), query }
}

/**
 * Creates a draft from the API JSON of a page; undefined for any other text, and when its address is not an HTTP
 * request. Follows the rules of the ShowDoc client: a GET has no body, and item-wide parameters come first.
 *
 * @param globals the parameters of the whole item, `global_param`
 */
export function readDraft(text: string, globals: unknown = {}): Draft | undefined {
  let root: Parts
  try {
    root = toRecord(JSON.parse(text))
  } catch {
    return undefined
  }
  const info = toRecord(root['info'])
  const address = toFieldText(info['url']).trim()
  if (address === '' || toFieldText(info['type']) === 'websocket') return undefined
  const request = toRecord(root['request'])
  const params = toRecord(request['params'])
  const everywhere = toRecord(globals)
  const method = toFieldText(info['method']).toUpperCase() || 'GET'
  const isGet = method === 'GET' || method === 'HEAD'
  const mode = toFieldText(params['mode'])
  const json = toFieldText(params['json'])
  const listed = rowsOf(params[mode])

  const cut = splitUrl(address)
  const ownQuery = rowsOf(request['query'])
  // old clients store the query of a GET among the form fields
  const asQuery = isGet && ownQuery.length === 0 && mode !== 'json' ? listed : []
  const query = ownQuery.length > 0 ? ownQuery : asQuery.length > 0 ? asQuery : cut.query
  const path = rowsOf(request['pathVariable'])
  const missing = pathParameterNames(cut.url).filter((name) => !path.some((row) => row.name === name))
  const kind = isGet ? 'none' : bodyKindOf(mode, isGet, json, listed.length > 0)
  const body = joined(rowsOf(everywhere['body']), listed, same)
  const headers = rowsOf(request['headers'])
  const auth = authRow(toRecord(request['auth'])).filter(
    (row) => !headers.some((one) => sameHeader(one.name, row.name)),
  )
  return {
    method,
    url: cut.url,
    path: [...path, ...missing.map((name) => newRow({ name, isRequired: true }))],
    query: isGet ? joined(rowsOf(everywhere['query']), query, same) : query,
    headers: joined(rowsOf(everywhere['header']), [...auth, ...headers], sameHeader),
    cookies: joined(rowsOf(everywhere['cookies']), rowsOf(request['cookies']), same),
    bodyKind: kind,
    text: json,
    form: kind === 'form' ? body.map((row) => ({ ...row, isFile: false })) : [],
    multipart: kind === 'multipart' ? body : [],
  }
}
