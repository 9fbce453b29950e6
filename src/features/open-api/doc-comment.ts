import { reindentJson } from '#shared/api-doc/json-text.ts'
import type { ErrorName } from '#shared/contract/errors.ts'
import type { CommentDoc, CommentPage, DocRow } from './comments.ts'
import { findSourceComments, markedComment, type SourceComment } from './source-comments.ts'

/** What is wrong with a comment that was meant to become a page. */
interface CommentProblem {
  line: number
  error_name: Extract<ErrorName, 'commentUntitled' | 'commentUnclosed' | 'commentRepeated' | 'commentWithoutUrl'>
}

/** A page that a comment describes, and where the comment is. */
export interface SourcePage extends CommentPage {
  line: number
}

/** A tag of a comment with everything up to the next one; the name is empty for what is before the first. */
interface Tag {
  name: string
  value: string
}

const tagLine = /^\s*@([A-Za-z]\w*)(?![\w.-])[ \t]*(.*)$/
const markLine = /^\s*@?(?:showdoc|docstead)(?![\w-])[ \t]*/i
const ownTags = 'title|catalog|description|method|url|header|param|json_param|return|returns|return_param|remark|number'

/** Splits a comment into its tags. Tags of a comment that is one line are split as well. */
function tagsOf(text: string): Tag[] {
  const written = text.split('\n').filter((line) => line.trim() !== '')
  const lines =
    written.length === 1
      ? (written[0] ?? '').replaceAll(new RegExp(`\\s@(?=(?:${ownTags})(?!\\w))`, 'g'), '\n@').split('\n')
      : text.split('\n')
  const tags: { name: string; lines: string[] }[] = [{ name: '', lines: [] }]
  let isMarked = false
  for (const raw of lines) {
    const mark = isMarked ? null : markLine.exec(raw)
    if (mark) isMarked = true
    const line = mark ? raw.slice(mark[0].length) : raw
    if (mark && line.trim() === '') continue
    const [, name, value = ''] = tagLine.exec(line) ?? []
    if (name === undefined) tags.at(-1)?.lines.push(line)
    else tags.push({ name, lines: [value] })
  }
  return tags.map((tag) => ({ name: tag.name, value: tag.lines.join('\n').trim() }))
}

const requiredWords = new Set(['必选', '必填', '必须', '是', 'required', 'yes', 'true', 'y', '1'])
const optionalWords = new Set(['可选', '选填', '非必选', '非必填', '否', 'optional', 'no', 'false', 'n', '0'])

const row = (given: Partial<DocRow>): DocRow => ({ name: '', require: '0', type: '', value: '', remark: '', ...given })

/**
 * Reads a parameter: ShowDoc's `name required type remark`, JSDoc's `{type} [name=value] - remark`, PHPDoc's
 * `type $name remark`, or `name remark`. The remark is everything that is left, over several lines.
 */
function fieldOf(value: string): DocRow {
  const [, first = '', second = '', behind = ''] = /^(\S+)(?:\s+(\S+))?\s*([\s\S]*)$/.exec(value) ?? []
  const [, type = '', remark = ''] = /^(\S*)\s*([\s\S]*)$/.exec(behind) ?? []
  const word = second.toLowerCase()
  if (requiredWords.has(word)) return row({ name: first, require: '1', type, remark })
  if (optionalWords.has(word)) return row({ name: first, type, remark })
  const jsdoc = /^\{([^}]*)\}\s+(\[[^\]\s]*\]|\S+)\s*-?\s*([\s\S]*)$/.exec(value)
  if (jsdoc) {
    const [, given = '', named = '', about = ''] = jsdoc
    const [name = '', ...example] = named.replaceAll(/^\[|\]$/g, '').split('=')
    return row({
      name,
      require: named.startsWith('[') ? '0' : '1',
      type: given,
      value: example.join('='),
      remark: about,
    })
  }
  if (second.startsWith('$')) return row({ name: second, require: '1', type: first, remark: behind })
  return row({ name: first, remark: value.slice(first.length).trim() })
}

function answerFieldOf(value: string): DocRow {
  const [, name = '', type = '', remark = ''] = /^(\S+)\s*(\S*)\s*([\s\S]*)$/.exec(value) ?? []
  return { name, type, value: '', remark }
}

/** Returns an address without the query that its rows show, and those rows with it. */
function splitQuery(url: string, rows: DocRow[]): { url: string; rows: DocRow[] } {
  const mark = url.indexOf('?')
  if (mark < 0 || rows.length === 0) return { url, rows }
  const named = new Set(rows.map((one) => one.name))
  const inUrl = url
    .slice(mark + 1)
    .split('&')
    .flatMap((part) => {
      const [name = '', ...value] = part.split('=')
      return name === '' || named.has(name) ? [] : [row({ name, value: value.join('=') })]
    })
  return { url: url.slice(0, mark), rows: [...inUrl, ...rows] }
}

/** Takes one-line tags: the first line of the first is the value, and everything else stays. */
class Tags {
  readonly #tags: Tag[]
  readonly #left: string[] = []

  constructor(text: string) {
    this.#tags = tagsOf(text)
  }

  line(name: string): string {
    const [first, ...more] = this.#take(name)
    for (const value of more) this.#left.push(`@${name} ${value}`)
    const [line = '', ...rest] = (first ?? '').split('\n')
    const text = rest.join('\n').trim()
    if (text !== '') this.#left.push(text)
    return line.trim()
  }

  all(name: string): string[] {
    return this.#take(name).filter((value) => value !== '')
  }

  keep(text: string): void {
    this.#left.push(text)
  }

  /** Returns what no part of a page holds, tags that are unknown with their names. */
  rest(): string[] {
    const unknown = this.#tags.filter(({ name }) => name !== '').map(({ name, value }) => `@${name} ${value}`.trim())
    return [...this.#left, ...unknown]
  }

  #take(name: string): string[] {
    const found = this.#tags.filter((tag) => tag.name === name)
    for (const tag of found) this.#tags.splice(this.#tags.indexOf(tag), 1)
    return found.map((tag) => tag.value)
  }
}

/** Reads a comment without losing any of its text; undefined when it has no title. */
function readComment({ line, text }: SourceComment): SourcePage | undefined {
  const tags = new Tags(text)
  const page_title = tags.line('title')
  if (page_title === '') return undefined
  const method = tags.line('method').toLowerCase()
  const isGet = method === 'get'
  const params = tags.all('param').map(fieldOf)
  const { url, rows } = isGet ? splitQuery(tags.line('url'), params) : { url: tags.line('url'), rows: params }
  const json = tags.all('json_param').join('\n')
  const number = tags.line('number')
  const isNumber = /^-?\d{1,15}$/.test(number)
  if (number !== '' && !isNumber) tags.keep(`@number ${number}`)
  const catalog = tags.line('catalog')
  const headers = tags.all('header').map(fieldOf)
  const description = [...tags.all(''), ...tags.all('description')].join('\n\n')
  const example = [...tags.all('return'), ...tags.all('returns')].join('\n')
  const responseParamsDesc = tags.all('return_param').map(answerFieldOf)
  const remarks = tags.all('remark')
  const doc: CommentDoc = {
    info: {
      from: 'runapi',
      type: 'api',
      title: page_title,
      description,
      method,
      url: isGet && rows.length > 0 ? `${url}?${rows.map((one) => `${one.name}=${one.value}`).join('&')}` : url,
      remark: [...remarks, ...tags.rest()].join('\n\n'),
    },
    request: {
      params: {
        mode: json === '' ? 'formdata' : 'json',
        json,
        urlencoded: [],
        formdata: isGet ? [] : params,
        ...(json === '' || isGet ? {} : { jsonDesc: params }),
      },
      headers,
      query: isGet ? rows : [],
      cookies: [],
      auth: [],
    },
    response: { responseExample: reindentJson(example), responseParamsDesc },
    extend: [],
  }
  return { line, page_title, catalog, s_number: isNumber ? Number(number) : undefined, doc }
}

/**
 * Returns the pages that the comments of a source file describe, in any language, whole: a comment counts when it has
 * the word `showdoc` or `docstead`. Only the addresses `show` and `generate` read as ShowDoc does.
 */
export function readSourcePages(source: string, fileName: string): { pages: SourcePage[]; problems: CommentProblem[] } {
  const { comments, unclosedLine } = findSourceComments(source, fileName)
  const pages: SourcePage[] = []
  const problems: CommentProblem[] = []
  for (const comment of comments) {
    if (!markedComment.test(comment.text)) continue
    const page = readComment(comment)
    if (page) pages.push(page)
    // text that merely speaks of the product has no tags
    else if (new RegExp(`^\\s*@(?:${ownTags})(?!\\w)`, 'm').test(comment.text))
      problems.push({ line: comment.line, error_name: 'commentUntitled' })
  }
  if (unclosedLine !== undefined) problems.push({ line: unclosedLine, error_name: 'commentUnclosed' })
  return { pages, problems }
}
