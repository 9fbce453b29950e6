import { type ApiDoc, type ApiResponse, parseItemParameters, type Row } from '../api-doc.ts'
import { type NamedExample, newField, once, type SchemaField } from './field.ts'
import { fieldsOfRows, type GivenRow, type RowModels } from './row-tree.ts'

/** A way to prove who calls. */
export interface AuthScheme {
  /** Its name in the description; empty on pages that people wrote. */
  name: string
  /** Such as `bearer`, `basic`, `apiKey`, `oauth2`, `openIdConnect`. */
  type: string
  /** Where an `apiKey` is sent; empty for others. */
  place: string
  /** The header, parameter or cookie of an `apiKey`. */
  field: string
  description: string
  scopes: string[]
  /** Addresses of `oauth2` and `openIdConnect`, by their keywords. */
  addresses: [keyword: string, url: string][]
}

/** One media type of a body or a response. */
export interface ReadingMedia {
  /** Such as `application/json`; empty when the page does not say. */
  type: string
  /** Undefined when nothing is known of its fields. */
  schema: SchemaField | undefined
  examples: NamedExample[]
}

/** One response, by its status. */
export interface ReadingResponse {
  /** Such as `200`, `4XX` or `default`; empty when the page does not say. */
  status: string
  kind: ApiResponse['kind']
  name: string
  /** Markdown. */
  description: string
  headers: SchemaField[]
  media: ReadingMedia[]
}

/** The place of a parameter. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

/** A server that a request may be sent to. */
export interface ReadingServer {
  /** With `{name}` for its variables, without a slash at the end. */
  url: string
  /** Its name and description, in plain text. */
  text: string
  variables: { name: string; value: string; choices: string[]; text: string }[]
}

/** What a reader sees of an API page, whether people wrote it or a description brought it. */
export interface Reading {
  marks: ('deprecated' | 'draft' | 'alpha' | 'beta' | 'internal')[]
  /** The day from which a deprecated operation no longer works; empty for none. */
  sunset: string
  /** Markdown. */
  description: string
  /** The servers of its description; the address of the page begins with the first one. */
  servers: ReadingServer[]
  /** The ways to authenticate: one of them is needed, with all its schemes. */
  auth: AuthScheme[][]
  /** Whether it also works without authentication. */
  isAuthOptional: boolean
  parameters: { place: ParameterPlace; fields: SchemaField[] }[]
  body: { isRequired: boolean; description: string; media: ReadingMedia[] } | undefined
  responses: ReadingResponse[]
  /** Markdown on all responses. */
  responseRemark: string
  /** What else the description says, as keywords and Markdown. */
  more: [keyword: string, markdown: string][]
  /** Requests that the server sends itself. */
  callbacks: { name: string; method: string; path: string; description: string; media: ReadingMedia[] }[]
  /** Markdown that people added. */
  notes: string
}

/** Returns the value as a whole that these fields are in; undefined without fields. */
function wholeOf(fields: SchemaField[]): SchemaField | undefined {
  if (fields.length === 0) return undefined
  const isList = fields.length === 1 && fields[0]?.key === '[]'
  return newField({
    key: '',
    type: isList ? `array of ${fields[0]?.type || 'object'}` : 'object',
    hasContent: true,
    open: once(() => (isList && fields[0] ? fields[0].open() : { fields, alternatives: [] })),
  })
}

const bodyTypes: Record<string, string> = {
  json: 'application/json',
  urlencoded: 'application/x-www-form-urlencoded',
  formdata: 'multipart/form-data',
}

function typeOfText(text: string): string {
  if (/^\s*[{[]/.test(text)) return 'application/json'
  return /^\s*</.test(text) ? 'application/xml' : ''
}

const plainExample = (text: string, name = ''): NamedExample => ({ name, summary: '', description: '', text })

/** Returns the example of a table; without one, a value of its rows when they name models. */
function examplesOf(text: string, rows: readonly Row[], models: RowModels | undefined): NamedExample[] {
  const shown = text === '' ? (models?.example(rows) ?? '') : text
  return shown === '' ? [] : [plainExample(shown)]
}

/** Returns the responses of a page by status; further ones of one status are its examples or its media types. */
function responsesOf({ responses }: ApiDoc, models: RowModels | undefined): ReadingResponse[] {
  const all: ReadingResponse[] = []
  for (const one of responses) {
    const { kind, status, name, remark, example, fields } = one
    if (example === '' && fields.length === 0 && status === '' && remark.trim() === '') continue
    const same = status === '' ? undefined : all.find((other) => other.status === status)
    const [first] = same?.media ?? []
    const isExample = same && first && fields.length === 0 && example !== '' && (remark === '' || name !== '')
    if (isExample) {
      first.examples.push(plainExample(example, name || remark))
      continue
    }
    const media: ReadingMedia = {
      type: same ? name : typeOfText(example),
      schema: wholeOf(fieldsOfRows(fields, false, models)),
      examples: examplesOf(example, fields, models),
    }
    const hasMedia = media.examples.length > 0 || fields.length > 0
    if (same) {
      if (hasMedia) same.media.push(media)
      if (remark !== '') same.description = [same.description, remark].filter(Boolean).join('\n\n')
    } else all.push({ kind, status, name, description: remark, headers: [], media: hasMedia ? [media] : [] })
  }
  return sorted(all)
}

/** Returns responses by status: numbers first, `default` last. Those without a status keep their order. */
export function sorted(responses: readonly ReadingResponse[]): ReadingResponse[] {
  const rank = ({ status, kind }: ReadingResponse) =>
    status === 'default'
      ? 9999
      : Number.parseInt(status.replaceAll(/x/gi, '9'), 10) || (kind === 'success' ? 200 : 9000)
  return responses.toSorted((one, other) => rank(one) - rank(other))
}

/** Returns the query of a page. Old clients store the query of a GET among the fields of a form. */
const queryOf = (doc: ApiDoc, isGet: boolean): Row[] => (isGet && doc.query.length === 0 ? doc.form : doc.query)

/** Returns the parameters of the whole item that a request of the page has, by place. */
export function sharedFields(
  doc: ApiDoc,
  globals: unknown,
): Record<'header' | 'query' | 'cookie' | 'body', GivenRow[]> {
  const item = parseItemParameters(globals)
  const isGet = doc.method.toLowerCase() === 'get'
  const isForm = doc.type === 'api' && !isGet && doc.mode !== 'json' && doc.mode !== 'raw'
  const marked = (rows: Row[]) => rows.map((row) => ({ ...row, isShared: true }))
  return {
    header: marked(item.header),
    query: marked(isGet || doc.type !== 'api' ? item.query : []),
    cookie: marked(item.cookies),
    body: marked(isForm ? item.body : []),
  }
}

function bodyOf(doc: ApiDoc, shared: GivenRow[], models: RowModels | undefined): Reading['body'] {
  const isGet = doc.method.toLowerCase() === 'get'
  if (isGet || doc.type === 'websocket') return undefined
  const isText = doc.mode === 'json' || doc.mode === 'raw'
  const rows = isText ? doc.jsonFields.filter((row) => !row.isOff) : [...shared, ...doc.form]
  const text = isText ? doc.body : ''
  if (rows.length === 0 && text === '') return undefined
  const declared = doc.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
  return {
    isRequired: false,
    description: '',
    media: [
      {
        type: declared || (bodyTypes[doc.mode] ?? (isText ? typeOfText(text) : '')),
        schema: wholeOf(fieldsOfRows(rows, false, models)),
        examples: isText ? examplesOf(text, rows, models) : [],
      },
    ],
  }
}

/** Returns the parameters of a page by place, without places that have none. */
export const byPlace = (all: Record<ParameterPlace, SchemaField[]>): Reading['parameters'] =>
  (['path', 'query', 'header', 'cookie'] as const).flatMap((place) =>
    all[place].length > 0 ? [{ place, fields: all[place] }] : [],
  )

/**
 * Returns what a reader sees of a page that has only its own text.
 *
 * @param globals the parameters of the whole item
 * @param models what rows may refer to; undefined while it is unknown
 */
export function readingOfDoc(doc: ApiDoc, globals: unknown, models?: RowModels): Reading {
  const shared = sharedFields(doc, globals)
  const isGet = doc.method.toLowerCase() === 'get'
  const { auth } = doc
  const scheme = { name: '', type: auth.type, place: '', field: '', description: '', scopes: [], addresses: [] }
  return {
    marks: doc.status === '5' ? ['deprecated'] : [],
    sunset: '',
    description: doc.description.trim(),
    servers: [],
    auth: auth.type === 'none' || auth.isOff ? [] : [[scheme]],
    isAuthOptional: false,
    parameters: byPlace({
      path: fieldsOfRows(doc.pathVariables, true, models),
      query: fieldsOfRows([...shared.query, ...queryOf(doc, isGet)], true, models),
      header: fieldsOfRows([...shared.header, ...doc.headers], true, models),
      cookie: fieldsOfRows([...shared.cookie, ...doc.cookies], true, models),
    }),
    body: bodyOf(doc, shared.body, models),
    responses: responsesOf(doc, models),
    responseRemark: doc.responseRemark.trim(),
    more: [],
    callbacks: [],
    notes: doc.remark.trim(),
  }
}
