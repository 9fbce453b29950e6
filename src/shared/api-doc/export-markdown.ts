import { fenced } from '#shared/markdown/fence.ts'
import { authoredCell, writeTable } from '#shared/markdown/table.ts'
import { joined } from '#shared/markdown/write.ts'
import { type ApiDoc, type ApiResponse, type DocRow, parseItemParameters } from './api-doc.ts'
import { reindentJson } from './json-text.ts'
import { type ApiDocLabels, type ApiDocLang, apiDocLabels } from './labels.ts'
import { hasContent } from './page-markdown.ts'

/** Returns the request of a document with the rules of ShowDoc's client applied. */
function showdocRequest(doc: ApiDoc, globals: unknown) {
  const item = parseItemParameters(globals)
  const isGet = doc.method.toLowerCase() === 'get'
  // old clients store the parameters of a GET in the fields of the form body
  const query = !isGet || doc.query.length > 0 ? doc.query : [...item.query, ...doc.form]
  return {
    url: isGet && query.length > 0 ? (doc.url.split('?', 1)[0] ?? doc.url) : doc.url,
    headers: [...item.header, ...doc.headers],
    query,
    cookies: [...item.cookies, ...doc.cookies],
    body: isGet || doc.mode === 'json' ? [] : [...item.body, ...doc.form],
    text: doc.mode === 'json' || doc.mode === 'raw' ? doc.body : '',
    messages: doc.messages.filter((one) => !one.isOff),
  }
}

/** Collapses a text to one line, so that it fits into a list item. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const statusAndName = ({ status, name }: ApiResponse): string =>
  [status, name.replaceAll(/\s+/g, ' ')].filter((text) => text !== '').join(' ')

/** Formats "label status name", as far as the response has them. */
const headingOf = (labels: ApiDocLabels, one: ApiResponse): string => {
  const more = statusAndName(one)
  return more === '' ? labels.answer[one.kind] : `${labels.answer[one.kind]}${labels.colon}${more}`
}

const isSaid = (response: ApiResponse): boolean => hasContent(response) || response.name !== ''

/**
 * Renders an API document as Markdown for people, complete and with labels in their language: for Word documents and
 * Markdown archives. Its tables are those of ShowDoc's page. Source: reference, formats 3.2.
 *
 * @param globals the parameters of the whole item (`global_param`), placed before those of the document
 */
export function apiDocMarkdown(doc: ApiDoc, lang: ApiDocLang, globals: unknown = {}): string {
  const labels = apiDocLabels(lang)
  const request = showdocRequest(doc, globals)
  const heading = (text: string) => `\n##### ${text}\n`
  const list = (head: string, text: string) => text && `${heading(head)}  - ${text}\n`
  const block = (head: string, text: string) => text.trim() && `${heading(head)}\n${text.trim()}\n`
  const table = (head: string, columns: string[], rows: string[][]) => {
    if (rows.length === 0) return ''
    const cells = rows.map((row) => row.map(authoredCell))
    return `${heading(head)}\n${writeTable(columns, cells, [':-----'], '')}\n`
  }
  const example = (head: string, text: string) => text && `${heading(head)}${fenced(text)}\n`
  const yesNo = (row: DocRow) => (row.isRequired ? labels.yes : labels.no)
  const remark = (row: DocRow) => row.remark || labels.none
  const { example: value, required, type, remark: about } = labels.columns
  const whole = (head: string, name: string, rows: DocRow[]) =>
    table(
      head,
      [name, value, required, type, about],
      rows.map((row) => [row.name, row.value, yesNo(row), row.type, remark(row)]),
    )
  const answer = (one: ApiResponse) => {
    if (!isSaid(one)) return ''
    const head = headingOf(labels, one)
    const fields = table(
      labels.fieldsOf(head),
      [labels.columns.parameter, type, about],
      one.fields.map((row) => [row.name, row.type, remark(row)]),
    )
    const text = one.remark.trim()
    if (text === '' && one.example === '' && fields !== '') return fields
    return heading(head) + (text && `\n${text}\n\n`) + (one.example && `${fenced(one.example)}\n`) + fields
  }
  const { subProtocols } = doc.socket
  return [
    /\n/.test(doc.description.trim())
      ? block(labels.description, doc.description)
      : list(labels.description, oneLine(doc.description)),
    doc.status !== '0' && list(labels.state, labels.status[doc.status]),
    doc.type !== 'api' && list(labels.protocol, labels.protocols[doc.type]),
    `${heading(doc.type === 'websocket' ? labels.connection : labels.url)}\n  - \`${request.url}\`\n`,
    doc.type !== 'websocket' && list(labels.method, doc.method),
    subProtocols.length > 0 &&
      `${heading(labels.subProtocols)}\n${subProtocols.map((name) => `- \`${name}\`\n`).join('')}`,
    whole(labels.path, labels.columns.variable, doc.pathVariables),
    whole(labels.header, labels.columns.field, request.headers),
    whole(labels.query, labels.columns.parameter, request.query),
    whole(labels.cookies, labels.columns.field, request.cookies),
    whole(labels.body, labels.columns.parameter, request.body),
    example(labels.bodyText, request.text),
    table(
      labels.pageBodyFields,
      [labels.columns.field, required, type, about],
      doc.jsonFields.map((row) => [row.name, yesNo(row), row.type, remark(row)]),
    ),
    ...request.messages.map(({ name, payload }) =>
      example(name === '' ? labels.message : `${labels.message}${labels.colon}${oneLine(name)}`, payload),
    ),
    ...doc.responses.map(answer),
    block(labels.answerRemark, doc.responseRemark),
    block(labels.remark, doc.remark),
  ]
    .filter((part) => part !== false && part !== '')
    .join('')
}

/**
 * Renders only what the author of an API document wrote, as Markdown without labels: the text that search uses,
 * whatever the reader's language.
 */
export function apiDocText(doc: ApiDoc): string {
  const request = showdocRequest(doc, {})
  const rows = (list: DocRow[]) =>
    list
      .map((row) =>
        [row.name, row.type, row.value, row.remark]
          .filter((text) => text !== '')
          .map(oneLine)
          .join(' · '),
      )
      .join('\n')
  const example = (text: string) => text && fenced(text)
  return joined(
    `${doc.method.toUpperCase()} ${request.url}`,
    doc.description,
    doc.socket.subProtocols.join('\n'),
    rows(doc.pathVariables),
    rows(request.headers),
    rows(request.query),
    rows(request.cookies),
    rows(request.body),
    example(request.text),
    rows(doc.jsonFields),
    ...request.messages.flatMap(({ name, payload }) => [name, example(payload)]),
    ...doc.responses.flatMap((one) => [statusAndName(one), one.remark, example(one.example), rows(one.fields)]),
    doc.responseRemark,
    doc.remark,
  )
}

/**
 * Renders an API document in the Markdown format of pages that scripts generate from comments: character for character
 * in Chinese, where existing clients know it, and in the same form in English. Source: reference, formats 3.3.
 */
export function apiDocExport(doc: ApiDoc, lang: ApiDocLang): string {
  const labels = apiDocLabels(lang)
  const request = showdocRequest(doc, {})
  const yesNo = (row: DocRow) => (row.isRequired ? labels.yes : labels.no)
  const remark = (row: DocRow) => `  ${row.hasRemark ? row.remark : labels.none} `
  const whole = (row: DocRow) => [row.name, `  ${row.value} `, `  ${yesNo(row)} `, `  ${row.type} `, remark(row)]
  const short = (row: DocRow) => [row.name, `  ${yesNo(row)} `, `  ${row.type} `, remark(row)]
  const { example: value, required, type, remark: about, variable, field, parameter } = labels.columns
  const fiveColumns = (name: string) => [name, value, required, type, about]
  return [
    `\n##### ${labels.description}\n\n- ${doc.description}\n`,
    doc.status !== '0' && `\n##### ${labels.state}\n\n - ${labels.status[doc.status]}\n`,
    // only a comment can be without one
    request.url !== '' && `\n##### ${labels.url}\n\n - \`${request.url}\` \n`,
    `\n##### ${labels.method}\n\n- ${doc.method}\n`,
    exportTable(`${labels.path}\n`, [variable, required, type, about], doc.pathVariables.map(short)),
    exportTable(`${labels.header} \n`, fiveColumns(field), request.headers.map(whole)),
    exportTable(
      `${labels.query}\n`,
      fiveColumns(parameter),
      request.query.map((row) => [row.name, `  ${row.value}`, ...whole(row).slice(2)]),
    ),
    exportTable(`${labels.body}\n`, fiveColumns(parameter), request.body.map(whole)),
    exportExample(labels.bodyText, request.text),
    exportTable(
      `${labels.bodyFields}\n`,
      [field, required, type, about],
      doc.jsonFields.filter((row) => !row.isOff).map(short),
    ),
    // the recorded format of a WebSocket and an event stream has only the success and the failure
    ...doc.responses.slice(0, doc.type === 'api' ? undefined : 2).flatMap((answer) => [
      exportExample(headingOf(labels, answer), answer.example),
      exportTable(
        // the recorded format has no empty line below the failure's heading
        `${labels.fieldsOf(headingOf(labels, answer))} ${answer.kind === 'failure' ? '' : '\n'}`,
        [parameter, type, about],
        answer.fields.map((row) => [row.name, ` ${row.type} `, remark(row)]),
      ),
    ]),
    doc.remark && ` \n##### ${labels.remark} \n ${doc.remark}\n`,
  ]
    .filter((part) => part !== false)
    .join('')
}

function exportTable(heading: string, columns: string[], rows: string[][]): string {
  if (rows.length === 0) return ''
  const cells = rows.map((row) => row.map(authoredCell))
  const table = writeTable(columns, cells, [':-----  ', ':-----', '-----'], '')
  // a space ends each row, but not the two lines of the header
  return ` \n##### ${heading}\n${table.replaceAll('\n', ' \n').replace(' \n', '\n').replace(' \n', '\n')} \n`
}

function exportExample(heading: string, text: string): string {
  if (text === '') return ''
  // the recorded format has an empty line above the end of the fence
  return ` \n##### ${heading}  \n${fenced(`${reindentJson(text)}\n`)} \n`
}
