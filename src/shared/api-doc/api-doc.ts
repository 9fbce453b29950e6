import { reindentJson } from './json-text.ts'
import { type ApiDocLabels, type ApiDocLang, apiDocLabels } from './labels.ts'

/** One row of a parameter table. */
interface Row {
  name: string
  type: string
  value: string
  isRequired: boolean
  /** Undefined when the document has no such key. */
  remark: string | undefined
  isDisabled: boolean
}

/** A normalized API document: parsed from foreign JSON, with the rules of ShowDoc's client applied. */
export interface ApiDoc {
  type: 'api' | 'websocket' | 'sse'
  description: string
  /** '1' in development, '2' testing, '3' done, '4' needs change, '5' abandoned; empty for none. */
  status: ApiStatus | ''
  url: string
  method: string
  remark: string
  pathVariables: Row[]
  headers: Row[]
  query: Row[]
  cookies: Row[]
  body: Row[]
  /** The text of a body that is JSON or any other text, as written. */
  text: string
  jsonFields: Row[]
  /** The sub-protocols of a WebSocket. */
  subProtocols: string[]
  /** Messages that a WebSocket client sends. */
  messages: { name: string; payload: string }[]
  /** The responses: success, failure, and further ones. */
  responses: Answer[]
  /** A remark on all responses. */
  responseRemark: string
}

/** One possible response to a request. */
interface Answer {
  kind: 'success' | 'failure' | 'further'
  /** Such as `200`, `4XX` or `default`; empty when the document does not specify it. */
  status: string
  name: string
  remark: string
  example: string
  fields: Row[]
}

type ApiStatus = keyof ApiDocLabels['status']

type Parts = Record<string, unknown>

/**
 * Returns an object of foreign JSON; an empty one for anything else, including an empty list, which PHP makes of `{}`.
 */
const partsOf = (value: unknown): Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Parts) : {}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || value === true ? String(value) : ''

const rowOf = (value: unknown): Row => {
  const { name, type, value: example, require, remark, disable } = partsOf(value)
  return {
    name: textOf(name),
    type: textOf(type),
    value: textOf(example),
    isRequired: require === true || Number(require) >= 1,
    remark: remark === undefined ? undefined : textOf(remark),
    isDisabled: Number(disable) >= 1,
  }
}

const namedRows = (list: unknown): Row[] =>
  Array.isArray(list) ? list.map(rowOf).filter((row) => row.name !== '') : []

const shownRows = (list: unknown): Row[] => namedRows(list).filter((row) => !row.isDisabled)

function parse(content: string): Parts | undefined {
  // Most pages are Markdown; only text that begins like an object is worth parsing.
  if (!/^\s*\{/.test(content)) return undefined
  try {
    const document = partsOf(JSON.parse(content))
    return textOf(partsOf(document['info'])['url']) === '' ? undefined : document
  } catch {
    return undefined
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const answersOf = (response: Parts): Answer[] => [
  {
    kind: 'success',
    status: textOf(response['responseExampleStatus']),
    name: '',
    remark: textOf(response['responseExampleRemark']),
    example: textOf(response['responseExample']),
    fields: shownRows(response['responseParamsDesc']),
  },
  {
    kind: 'failure',
    status: textOf(response['responseFailExampleStatus']),
    name: '',
    remark: textOf(response['responseFailExampleRemark']),
    example: textOf(response['responseFailExample']),
    fields: shownRows(response['responseFailParamsDesc']),
  },
  ...listOf(response['examples'])
    .map(partsOf)
    .map(
      ({ name, status, remark, data, param }): Answer => ({
        kind: 'further',
        status: textOf(status),
        name: textOf(name).replaceAll(/\s+/g, ' '),
        remark: textOf(remark),
        example: textOf(data),
        fields: shownRows(param),
      }),
    ),
]

const statusOf = (value: unknown): ApiDoc['status'] => {
  const text = textOf(value)
  return text === '1' || text === '2' || text === '3' || text === '4' || text === '5' ? text : ''
}

const messagesOf = (document: Parts): ApiDoc['messages'] =>
  listOf(partsOf(document['messaging'])['templates'])
    .map(partsOf)
    .filter(({ enabled }) => enabled === undefined || enabled === true || Number(enabled) >= 1)
    .map(({ name, payload }) => ({ name: textOf(name), payload: textOf(payload) }))

const typeOf = (info: Parts): ApiDoc['type'] =>
  info['type'] === 'websocket' || info['type'] === 'sse' ? info['type'] : 'api'

/**
 * Parses the API document of a page: JSON with an address in `info.url`. Returns undefined for any other text.
 *
 * @param globals the parameters of the whole item (`global_param`), placed before those of the document
 */
export function readApiDoc(content: string, globals: unknown = {}): ApiDoc | undefined {
  const document = parse(content)
  if (!document) return undefined
  const info = partsOf(document['info'])
  const request = partsOf(document['request'])
  const response = partsOf(document['response'])
  const params = partsOf(request['params'])
  const everywhere = partsOf(globals)

  const method = textOf(info['method'])
  const isGet = method.toLowerCase() === 'get'
  const mode = textOf(params['mode'])
  const fields = mode === 'json' ? [] : shownRows(params[mode])
  // Old clients store the parameters of a GET in the fields of the form body.
  const ownQuery = shownRows(request['query'])
  const query = !isGet || ownQuery.length > 0 ? ownQuery : [...shownRows(everywhere['query']), ...fields]
  const url = textOf(info['url'])
  return {
    type: typeOf(info),
    description: textOf(info['description']),
    status: statusOf(info['apiStatus'] ?? document['apiStatus']),
    url: isGet && query.length > 0 ? (url.split('?', 1)[0] ?? url) : url,
    method,
    remark: textOf(info['remark']),
    pathVariables: shownRows(request['pathVariable']),
    headers: [...shownRows(everywhere['header']), ...shownRows(request['headers'])],
    query,
    cookies: [...shownRows(everywhere['cookies']), ...shownRows(request['cookies'])],
    body: isGet || mode === 'json' ? [] : [...shownRows(everywhere['body']), ...fields],
    text: mode === 'json' || mode === 'raw' ? textOf(params['json']) : '',
    jsonFields: mode === 'json' ? namedRows(params['jsonDesc']) : [],
    subProtocols: listOf(partsOf(partsOf(document['protocolConfig'])['websocket'])['subProtocols'])
      .map(textOf)
      .filter(Boolean),
    messages: messagesOf(document),
    responses: answersOf(response),
    responseRemark: textOf(response['remark']),
  }
}

/**
 * Returns what menus show of a page with an API document, in the form of `page.ext_info`; undefined for any other text.
 */
export function apiDocExtInfo(content: string): string | undefined {
  const document = parse(content)
  if (!document) return undefined
  const info = partsOf(document['info'])
  const page_type = typeOf(info)
  const api_info = page_type === 'api' ? { method: textOf(info['method']) } : { type: page_type }
  return JSON.stringify({ page_type, api_info })
}

/** Escapes the text of a table cell: a pipe or a line break would break the row. */
const cell = (text: string): string => text.replaceAll(/(?<!\\)\|/g, '\\|').replaceAll(/\r\n?|\n/g, '<br>')

/** Returns a code fence longer than any in the text. */
const fenceOf = (text: string): string => {
  const longest = Math.max(0, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length))
  return '`'.repeat(longest === 0 ? 3 : longest + 1)
}

const fenced = (text: string): string => `${fenceOf(text)}\n${text}\n${fenceOf(text)}`

/** Collapses a text to one line, so that it fits into a list item. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Formats "label status name", as far as the response has them. */
const headingOf = (words: ApiDocLabels, { kind, status, name }: Answer): string => {
  const more = [status, name].filter((text) => text !== '').join(' ')
  return more === '' ? words.answer[kind] : `${words.answer[kind]}${words.colon}${more}`
}

const isSaid = ({ status, name, remark, example, fields }: Answer): boolean =>
  example !== '' || fields.length > 0 || [status, name, remark].some((text) => text !== '')

/**
 * Renders an API document as Markdown for people, complete and with labels in their language: for Word documents and
 * Markdown archives. Its tables are those of ShowDoc's page. Source: reference, formats 3.2.
 */
export function apiDocMarkdown(doc: ApiDoc, lang: ApiDocLang): string {
  const words = apiDocLabels(lang)
  const heading = (text: string) => `\n##### ${text}\n`
  const list = (head: string, text: string) => text && `${heading(head)}  - ${text}\n`
  const block = (head: string, text: string) => text.trim() && `${heading(head)}\n${text.trim()}\n`
  const table = (head: string, columns: string[], rows: string[][]) => {
    if (rows.length === 0) return ''
    const lines = rows.map((row) => `|${row.map(cell).join('|')}|\n`)
    return `${heading(head)}\n|${columns.join('|')}|\n|${columns.map(() => ':-----').join('|')}|\n${lines.join('')}`
  }
  const example = (head: string, text: string) => text && `${heading(head)}${fenced(text)}\n`
  const yesNo = (row: Row) => (row.isRequired ? words.yes : words.no)
  const remark = (row: Row) => row.remark || words.none
  const { example: value, required, type, remark: about } = words.columns
  const whole = (head: string, name: string, rows: Row[]) =>
    table(
      head,
      [name, value, required, type, about],
      rows.map((row) => [row.name, row.value, yesNo(row), row.type, remark(row)]),
    )
  const answer = (one: Answer) => {
    if (!isSaid(one)) return ''
    const head = headingOf(words, one)
    const fields = table(
      words.fieldsOf(head),
      [words.columns.parameter, type, about],
      one.fields.map((row) => [row.name, row.type, remark(row)]),
    )
    const text = one.remark.trim()
    if (text === '' && one.example === '' && fields !== '') return fields
    return heading(head) + (text && `\n${text}\n\n`) + (one.example && `${fenced(one.example)}\n`) + fields
  }
  return [
    /\n/.test(doc.description.trim())
      ? block(words.description, doc.description)
      : list(words.description, oneLine(doc.description)),
    doc.status && list(words.state, words.status[doc.status]),
    doc.type !== 'api' && list(words.protocol, words.protocols[doc.type]),
    `${heading(doc.type === 'websocket' ? words.connection : words.url)}\n  - \`${doc.url}\`\n`,
    doc.type !== 'websocket' && list(words.method, doc.method),
    doc.subProtocols.length > 0 &&
      `${heading(words.subProtocols)}\n${doc.subProtocols.map((name) => `- \`${name}\`\n`).join('')}`,
    whole(words.path, words.columns.variable, doc.pathVariables),
    whole(words.header, words.columns.field, doc.headers),
    whole(words.query, words.columns.parameter, doc.query),
    whole(words.cookies, words.columns.field, doc.cookies),
    whole(words.body, words.columns.parameter, doc.body),
    example(words.bodyText, doc.text),
    table(
      words.pageBodyFields,
      [words.columns.field, required, type, about],
      doc.jsonFields.map((row) => [row.name, yesNo(row), row.type, remark(row)]),
    ),
    ...doc.messages.map(({ name, payload }) =>
      example(name === '' ? words.message : `${words.message}${words.colon}${oneLine(name)}`, payload),
    ),
    ...doc.responses.map(answer),
    block(words.answerRemark, doc.responseRemark),
    block(words.remark, doc.remark),
  ]
    .filter((part) => part !== false && part !== '')
    .join('')
}

/**
 * Renders only what the author of an API document wrote, as Markdown without labels: the text that search uses,
 * whatever the reader's language.
 */
export function apiDocText(doc: ApiDoc): string {
  const rows = (list: Row[]) =>
    list
      .map((row) =>
        [row.name, row.type, row.value, row.remark ?? '']
          .filter((text) => text !== '')
          .map(oneLine)
          .join(' · '),
      )
      .join('\n')
  const example = (text: string) => text && fenced(text)
  return [
    `${doc.method.toUpperCase()} ${doc.url}`.trim(),
    doc.description,
    doc.subProtocols.join('\n'),
    rows(doc.pathVariables),
    rows(doc.headers),
    rows(doc.query),
    rows(doc.cookies),
    rows(doc.body),
    example(doc.text),
    rows(doc.jsonFields),
    ...doc.messages.flatMap(({ name, payload }) => [name, example(payload)]),
    ...doc.responses.flatMap((one) => [
      isSaid(one) ? [one.status, one.name].filter((text) => text !== '').join(' ') : '',
      one.remark,
      example(one.example),
      rows(one.fields),
    ]),
    doc.responseRemark,
    doc.remark,
  ]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')
}

/**
 * Renders an API document in the Markdown format of pages that scripts generate from comments: character for character
 * in Chinese, where existing clients know it, and in the same form in English. Source: reference, formats 3.3.
 */
export function apiDocExport(doc: ApiDoc, lang: ApiDocLang): string {
  const words = apiDocLabels(lang)
  const yesNo = (row: Row) => (row.isRequired ? words.yes : words.no)
  const remark = (row: Row) => `  ${row.remark ?? words.none} `
  const whole = (row: Row) => [row.name, `  ${row.value} `, `  ${yesNo(row)} `, `  ${row.type} `, remark(row)]
  const short = (row: Row) => [row.name, `  ${yesNo(row)} `, `  ${row.type} `, remark(row)]
  const { example: value, required, type, remark: about, variable, field, parameter } = words.columns
  const fiveColumns = (name: string) => [name, value, required, type, about]
  return [
    `\n##### ${words.description}\n\n- ${doc.description}\n`,
    doc.status && `\n##### ${words.state}\n\n - ${words.status[doc.status]}\n`,
    `\n##### ${words.url}\n\n - \`${doc.url}\` \n`,
    `\n##### ${words.method}\n\n- ${doc.method}\n`,
    exportTable(`${words.path}\n`, [variable, required, type, about], doc.pathVariables.map(short)),
    exportTable(`${words.header} \n`, fiveColumns(field), doc.headers.map(whole)),
    exportTable(
      `${words.query}\n`,
      fiveColumns(parameter),
      doc.query.map((row) => [row.name, `  ${row.value}`, ...whole(row).slice(2)]),
    ),
    exportTable(`${words.body}\n`, fiveColumns(parameter), doc.body.map(whole)),
    exportExample(words.bodyText, doc.text),
    exportTable(
      `${words.bodyFields}\n`,
      [field, required, type, about],
      doc.jsonFields.filter((row) => !row.isDisabled).map(short),
    ),
    // the recorded format of a WebSocket and an event stream has only the success and the failure
    ...doc.responses.slice(0, doc.type === 'api' ? undefined : 2).flatMap((answer) => [
      exportExample(headingOf(words, answer), answer.example),
      exportTable(
        // the recorded format has no empty line below the failure's heading
        `${words.fieldsOf(headingOf(words, answer))} ${answer.kind === 'failure' ? '' : '\n'}`,
        [parameter, type, about],
        answer.fields.map((row) => [row.name, ` ${row.type} `, remark(row)]),
      ),
    ]),
    doc.remark && ` \n##### ${words.remark} \n ${doc.remark}\n`,
  ].join('')
}

function exportTable(heading: string, columns: string[], rows: string[][]): string {
  if (rows.length === 0) return ''
  const rule = columns.map((_, at) => [':-----  ', ':-----'][at] ?? '-----')
  const lines = rows.map((row) => `|${row.map(cell).join('|')}| \n`)
  return ` \n##### ${heading}\n|${columns.join('|')}|\n|${rule.join('|')}|\n${lines.join('')}`
}

function exportExample(heading: string, text: string): string {
  if (text === '') return ''
  const fence = fenceOf(text)
  return ` \n##### ${heading}  \n${fence}\n${reindentJson(text)}\n\n${fence} \n`
}
