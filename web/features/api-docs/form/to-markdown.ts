import {
  type ApiSource,
  getActiveRows,
  lists,
  parseRows,
  type ResponseMeta,
  type Row,
  socketPaths,
  valueAt,
} from './api-doc.ts'

/** The labels of an API page, in the user's language. */
export type MarkdownLabels = Record<
  | 'path'
  | 'header'
  | 'query'
  | 'cookie'
  | 'body'
  | 'bodyFields'
  | 'example'
  | 'success'
  | 'failure'
  | 'remark'
  | 'name'
  | 'type'
  | 'required'
  | 'value'
  | 'meaning'
  | 'yes'
  | 'no'
  | 'fromItem'
  | 'answer'
  | 'answerRemark'
  | 'connection'
  | 'setTo'
  | 'subProtocols'
  | 'reconnect'
  | 'attempts'
  | 'endless'
  | 'heartbeat'
  | 'message',
  string
>

/** A displayed row: of the page, or of the whole item. */
interface ShownRow extends Row {
  isFromItem: boolean
}

// use the type as the name of an unnamed one
const nameOf = (word: string, name: string) => name.replaceAll(/\s+/g, ' ').trim() || word

const longestRun = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))

/** Formats a text as inline code in a cell, verbatim. */
function code(text: string): string {
  if (text === '') return ''
  const fence = '`'.repeat(longestRun(text) + 1)
  const pad = /^[` ]|[` ]$/.test(text) && text.trim() !== '' ? ' ' : ''
  return `${fence}${pad}${text.replaceAll(/\r\n?|\n/g, ' ').replaceAll('|', '\\|')}${pad}${fence}`
}

/** Escapes Markdown for a cell: a bar or a line break would end it. */
const cell = (text: string) => text.replaceAll(/(?<!\\)\|/g, '\\|').replaceAll(/\r\n?|\n/g, '<br>')

function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(2, longestRun(text)) + 1)
  const language = /^\s*[{[]/.test(text) ? 'json' : /^\s*</.test(text) ? 'xml' : ''
  return `${fence}${language}\n${text}\n${fence}`
}

type Column = 'name' | 'type' | 'required' | 'value' | 'meaning'

function table(words: MarkdownLabels, rows: readonly ShownRow[], columns: readonly Column[]): string {
  const cellOf: Record<Column, (row: ShownRow) => string> = {
    name: (row) => code(row.name),
    type: (row) => cell(row.type),
    required: (row) => (row.isRequired ? words.yes : words.no),
    value: (row) => code(row.value),
    meaning: (row) => [row.isFromItem ? `*${words.fromItem}*` : '', cell(row.remark)].filter(Boolean).join(' '),
  }
  // omit columns that are empty in every row
  const shown = columns.filter(
    (column) => column === 'name' || rows.some((row) => (column === 'required' ? true : cellOf[column](row) !== '')),
  )
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(shown.map((column) => words[column])),
    line(shown.map(() => '---')),
    ...rows.map((row) => line(shown.map((column) => cellOf[column](row)))),
  ].join('\n')
}

/** Returns the connection settings of a WebSocket as a table; empty when the page sets none. */
function connectionTable({ doc, value }: ApiSource, words: MarkdownLabels): string {
  const { subProtocols, reconnects, reconnectInterval, reconnectMaxTimes, heartbeat } = doc.socket
  if (doc.type !== 'websocket' || valueAt(value, socketPaths.socket) === undefined) return ''
  const lines: [string, string][] = [
    [words.subProtocols, subProtocols.map(code).join(' ')],
    [words.reconnect, reconnects ? `${cell(reconnectInterval)} ms` : ''],
    [words.attempts, reconnects ? (reconnectMaxTimes === '0' ? words.endless : cell(reconnectMaxTimes)) : ''],
    [words.heartbeat, heartbeat.isOn ? `${code(heartbeat.message)} · ${cell(heartbeat.interval)} ms` : ''],
  ]
  const shown = lines.filter(([, text]) => text !== '')
  if (shown.length === 0) return ''
  return [
    `| ${words.name} | ${words.setTo} |`,
    '| --- | --- |',
    ...shown.map((line) => `| ${line.join(' | ')} |`),
  ].join('\n')
}

const all: readonly Column[] = ['name', 'type', 'required', 'value', 'meaning']
const answerColumns: readonly Column[] = ['name', 'type', 'meaning']

/**
 * Converts an API page to Markdown, without its first line. Item-wide parameters come before those of the page. Source:
 * reference, formats 3.2.
 *
 * @param level of its headings
 */
export function toMarkdown(source: ApiSource, globals: unknown, words: MarkdownLabels, level = 2): string {
  const { doc, value } = source
  const heading = (text: string, depth = 0) => `${'#'.repeat(level + depth)} ${text}`
  const own = (path: readonly string[]): ShownRow[] =>
    getActiveRows(valueAt(value, path)).map((row) => ({ ...row, isFromItem: false }))
  const ofItem = (part: string): ShownRow[] =>
    getActiveRows(valueAt(globals, [part])).map((row) => ({ ...row, isFromItem: true }))
  const isGet = doc.method.toLowerCase() === 'get'
  const bodyRows =
    doc.mode === 'json' || doc.mode === 'raw' || doc.mode === 'none' ? [] : own(['request', 'params', doc.mode])
  // old clients store the query of a GET among the form fields
  const query = own(lists.query)
  const isOldGet = isGet && query.length === 0
  const connection = connectionTable(source, words)
  const messages = (doc.type === 'websocket' ? doc.messages : []).filter(
    ({ payload, isOff }) => payload !== '' && !isOff,
  )
  const part = (title: string, rows: ShownRow[], columns = all) =>
    rows.length > 0 ? [heading(title), table(words, rows, columns)] : []
  const text = doc.mode === 'json' || doc.mode === 'raw' ? doc.body : ''
  const jsonFields = doc.mode === 'json' ? own(lists.json) : []
  const isForm = doc.mode !== 'json' && doc.mode !== 'raw' && !isGet && doc.type === 'api'
  const formRows = isForm ? [...ofItem('body'), ...bodyRows] : []
  const answer = (title: string, { status, remark }: ResponseMeta, example: string, rows: ShownRow[]) =>
    example === '' && rows.length === 0 && status === '' && remark.trim() === ''
      ? []
      : [
          heading(status === '' ? title : `${title} · ${status}`),
          remark.trim(),
          ...(example === '' ? [] : [fenced(example)]),
          ...(rows.length > 0 ? [table(words, rows, answerColumns)] : []),
        ]
  const examples = valueAt(value, ['response', 'examples'])
  const more = doc.examples.flatMap((example, at) =>
    answer(
      nameOf(words.answer, example.name),
      example,
      example.data,
      parseRows(valueAt(examples, [at, 'param']))
        .filter((row) => row.name !== '' && !row.isOff)
        .map((row) => ({ ...row, isFromItem: false })),
    ),
  )
  return [
    doc.description.trim(),
    ...(connection === '' ? [] : [heading(words.connection), connection]),
    ...part(words.path, own(lists.path)),
    ...part(words.header, [...ofItem('header'), ...own(lists.header)]),
    ...part(words.query, [...(isGet || doc.type !== 'api' ? ofItem('query') : []), ...(isOldGet ? bodyRows : query)]),
    ...part(words.cookie, [...ofItem('cookies'), ...own(lists.cookie)], ['name', 'value', 'meaning']),
    ...part(words.body, formRows),
    ...(text !== '' && !isGet ? [heading(words.example), fenced(text)] : []),
    ...(jsonFields.length > 0 && !isGet
      ? [...(text === '' ? [heading(words.bodyFields)] : [heading(words.bodyFields, 1)]), table(words, jsonFields, all)]
      : []),
    ...messages.flatMap(({ name, payload }) => [heading(nameOf(words.message, name)), fenced(payload)]),
    ...answer(words.success, doc.successMeta, doc.success, own(lists.success)),
    ...answer(words.failure, doc.failureMeta, doc.failure, own(lists.failure)),
    ...more,
    ...(doc.responseRemark.trim() === '' ? [] : [heading(words.answerRemark), doc.responseRemark.trim()]),
    ...(doc.remark.trim() === '' ? [] : [heading(words.remark), doc.remark.trim()]),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Converts a version of an API page to Markdown with its first line as text, for a diff. */
export function versionToMarkdown(source: ApiSource, words: MarkdownLabels, status: string): string {
  const { method, type, auth } = source.doc
  const line = [
    `**${(type === 'api' ? method || 'get' : `${type} ${type === 'sse' ? method : ''}`).trim().toUpperCase()}**`,
    code(getDisplayUrl(source)),
  ]
  const more = [auth.type !== 'none' && !auth.isOff ? auth.type : '', status]
  return `${[line.filter(Boolean).join(' '), ...more.filter(Boolean)].join(' · ')}\n\n${toMarkdown(source, {}, words)}`
}

/** Returns the URL for display: without its query when the table lists it. */
export const getDisplayUrl = ({ doc, value }: ApiSource): string => {
  const hasQuery = getActiveRows(valueAt(value, lists.query)).length > 0
  return hasQuery ? (doc.url.split('?', 1)[0] ?? doc.url) : doc.url
}

/** Converts an API page to a block of a Markdown page, below a heading that names the request. */
export const toBlockMarkdown = (source: ApiSource, words: MarkdownLabels): string => {
  const { method, type } = source.doc
  const title = `### ${(type === 'websocket' ? 'WebSocket' : method.toUpperCase()) || 'GET'} ${code(getDisplayUrl(source) || '/')}`
  return `${title}\n\n${toMarkdown(source, {}, words, 4)}`.trimEnd()
}
