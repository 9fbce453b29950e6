import {
  type ApiJson,
  type ApiRow,
  apiRow,
  newApiJson,
  type StoredApiResponse,
  setResponses,
} from '#shared/api-doc/api-page-json.ts'
import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { joinRemarks, point, points, rowTable, section } from '#shared/api-doc/remark.ts'
import { toList, toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { fenced } from '#shared/markdown/fence.ts'
import { inlineCode, joined } from '#shared/markdown/write.ts'
import type { ApiWriter, ValueReader } from './api-pages.ts'

/** apiDoc makes HTML of each description; one plain paragraph is read as its text. */
const plain = (value: unknown): string =>
  toText(value)
    .trim()
    .replace(/^<p>([^<]*)<\/p>$/, '$1')

function rowOf(given: UnknownObject): ApiRow {
  const keywords = [
    toText(given['size']) && `size: ${toText(given['size'])}`,
    Array.isArray(given['allowedValues']) ? `enum: ${given['allowedValues'].map(toText).join(', ')}` : '',
  ].filter(Boolean)
  return apiRow(toText(given['field']), {
    type: (toText(given['type']) || 'string').toLowerCase(),
    value: toText(given['defaultValue']),
    require: given['optional'] === true ? '0' : '1',
    remark: joinRemarks(plain(given['description']), keywords.join('; ')),
  })
}

/** The groups of fields below `fields`: `Success 200` with its rows. */
const groupsOf = (part: unknown): [name: string, rows: ApiRow[]][] =>
  Object.entries(toObject(toObject(part)?.['fields']) ?? {}).map(([name, list]) => [name, toObjects(list).map(rowOf)])

/** Names the group of a row, unless it is the one of rows without a group. */
const inGroup = (row: ApiRow, name: string): ApiRow =>
  /^(?:parameter|header|query|body)$/i.test(name) ? row : { ...row, remark: joinRemarks(row.remark, `group: ${name}`) }

/** Newer versions have a flat list where older ones have groups. */
const rowsOf = (part: unknown): ApiRow[] =>
  Array.isArray(part)
    ? toObjects(part).map(rowOf)
    : groupsOf(part).flatMap(([name, rows]) => rows.map((row) => inGroup(row, name)))

const examplesOf = (part: unknown): { title: string; content: string }[] =>
  toObjects(toObject(part)?.['examples']).map((one) => ({
    title: toText(one['title']),
    content: toDisplayText(one['content'] ?? '', 2),
  }))

/** Returns the status that a text mentions: `Error 4xx`, `HTTP/1.1 404 Not Found`. */
const statusIn = (text: string): string => (/\b([1-5](?:\d\d|xx))\b/i.exec(text)?.[1] ?? '').toUpperCase()

/** An example begins with its status line and headers, as apiDoc's documentation shows it. */
function splitExample(content: string): { status: string; head: string; body: string } {
  const [, head = '', body = content] = /^(\s*HTTP\/[^\n]*(?:\n[\w-]+:[^\n]*)*)\n([^]*)$/.exec(content) ?? []
  return { status: statusIn(head), head: head.trim(), body: body.trim() }
}

function answersOf(part: unknown, usual: string): StoredApiResponse[] {
  const groups = groupsOf(part)
  const answers = groups.map(([name, param]) => ({
    name,
    status: statusIn(name) || usual,
    remark: '',
    data: '',
    param,
  }))
  for (const { title, content } of examplesOf(part)) {
    const { status, head, body } = splitExample(content)
    const home = answers.find((one) => one.data === '' && (status === '' || one.status === status))
    const remark = joined(title, head && inlineCode(head.replaceAll('\n', ' · ')))
    if (home) Object.assign(home, { data: body, remark })
    else answers.push({ name: '', status: status || usual, remark, data: body, param: [] })
  }
  return answers
}

const isEntry = (value: unknown): boolean => {
  const one = toObject(value)
  return one !== undefined && toText(one['url']) !== '' && toText(one['type']) !== '' && 'group' in one
}

/** What apiDoc writes for its own viewer. */
const without = new Set(['filename', 'group', 'groupDescription', 'type', 'generator'])

function addEntry(out: ApiWriter, given: UnknownObject): void {
  const method = toText(given['type']).toLowerCase()
  const url = toText(given['url'])
  const title = toText(given['title']) || toText(given['name'])
  const doc: ApiJson = newApiJson(title, method, url)
  doc.info.description = plain(given['description'])
  if (given['deprecated'] !== undefined && given['deprecated'] !== false) doc.info.apiStatus = '5'
  const { request } = doc
  const isPath = (row: ApiRow) => new RegExp(`[:{]${row.name.replaceAll(/[^\w]/g, '\\$&')}(?![\\w-])`).test(url)
  const parameters = rowsOf(given['parameter'])
  request.headers = rowsOf(given['header'])
  request.query = rowsOf(given['query'])
  request.pathVariable = parameters.filter(isPath)
  const others = parameters.filter((row) => !isPath(row))
  const body = rowsOf(given['body'])
  const [example, ...more] = examplesOf(given['parameter'])
  if (method === 'get' || method === 'delete' || method === 'head') request.query.push(...others)
  else body.unshift(...others)
  const isJson = /^\s*[{[]/.test(example?.content ?? '')
  if (isJson || body.some((row) => row.name.includes('.')) || Array.isArray(given['body'])) {
    request.params.json = example?.content ?? ''
    request.params.jsonDesc = body
  } else {
    request.params.mode = 'urlencoded'
    request.params.urlencoded = body
  }
  const good = answersOf(given['success'], '200')
  const bad = answersOf(given['error'], '4XX')
  setResponses(doc, good[0], bad[0], [...good.slice(1), ...bad.slice(1)])
  const shown = [...(request.params.json === '' && example ? [example] : []), ...more]
  doc.info.remark = joined(
    points(
      point('version', toText(given['version'])),
      point('name', toText(given['name'])),
      ...toObjects(given['permission']).map((one) =>
        point('permission', [one['name'], one['title'], one['description']].map(plain).filter(Boolean).join(' · ')),
      ),
      point(
        'sampleRequest',
        toObjects(given['sampleRequest'])
          .map((one) => toText(one['url']))
          .join(', '),
      ),
      point('example', request.params.json !== '' ? (example?.title ?? '') : ''),
      point('deprecated', plain(toObject(given['deprecated'])?.['content'])),
    ),
    ...shown.map(({ title: name, content }) => joined(name, fenced(content))),
    ...examplesOf(given['header']).map(({ title: name, content }) =>
      section(inlineCode('header'), name, fenced(content)),
    ),
    ...toObjects(given['examples']).map((one) => joined(toText(one['title']), fenced(toText(one['content'])))),
    body.length > 0 && (method === 'get' || method === 'head') ? section(inlineCode('body'), rowTable(body)) : '',
  )
  const group = toText(given['groupTitle']) || toText(given['group'])
  out.addPage(group === '' ? [] : [group], {
    title,
    call: `${method.toUpperCase()} ${url}`,
    doc,
    operation: [toText(given['group']), toText(given['name']), toText(given['version'])].filter(Boolean).join('/'),
    input: { value: given, without },
  })
}

/** Writes the data of apiDoc (`api_data.json`, or `apidoc.json` of newer versions with its project). */
export const readApidocJson: ValueReader = (value, out) => {
  const root = toObject(value)
  const list = Array.isArray(value) ? value : toList(root?.['data'] ?? root?.['api'])
  if (list.length === 0 || !list.every(isEntry)) return false
  const project = toObject(root?.['project']) ?? {}
  const name = out.begin(
    'apidoc',
    toText(project['title']) || toText(project['name']) || 'apiDoc',
    plain(project['description']),
  )
  const groups = new Map<string, string>()
  for (const one of toObjects(list)) {
    const about = plain(one['groupDescription'])
    if (about !== '') groups.set(toText(one['groupTitle']) || toText(one['group']), about)
    addEntry(out, one)
  }
  const headers = ['header', 'footer'].map((key) => {
    const part = toObject(project[key])
    return part ? joined(`## ${toText(part['title'])}`, toText(part['content'])) : ''
  })
  out.addOverview(name, joined(...headers, ...[...groups].map(([group, about]) => joined(`## ${group}`, about))), {
    value,
    without,
  })
  return true
}
