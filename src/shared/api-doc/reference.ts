import { fenced } from '#shared/markdown/fence.ts'
import { markdown } from '#shared/markdown/pipeline.ts'
import { inlineCode } from '#shared/markdown/write.ts'
import { type ApiDoc, getDisplayUrl, parseItemParameters, type Row } from './api-doc.ts'
import { type ApiDocLang, apiDocLabels } from './labels.ts'
import { type MarkdownLabels, type ResponseHead, toMarkdown } from './page-markdown.ts'

const { escapeHtml } = markdown.utils

/** The labels of an API page outside of the browser: those that its reader shows. */
export const referenceLabels: Readonly<Record<ApiDocLang, MarkdownLabels & { sample: string }>> = {
  en: {
    path: 'Path variables',
    header: 'Headers',
    query: 'Query parameters',
    cookie: 'Cookies',
    body: 'Body parameters',
    bodyFields: 'Body fields',
    example: 'Body',
    success: 'Success',
    failure: 'Error',
    remark: 'Notes',
    name: 'Name',
    type: 'Type',
    required: 'Required',
    value: 'Example',
    meaning: 'Description',
    yes: 'Yes',
    no: 'No',
    fromItem: 'From the project.',
    answer: 'Another response',
    answerRemark: 'Notes on responses',
    connection: 'Connection',
    setTo: 'Value',
    subProtocols: 'Sub-protocols',
    reconnect: 'Reconnect after',
    attempts: 'Max attempts',
    endless: 'unlimited',
    heartbeat: 'Heartbeat',
    message: 'Message',
    sample: 'Sample call',
  },
  zh: {
    path: '路径变量',
    header: '请求头',
    query: 'Query 参数',
    cookie: 'Cookie',
    body: 'Body 参数',
    bodyFields: 'JSON 字段说明',
    example: '请求参数示例',
    success: '成功响应示例',
    failure: '失败响应示例',
    remark: '备注',
    name: '名称',
    type: '类型',
    required: '必填',
    value: '示例值',
    meaning: '说明',
    yes: '是',
    no: '否',
    fromItem: '来自项目。',
    answer: '响应示例',
    answerRemark: '响应说明',
    connection: '连接设置',
    setTo: '设置',
    subProtocols: '子协议',
    reconnect: '重连间隔',
    attempts: '重连次数',
    endless: '不限',
    heartbeat: '心跳',
    message: '消息模板',
    sample: '调用示例',
  },
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const pairs = (rows: readonly Row[]): string =>
  rows.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')

/** Returns a call of an API page as a command of cURL, with the values of its examples; empty for one without an address. */
export function curlSample(doc: ApiDoc, globals: unknown): string {
  if (doc.type !== 'api' || doc.url.trim() === '') return ''
  const item = parseItemParameters(globals)
  const method = (doc.method || 'get').toUpperCase()
  const isGet = method === 'GET'
  const query = isGet ? [...item.query, ...(doc.query.length > 0 ? doc.query : doc.form)] : doc.query
  const [address = ''] = query.length > 0 ? doc.url.split('?', 1) : [doc.url]
  const url = query.length > 0 ? `${address}?${pairs(query)}` : address
  const headers = [...item.header, ...doc.headers]
  const cookies = [...item.cookies, ...doc.cookies]
  const isText = doc.mode === 'json' || doc.mode === 'raw'
  const hasType = headers.some(({ name }) => name.toLowerCase() === 'content-type')
  const form = isGet || isText ? [] : [...item.body, ...doc.form]
  const flag = doc.mode === 'urlencoded' ? '--data-urlencode' : '--form'
  return [
    `curl${isGet ? '' : ` --request ${method}`} ${quoted(url)}`,
    ...headers.map(({ name, value }) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(cookies.length > 0
      ? [`--cookie ${quoted(cookies.map(({ name, value }) => `${name}=${value}`).join('; '))}`]
      : []),
    ...(doc.mode === 'json' && doc.body !== '' && !isGet && !hasType
      ? [`--header ${quoted('Content-Type: application/json')}`]
      : []),
    ...(isText && doc.body !== '' && !isGet ? [`--data ${quoted(doc.body.trim())}`] : []),
    ...form.map(({ name, type, value }) =>
      type === 'file' ? `--form ${quoted(`${name}=@${value || 'file'}`)}` : `${flag} ${quoted(`${name}=${value}`)}`,
    ),
  ].join(' \\\n  ')
}

/** Returns the words of the first line of an API page: its methods, how it is authorised, and its status. */
function firstLine(doc: ApiDoc, lang: ApiDocLang): { methods: string[]; url: string; more: string[] } {
  const { type, method, status, auth } = doc
  const methods = type === 'api' ? [method || 'get'] : [type, ...(type === 'sse' && method !== '' ? [method] : [])]
  const more = [
    ...(auth.type === 'none' || auth.isOff || auth.type === '' ? [] : [auth.type]),
    ...(status === '0' ? [] : [apiDocLabels(lang).status[status]]),
  ]
  return { methods, url: getDisplayUrl(doc), more }
}

function sampleOf(doc: ApiDoc, lang: ApiDocLang, globals: unknown): string {
  const sample = curlSample(doc, globals)
  return sample === '' ? '' : `\n\n## ${referenceLabels[lang].sample}\n\n${fenced(sample, 'bash')}`
}

/** Renders an API page as a reference for documents: what its reader shows, with nested fields under one another. */
export function referenceMarkdown(doc: ApiDoc, lang: ApiDocLang, globals: unknown): string {
  const { methods, url, more } = firstLine(doc, lang)
  const line = [`**${methods.join(' ').toUpperCase()}**`, url.trim() === '' ? '' : inlineCode(url)]
  const head = [line.filter(Boolean).join('  '), ...more].join(' · ')
  const body = toMarkdown(doc, globals, referenceLabels[lang], 2, { isTree: true })
  return `${head}\n\n${body}${sampleOf(doc, lang, globals)}\n`
}

const statusTone = (status: string): string => (/^[23]/.test(status) ? 'ok' : /^[45]/.test(status) ? 'bad' : 'plain')

/** Renders an API page as Markdown with HTML for web pages that run no script: responses can be folded. */
export function referencePage(doc: ApiDoc, lang: ApiDocLang, globals: unknown): string {
  const { methods, url, more } = firstLine(doc, lang)
  const chips = methods.map((method) => {
    const name = method.toLowerCase()
    const known = /^[a-z]{2,12}$/.test(name) ? ` md-method-${name}` : ''
    return `<span class="md-method${known}">${escapeHtml(method.toUpperCase())}</span>`
  })
  const tags = more.map((text) => `<span class="md-tag">${escapeHtml(text)}</span>`)
  const address = url.trim() === '' ? '' : `<code class="md-address">${escapeHtml(url)}</code>`
  const head = `<div class="md-request">${[...chips, address, ...tags].filter(Boolean).join(' ')}</div>`
  const response = ({ title, status }: ResponseHead, body: string) => {
    const chip =
      status === '' ? '' : `<span class="md-status md-status-${statusTone(status)}">${escapeHtml(status)}</span> `
    return `<details open class="md-response"><summary>${chip}${escapeHtml(title)}</summary>\n\n${body}\n\n</details>`
  }
  const body = toMarkdown(doc, globals, referenceLabels[lang], 2, { isTree: true, response })
  return `${head}\n\n${body}${sampleOf(doc, lang, globals)}\n`
}
