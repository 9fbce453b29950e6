import { reindentJson } from './json-text.ts'

/** One row of a table of parameters. */
interface Row {
  name: string
  type: string
  value: string
  isRequired: boolean
  /** Undefined where the document has no such key. */
  remark: string | undefined
  isDisabled: boolean
}

/** An API document as it is shown: foreign JSON made regular, with the rules of its client applied. */
export interface ApiDoc {
  type: 'api' | 'websocket' | 'sse'
  description: string
  /** The word for its state; empty for none. */
  status: string
  url: string
  method: string
  remark: string
  pathVariables: Row[]
  headers: Row[]
  query: Row[]
  body: Row[]
  /** The JSON text of the body, as written. */
  json: string
  jsonFields: Row[]
  /** The sub-protocols of a WebSocket. */
  subProtocols: string[]
  /** What a client of a WebSocket sends. */
  messages: { name: string; payload: string }[]
  /** What comes back: the success, the failure, and further examples, each below a heading of its own. */
  answers: { heading: string; example: string; fields: Row[] }[]
}

type Parts = Record<string, unknown>

/** An object of foreign JSON; an empty one for anything else, an empty list among them, which PHP makes of `{}`. */
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

// Source: reference, formats 3.1.
const statusWords = ['', '开发中', '测试中', '已完成', '需修改', '已废弃']

function parse(content: string): Parts | undefined {
  // Most pages are Markdown; only what begins like an object is worth a parser.
  if (!/^\s*\{/.test(content)) return undefined
  try {
    const document = partsOf(JSON.parse(content))
    return textOf(partsOf(document['info'])['url']) === '' ? undefined : document
  } catch {
    return undefined
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

// «name» behind what it is, where it has one
const named = (word: string, name: unknown): string =>
  textOf(name) === '' ? word : `${word}：${textOf(name).replaceAll(/\s+/g, ' ')}`

const answersOf = (response: Parts): ApiDoc['answers'] => [
  {
    heading: '成功返回示例',
    example: textOf(response['responseExample']),
    fields: shownRows(response['responseParamsDesc']),
  },
  {
    heading: '失败返回示例',
    example: textOf(response['responseFailExample']),
    fields: shownRows(response['responseFailParamsDesc']),
  },
  ...listOf(response['examples'])
    .map(partsOf)
    .map(({ name, data, param }) => ({
      heading: named('返回示例', name),
      example: textOf(data),
      fields: shownRows(param),
    })),
]

const messagesOf = (document: Parts): ApiDoc['messages'] =>
  listOf(partsOf(document['messaging'])['templates'])
    .map(partsOf)
    .filter(({ enabled }) => enabled === undefined || enabled === true || Number(enabled) >= 1)
    .map(({ name, payload }) => ({ name: textOf(name), payload: textOf(payload) }))

const typeOf = (info: Parts): ApiDoc['type'] =>
  info['type'] === 'websocket' || info['type'] === 'sse' ? info['type'] : 'api'

/**
 * The API document that a page holds: JSON with an address in `info.url`. Undefined for any other text.
 *
 * @param globals the parameters of the whole item (`global_param`), put before those of the document
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
  // Old clients keep what a GET sends where a form's fields are.
  const ownQuery = shownRows(request['query'])
  const query = !isGet || ownQuery.length > 0 ? ownQuery : [...shownRows(everywhere['query']), ...fields]
  const url = textOf(info['url'])
  return {
    type: typeOf(info),
    description: textOf(info['description']),
    status: statusWords[Number(textOf(info['apiStatus'] ?? document['apiStatus']))] ?? '',
    url: isGet && query.length > 0 ? (url.split('?', 1)[0] ?? url) : url,
    method,
    remark: textOf(info['remark']),
    pathVariables: shownRows(request['pathVariable']),
    headers: [...shownRows(everywhere['header']), ...shownRows(request['headers'])],
    query,
    body: isGet || mode === 'json' ? [] : [...shownRows(everywhere['body']), ...fields],
    json: mode === 'json' ? textOf(params['json']) : '',
    jsonFields: mode === 'json' ? namedRows(params['jsonDesc']) : [],
    subProtocols: listOf(partsOf(partsOf(document['protocolConfig'])['websocket'])['subProtocols'])
      .map(textOf)
      .filter(Boolean),
    messages: messagesOf(document),
    answers: answersOf(response),
  }
}

/** What menus show of a page that holds an API document, as `page.ext_info` keeps it; undefined for any other text. */
export function apiDocExtInfo(content: string): string | undefined {
  const document = parse(content)
  if (!document) return undefined
  const info = partsOf(document['info'])
  const page_type = typeOf(info)
  const api_info = page_type === 'api' ? { method: textOf(info['method']) } : { type: page_type }
  return JSON.stringify({ page_type, api_info })
}

/** A text inside a cell: a bar or a line end would break the row. */
const cell = (text: string): string => text.replaceAll(/(?<!\\)\|/g, '\\|').replaceAll(/\r\n?|\n/g, '<br>')

/** A fence that the text itself does not end. */
const fenceOf = (text: string): string => {
  const longest = Math.max(0, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length))
  return '`'.repeat(longest === 0 ? 3 : longest + 1)
}

const yesNo = (row: Row): string => (row.isRequired ? '是' : '否')

/** An API document as Markdown, as its page shows it. Source: reference, formats 3.2; further examples are ours. */
export function apiDocPage(doc: ApiDoc): string {
  const description = `\n##### 简要描述\n  - ${doc.description || '无'}\n`
  if (doc.type === 'websocket')
    return `${description}\n##### 协议类型\n  - WebSocket\n\n##### 连接URL\n  - \`${doc.url}\`\n\n##### 备注\n  ${doc.remark}\n\n`
  if (doc.type === 'sse')
    return `${description}\n##### 协议类型\n  - SSE (Server-Sent Events)\n\n##### 请求方法\n  - ${doc.method.toUpperCase()}\n\n##### 请求URL\n  - \`${doc.url}\`\n\n##### 备注\n  ${doc.remark}\n\n`
  return apiDocWords(doc)
}

/** All that an API document says, also what the page of a WebSocket or an event stream leaves out: search looks in it. */
export function apiDocWords(doc: ApiDoc): string {
  const remark = (row: Row) => row.remark || '无'
  const whole = (row: Row) => [row.name, row.value, yesNo(row), row.type, remark(row)]
  const columns = (name: string) => [name, '示例值', '必选', '类型', '说明']
  return [
    `\n##### 简要描述\n  - ${doc.description || '无'}\n`,
    doc.status && `\n##### 接口状态\n - ${doc.status} \n`,
    `\n##### 请求URL\n\n  - \`${doc.url}\`\n`,
    `\n##### 请求方式\n  - ${doc.method}\n`,
    subProtocolList(doc),
    pageTable('路径变量', columns('变量名'), doc.pathVariables.map(whole)),
    pageTable('Header', columns('字段名'), doc.headers.map(whole)),
    pageTable('请求Query参数', columns('参数名'), doc.query.map(whole)),
    pageTable('请求Body参数', columns('参数名'), doc.body.map(whole)),
    doc.json && `\n##### 请求参数示例\n${fenceOf(doc.json)}\n${doc.json}\n${fenceOf(doc.json)}\n\n`,
    pageTable(
      '请求json字段说明',
      ['字段名', '必选', '类型', '说明'],
      doc.jsonFields.map((row) => [row.name, yesNo(row), row.type, remark(row)]),
    ),
    ...doc.messages.map(({ name, payload }) => pageExample(named('消息模板', name), payload)),
    ...doc.answers.flatMap(({ heading, example, fields }) => [
      pageExample(heading, example),
      pageTable(
        `${heading}的参数说明`,
        ['参数名', '类型', '说明'],
        fields.map((row) => [row.name, row.type, remark(row)]),
      ),
    ]),
    `\n##### 备注\n\n  ${doc.remark}\n\n`,
  ].join('')
}

const subProtocolList = ({ subProtocols }: ApiDoc): string =>
  subProtocols.length === 0 ? '' : `\n##### 子协议\n\n${subProtocols.map((name) => `- \`${name}\`\n`).join('')}`

const pageExample = (heading: string, text: string): string =>
  text && `\n##### ${heading}\n${fenceOf(text)}\n${text}\n   ${fenceOf(text)}\n   `

function pageTable(heading: string, columns: string[], rows: string[][]): string {
  if (rows.length === 0) return ''
  const lines = rows.map((row) => `|${row.map(cell).join('|')}|\n`)
  return `\n##### ${heading}\n\n|${columns.join('|')}|\n|${columns.map(() => ':-----').join('|')}|\n${lines.join('')}`
}

/** An API document as Markdown, as files and pages made by the server have it. Source: reference, formats 3.3. */
export function apiDocExport(doc: ApiDoc): string {
  const remark = (row: Row) => `  ${row.remark ?? '无'} `
  const whole = (row: Row) => [row.name, `  ${row.value} `, `  ${yesNo(row)} `, `  ${row.type} `, remark(row)]
  const short = (row: Row) => [row.name, `  ${yesNo(row)} `, `  ${row.type} `, remark(row)]
  const fiveColumns = (name: string) => [name, '示例值', '必选', '类型', '说明']
  return [
    `\n##### 简要描述\n\n- ${doc.description}\n`,
    doc.status && `\n##### 接口状态\n\n - ${doc.status}\n`,
    `\n##### 请求URL\n\n - \`${doc.url}\` \n`,
    `\n##### 请求方式\n\n- ${doc.method}\n`,
    exportTable('路径变量\n', ['变量名', '必选', '类型', '说明'], doc.pathVariables.map(short)),
    exportTable('Header \n', fiveColumns('字段名'), doc.headers.map(whole)),
    exportTable(
      '请求Query参数\n',
      fiveColumns('参数名'),
      doc.query.map((row) => [row.name, `  ${row.value}`, ...whole(row).slice(2)]),
    ),
    exportTable('请求Body参数\n', fiveColumns('参数名'), doc.body.map(whole)),
    exportExample('请求参数示例', doc.json),
    exportTable(
      'json字段说明\n',
      ['字段名', '必选', '类型', '说明'],
      doc.jsonFields.filter((row) => !row.isDisabled).map(short),
    ),
    // the recorded ones of a WebSocket and an event stream have the success and the failure alone
    ...doc.answers.slice(0, doc.type === 'api' ? undefined : 2).flatMap(({ heading, example, fields }) => [
      exportExample(heading, example),
      exportTable(
        // the recorded one has no blank line below the failure's heading
        `${heading}的参数说明 ${heading === '失败返回示例' ? '' : '\n'}`,
        ['参数名', '类型', '说明'],
        fields.map((row) => [row.name, ` ${row.type} `, remark(row)]),
      ),
    ]),
    doc.remark && ` \n##### 备注 \n ${doc.remark}\n`,
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
