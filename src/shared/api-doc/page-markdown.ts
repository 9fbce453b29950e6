import { fenced } from '#shared/markdown/fence.ts'
import { authoredCell, writeTable } from '#shared/markdown/table.ts'
import { inlineCode } from '#shared/markdown/write.ts'
import { type ApiDoc, type ApiResponse, getDisplayUrl, parseItemParameters, type Row } from './api-doc.ts'
import { remarkWithKeywords } from './row-schema.ts'

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
  isFromItem?: boolean
}

// use the type as the name of an unnamed one
const nameOf = (label: string, name: string) => name.replaceAll(/\s+/g, ' ').trim() || label

const codeCell = (text: string) => inlineCode(text).replaceAll('|', '\\|')

const codeBlock = (text: string) => fenced(text, /^\s*[{[]/.test(text) ? 'json' : /^\s*</.test(text) ? 'xml' : '')

/** Whether a response has anything to show besides its name. */
export const hasContent = ({ status, remark, example, fields }: ApiResponse): boolean =>
  example !== '' || fields.length > 0 || status !== '' || remark.trim() !== ''

type Column = 'name' | 'type' | 'required' | 'value' | 'meaning'

/** Returns the names of rows as a tree: below a row with the first part of its name, a row has the rest of it, further in. */
function treeNames(rows: readonly ShownRow[]): Map<ShownRow, string> {
  const named = new Map<string, number>()
  const cells = new Map<ShownRow, string>()
  for (const row of rows) {
    const parts = [...row.name.matchAll(/\.|\[\d*\]/g)].map(({ index }) => index)
    // the nearest row above; a list may be listed with or without its brackets
    const cut = parts.toReversed().find((at) => at > 0 && named.has(row.name.slice(0, at).replace(/\[\d*\]$/, '')))
    const above = cut === undefined ? undefined : named.get(row.name.slice(0, cut).replace(/\[\d*\]$/, ''))
    const depth = above === undefined ? 0 : Math.min(8, above + 1)
    const rest = cut === undefined ? row.name : row.name.slice(cut).replace(/^\./, '')
    named.set(row.name.replace(/\[\d*\]$/, ''), depth)
    cells.set(row, `${'&nbsp;'.repeat(depth * 4)}${codeCell(rest)}`)
  }
  return cells
}

/** A response of an API page, as its heading says. */
export interface ResponseHead {
  title: string
  status: string
}

/** How an API page is rendered outside of its reader. */
interface Rendering {
  /** Whether nested fields are shown under one another, rather than by their whole names. */
  isTree?: boolean
  /** Renders a response; without it, it has a heading. */
  response?: (head: ResponseHead, body: string) => string
}

function table(
  labels: MarkdownLabels,
  rows: readonly ShownRow[],
  columns: readonly Column[] = all,
  isTree = false,
): string {
  const tree = isTree ? treeNames(rows) : undefined
  const cellOf: Record<Column, (row: ShownRow) => string> = {
    name: (row) => tree?.get(row) ?? codeCell(row.name),
    type: (row) => authoredCell(row.type),
    required: (row) => (row.isRequired ? labels.yes : labels.no),
    value: (row) => codeCell(row.value),
    meaning: (row) =>
      [row.isFromItem && `*${labels.fromItem}*`, authoredCell(remarkWithKeywords(row))].filter(Boolean).join(' '),
  }
  // omit columns that are empty in every row
  const shown = columns.filter((column) => column === 'name' || rows.some((row) => cellOf[column](row) !== ''))
  return writeTable(
    shown.map((column) => labels[column]),
    rows.map((row) => shown.map((column) => cellOf[column](row))),
  )
}

/** Returns the connection settings of a WebSocket as a table; empty when the page sets none. */
function connectionTable({ type, socket }: ApiDoc, labels: MarkdownLabels): string {
  const { subProtocols, reconnects, reconnectInterval, reconnectMaxTimes, heartbeat } = socket
  if (type !== 'websocket' || !socket.isSet) return ''
  const rows = [
    [labels.subProtocols, subProtocols.map(codeCell).join(' ')],
    [labels.reconnect, reconnects ? `${authoredCell(reconnectInterval)} ms` : ''],
    [labels.attempts, reconnects ? (reconnectMaxTimes === '0' ? labels.endless : authoredCell(reconnectMaxTimes)) : ''],
    [labels.heartbeat, heartbeat.isOn ? `${codeCell(heartbeat.message)} · ${authoredCell(heartbeat.interval)} ms` : ''],
  ].filter(([, text]) => text !== '')
  return rows.length === 0 ? '' : writeTable([labels.name, labels.setTo], rows)
}

const all: readonly Column[] = ['name', 'type', 'required', 'value', 'meaning']

/**
 * Converts an API page to Markdown, without its first line. Item-wide parameters come before those of the page. Source:
 * reference, formats 3.2.
 *
 * @param globals the parameters of the whole item (`global_param`)
 * @param level of its headings
 */
export function toMarkdown(
  doc: ApiDoc,
  globals: unknown,
  labels: MarkdownLabels,
  level = 2,
  { isTree = false, response: renderResponse }: Rendering = {},
): string {
  const heading = (text: string, depth = 0) => `${'#'.repeat(level + depth)} ${text}`
  const item = parseItemParameters(globals)
  const ofItem = (part: keyof typeof item): ShownRow[] => item[part].map((row) => ({ ...row, isFromItem: true }))
  const isGet = doc.method.toLowerCase() === 'get'
  const isText = doc.mode === 'json' || doc.mode === 'raw'
  // old clients store the query of a GET among the form fields
  const query = isGet && doc.query.length === 0 ? doc.form : doc.query
  const connection = connectionTable(doc, labels)
  const messages = doc.type === 'websocket' ? doc.messages.filter((one) => one.payload !== '' && !one.isOff) : []
  const part = (title: string, rows: ShownRow[], columns?: readonly Column[]) =>
    rows.length > 0 ? [heading(title), table(labels, rows, columns, isTree)] : []
  const text = isText && !isGet ? doc.body : ''
  const jsonFields = isGet ? [] : doc.jsonFields.filter((row) => !row.isOff)
  const isForm = !isText && !isGet && doc.type === 'api'
  const titles = { success: labels.success, failure: labels.failure, further: labels.answer }
  const response = (one: ApiResponse) => {
    if (!hasContent(one)) return []
    const title = nameOf(titles[one.kind], one.name)
    const body = [
      one.remark.trim(),
      ...(one.example === '' ? [] : [codeBlock(one.example)]),
      ...(one.fields.length > 0 ? [table(labels, one.fields, ['name', 'type', 'meaning'], isTree)] : []),
    ]
    if (renderResponse) return [renderResponse({ title, status: one.status }, body.filter(Boolean).join('\n\n'))]
    return [heading(one.status === '' ? title : `${title} · ${one.status}`), ...body]
  }
  return [
    doc.description.trim(),
    ...(connection === '' ? [] : [heading(labels.connection), connection]),
    ...part(labels.path, doc.pathVariables),
    ...part(labels.header, [...ofItem('header'), ...doc.headers]),
    ...part(labels.query, [...(isGet || doc.type !== 'api' ? ofItem('query') : []), ...query]),
    ...part(labels.cookie, [...ofItem('cookies'), ...doc.cookies], ['name', 'value', 'meaning']),
    ...part(labels.body, isForm ? [...ofItem('body'), ...doc.form] : []),
    ...(text === '' ? [] : [heading(labels.example), codeBlock(text)]),
    ...(jsonFields.length > 0
      ? [heading(labels.bodyFields, text === '' ? 0 : 1), table(labels, jsonFields, all, isTree)]
      : []),
    ...messages.flatMap(({ name, payload }) => [heading(nameOf(labels.message, name)), codeBlock(payload)]),
    ...doc.responses.flatMap(response),
    ...(doc.responseRemark.trim() === '' ? [] : [heading(labels.answerRemark), doc.responseRemark.trim()]),
    ...(doc.remark.trim() === '' ? [] : [heading(labels.remark), doc.remark.trim()]),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Converts a version of an API page to Markdown with its first line as text, for a diff. */
export function versionToMarkdown(doc: ApiDoc, labels: MarkdownLabels, status: string): string {
  const { method, type, auth } = doc
  const line = [
    `**${(type === 'api' ? method || 'get' : `${type} ${type === 'sse' ? method : ''}`).trim().toUpperCase()}**`,
    codeCell(getDisplayUrl(doc)),
  ]
  const more = [auth.type !== 'none' && !auth.isOff ? auth.type : '', status]
  return `${[line.filter(Boolean).join(' '), ...more.filter(Boolean)].join(' · ')}\n\n${toMarkdown(doc, {}, labels)}`
}

/** Converts an API page to a block of a Markdown page, below a heading that names the request. */
export function toBlockMarkdown(doc: ApiDoc, labels: MarkdownLabels): string {
  const { method, type } = doc
  const name = (type === 'websocket' ? 'WebSocket' : method.toUpperCase()) || 'GET'
  return `### ${name} ${codeCell(getDisplayUrl(doc) || '/')}\n\n${toMarkdown(doc, {}, labels, 4)}`.trimEnd()
}
