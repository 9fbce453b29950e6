import { parseApiDoc, readApiDoc } from '#shared/api-doc/api-doc.ts'
import { apiDocExport } from '#shared/api-doc/export-markdown.ts'
import { reindentJson } from '#shared/api-doc/json-text.ts'
import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { lastPlace } from './write-pages.ts'

/** A row of parameters in an API document. */
export interface DocRow {
  name: string
  require?: '0' | '1'
  type: string
  value: string
  remark: string
}

/** The API document that a comment describes. A missing line is `false`, as existing clients expect. */
export interface CommentDoc {
  info: {
    from: 'runapi'
    type: 'api'
    title: string
    description: string | false
    method: string
    url: string | false
    remark: string | false
  }
  request: {
    params: { mode: 'formdata' | 'json'; json: string; urlencoded: DocRow[]; formdata: DocRow[]; jsonDesc?: DocRow[] }
    headers: DocRow[]
    query: DocRow[]
    cookies: unknown
    auth: unknown
  }
  response: { responseExample: string; responseParamsDesc: DocRow[] }
  extend: unknown
}

/** A page that a comment describes. */
export interface CommentPage {
  page_title: string
  /** A path of catalogs; empty for the root. */
  catalog: string
  /** Undefined when the comment names none. */
  s_number: number | undefined
  doc: CommentDoc
}

/** Maximum number of pages that one text may describe: as many as an item may have. Source: reference, api-facts 3. */
const pagesMost = 5000

/**
 * Parses the pages that a source text describes: one for each block comment with the word `showdoc` and an `@title`.
 *
 * @throws {AppError} pageTooMany
 */
export function parseCommentPages(source: string): CommentPage[] {
  const blocks = blocksOf(source).filter((block) => block.includes('showdoc'))
  if (blocks.length > pagesMost) fail('pageTooMany', { most: pagesMost })
  return blocks.flatMap((block) => {
    const page_title = lineOf(block, 'title')
    return page_title ? [pageOf(block, page_title)] : []
  })
}

function blocksOf(source: string): string[] {
  const blocks: string[] = []
  for (let start = source.indexOf('/**'); start >= 0; ) {
    const end = source.indexOf('*/', start + 3)
    if (end < 0) break
    blocks.push(source.slice(start + 3, end))
    start = source.indexOf('/**', end + 2)
  }
  return blocks
}

/** Returns the rest of the first line with a tag; undefined when there is none. */
const lineOf = (block: string, tag: string): string | undefined =>
  new RegExp(`@${tag}(?!\\w)([^\\n]*)`).exec(block)?.[1]?.trim()

/** Returns the words after each tag of this name. A value ends where the next tag begins. */
const wordsOf = (block: string, tag: string): string[][] =>
  block
    .split('@')
    .map((part) => part.trim().split(/\s+/))
    .filter(([name, first]) => name === tag && first !== undefined)
    .map((words) => words.slice(1))

const fieldsOf = (block: string, tag: string): DocRow[] =>
  wordsOf(block, tag).map(([name = '', required = '', type = '', remark = '']) => ({
    name,
    require: required === '必选' ? '1' : '0',
    type,
    value: '',
    remark,
  }))

// Without an example, the first field of the response is used as one, as existing clients do.
function exampleOf(block: string): string {
  const line = lineOf(block, 'return') ?? /@return([^\n]*)/.exec(block)?.[1]?.trim()
  return reindentJson(line ?? '')
}

const isNoExample = (example: string): boolean => example === '' || example.startsWith('_param')

/** Returns an address with the names of the GET parameters appended. */
const withQuery = (url: string, rows: DocRow[]): string =>
  rows.length === 0 ? url : url + (url.includes('?') ? '&' : '?') + rows.map((row) => `${row.name}=&`).join('')

function pageOf(block: string, page_title: string): CommentPage {
  const method = (lineOf(block, 'method') ?? '').toLowerCase()
  const isGet = method === 'get'
  const url = lineOf(block, 'url') || false
  const params = fieldsOf(block, 'param')
  const json = isGet ? '' : (lineOf(block, 'json_param') ?? '')
  const s_number = lineOf(block, 'number') ?? ''
  return {
    page_title,
    catalog: lineOf(block, 'catalog') ?? '',
    s_number: /^-?\d{1,15}$/.test(s_number) ? Number(s_number) : lastPlace,
    doc: {
      info: {
        from: 'runapi',
        type: 'api',
        title: page_title,
        description: lineOf(block, 'description') ?? false,
        method,
        url: url && isGet ? withQuery(url, params) : url,
        remark: lineOf(block, 'remark') ?? false,
      },
      request: {
        params: {
          mode: json === '' ? 'formdata' : 'json',
          json,
          urlencoded: [],
          formdata: isGet ? [] : params,
          ...(json === '' ? {} : { jsonDesc: params }),
        },
        headers: fieldsOf(block, 'header'),
        query: isGet ? params : [],
        cookies: [],
        auth: [],
      },
      response: {
        responseExample: exampleOf(block),
        responseParamsDesc: wordsOf(block, 'return_param').map(([name = '', type = '', remark = '']) => ({
          name,
          type,
          value: '',
          remark,
        })),
      },
      extend: [],
    },
  }
}

/** Returns the page of a comment as Markdown, with labels in a language; empty when the comment has no address. */
export function commentMarkdown({ doc }: CommentPage, lang: Lang): string {
  return doc.info.url ? wholeCommentMarkdown({ doc }, lang) : ''
}

/** Returns the page of a comment as Markdown, with labels in a language, also without an address. */
export const wholeCommentMarkdown = ({ doc }: Pick<CommentPage, 'doc'>, lang: Lang): string =>
  apiDocExport(parseApiDoc({ ...doc }), lang)

type Parts = Record<string, unknown>

const partsOf = (value: unknown): Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Parts) : {}

/** Returns rows with what people have filled in before: the fields `kept`, matched by row name. */
function mergeRows(rows: DocRow[], former: unknown, stored: readonly ('value' | 'remark')[]): DocRow[] {
  if (!Array.isArray(former)) return rows
  const byName = new Map(former.map((row) => [partsOf(row)['name'], partsOf(row)]))
  return rows.map((row) => {
    const known = byName.get(row.name)
    const filled = stored.filter((key) => typeof known?.[key] === 'string' && known[key] !== '')
    return { ...row, ...Object.fromEntries(filled.map((key) => [key, known?.[key]])) }
  })
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== '' && value !== undefined && value !== null

/** Merges what a comment says into what was there before; a part that it does not mention stays. */
const over = (former: unknown, next: Parts): Parts => ({
  ...partsOf(former),
  ...Object.fromEntries(
    Object.entries(next).map(([key, value]) => [key, isFilled(value) ? value : (partsOf(former)[key] ?? value)]),
  ),
})

/**
 * Returns the page of a comment as the JSON of an API document. Written over a former one, it keeps what people have
 * added in their client: examples, remarks on the response, and every part that a comment cannot express.
 */
export function commentDocument({ doc }: CommentPage, former: string | undefined): string {
  const before = former === undefined || !readApiDoc(former) ? {} : partsOf(JSON.parse(former))
  const { info, request, response } = doc
  const [oldRequest, oldResponse] = [partsOf(before['request']), partsOf(before['response'])]
  const oldParams = partsOf(oldRequest['params'])
  const rows = (next: DocRow[], old: unknown) => mergeRows(next, old, ['value'])
  const { jsonDesc, ...params } = request.params
  return JSON.stringify({
    ...over(before, { extend: doc.extend }),
    info: { ...partsOf(before['info']), ...info },
    request: {
      ...over(oldRequest, { cookies: request.cookies, auth: request.auth }),
      params: {
        ...params,
        urlencoded: rows(params.urlencoded, oldParams['urlencoded']),
        formdata: rows(params.formdata, oldParams['formdata']),
        ...(jsonDesc ? { jsonDesc: rows(jsonDesc, oldParams['jsonDesc']) } : {}),
      },
      headers: rows(request.headers, oldRequest['headers']),
      query: rows(request.query, oldRequest['query']),
    },
    response: {
      ...oldResponse,
      responseExample:
        (isNoExample(response.responseExample) && oldResponse['responseExample']) || response.responseExample,
      responseParamsDesc: mergeRows(response.responseParamsDesc, oldResponse['responseParamsDesc'], [
        'value',
        'remark',
      ]),
    },
  })
}
