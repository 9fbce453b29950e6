import { type ApiJson, type ApiRow, apiRow, newApiJson, setResponses } from '#shared/api-doc/api-page-json.ts'
import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { SchemaReader } from '#shared/api-doc/openapi/schema-reader.ts'
import { joinRemarks, point, points, section } from '#shared/api-doc/remark.ts'
import { toList, toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { joined } from '#shared/markdown/write.ts'
import { jsonBreach } from '../safe-json.ts'
import type { ApiWriter, ValueReader } from './api-pages.ts'

/** Whether a value is YApi's export: a list of categories, each with its interfaces. */
const isYapi = (value: unknown): value is unknown[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => Array.isArray(toObject(one)?.['list'])) &&
  value.some((one) => toObjects(toObject(one)?.['list']).some((given) => given['path'] !== undefined))

function rowOf(given: UnknownObject): ApiRow {
  const isRequired = given['required'] === undefined || Number(given['required']) === 1
  return apiRow(toText(given['name']), {
    type: given['type'] === 'file' ? 'file' : 'string',
    value: toText(given['example']) || toText(given['value']),
    require: isRequired ? '1' : '0',
    remark: joinRemarks(toText(given['desc']), given['example'] ? toText(given['value']) : ''),
  })
}

const rowsOf = (list: unknown): ApiRow[] => toObjects(list).map(rowOf)

/** Parses JSON within the limits; undefined for any other text. YApi accepts comments (JSON5), which stay text. */
function parsed(text: string): unknown {
  if (jsonBreach(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the fields and an example of a body: from its schema, or the text as it is. */
function contentOf(text: string, isSchema: boolean): { text: string; rows: ApiRow[]; isCut: boolean } {
  const schema = isSchema ? toObject(parsed(text)) : undefined
  if (!schema) return { text, rows: [], isCut: false }
  const reader = new SchemaReader(schema)
  reader.begin()
  // the title and description of the whole value stand in no row of a field
  const [whole] = reader.rowsNamed('', schema, false)
  const rows = reader.rows(schema)
  const own = whole?.remark ? [{ ...whole, name: '.' }] : []
  return { text: toDisplayText(reader.example(schema), 2), rows: [...own, ...rows], isCut: reader.wasCut }
}

const isFlag = (value: unknown): boolean => value === true || value === 'true' || value === 1

/** Settings of YApi, and bodies in JSON, which are read for themselves. */
const without = new Set([
  '$schema',
  'method',
  'type',
  'required',
  'status',
  'req_body_type',
  'res_body_type',
  'query_path',
  'index',
])

/** Returns a body whose schema is read as a value: its keywords are no text. */
const readable = (given: UnknownObject, key: 'req_body_other' | 'res_body'): unknown =>
  (isFlag(given[`${key}_is_json_schema`]) ? parsed(toText(given[key])) : undefined) ?? given[key]

/** Writes one interface. */
function addInterface(out: ApiWriter, place: readonly string[], given: UnknownObject, base: string): void {
  const method = (toText(given['method']) || 'GET').toLowerCase()
  const path = toText(given['path']) || '/'
  const title = toText(given['title'])
  const doc: ApiJson = newApiJson(title, method, base.replace(/\/+$/, '') + path)
  const markdown = toText(given['markdown']).trim()
  const description = toText(given['desc']).trim()
  doc.info.description = markdown || withoutParagraph(description)
  doc.info.apiStatus = given['status'] === 'done' ? '3' : given['status'] === 'undone' ? '1' : '0'
  doc.request.query = rowsOf(given['req_query'])
  doc.request.headers = rowsOf(given['req_headers'])
  doc.request.pathVariable = rowsOf(given['req_params'])
  const { params } = doc.request
  const kind = toText(given['req_body_type'])
  const body = contentOf(toText(given['req_body_other']), isFlag(given['req_body_is_json_schema']))
  const form = rowsOf(given['req_body_form'])
  if (kind === 'form' || (kind === '' && form.length > 0)) {
    const isMultipart = form.some((row) => row.type === 'file')
    params.mode = isMultipart ? 'formdata' : 'urlencoded'
    params[params.mode] = form
  } else {
    params.mode = kind === 'raw' || kind === 'file' ? 'raw' : 'json'
    params.json = body.text
    params.jsonDesc = body.rows
  }
  const answer = contentOf(toText(given['res_body']), isFlag(given['res_body_is_json_schema']))
  if (answer.text !== '' || answer.rows.length > 0)
    setResponses(doc, { name: '', status: '200', remark: '', data: answer.text, param: answer.rows }, undefined, [])
  doc.info.remark = joined(
    points(
      point('tag', toList(given['tag']).map(toText).join(', ')),
      point('req_body_type', kind !== '' && !['form', 'json', 'raw'].includes(kind) ? kind : ''),
    ),
    markdown !== '' && description !== '' && !isSameText(markdown, description) ? section('desc', description) : '',
    toText(given['remark']),
  )
  out.addPage(place, {
    title,
    call: `${method.toUpperCase()} ${path}`,
    doc,
    operation: toText(given['_id']),
    isCut: body.isCut || answer.isCut,
    input: {
      value: { ...given, req_body_other: readable(given, 'req_body_other'), res_body: readable(given, 'res_body') },
      without,
    },
  })
}

/** YApi keeps Markdown, and the HTML made from it. */
const isSameText = (markdown: string, html: string): boolean => {
  const bare = (text: string) =>
    text
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(?:lt|gt|amp|quot|#39|nbsp);/g, '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return bare(html) === bare(markdown)
}

const withoutParagraph = (html: string): string => /^<p>([^<]*)<\/p>$/.exec(html)?.[1] ?? html

/** Writes the export of YApi: categories become catalogs. */
export const readYapi: ValueReader = (value, out, fileName) => {
  if (!isYapi(value)) return false
  const categories = toObjects(value)
  const bases = new Set(categories.map((one) => toText(toObject(one['proxy'])?.['basePath'] ?? one['basepath'])))
  const base = bases.size === 1 ? ([...bases][0] ?? '') : ''
  const bare = fileName.replace(/\.json$/i, '')
  const name = out.begin('yapi', /^(?:api|data|yapi|description)$/i.test(bare) || bare === '' ? 'YApi' : bare, '')
  const about: string[] = []
  categories.forEach((category, index) => {
    const cat_name = toText(category['name'])
    const desc = toText(category['desc']).trim()
    if (desc !== '' && desc !== cat_name) about.push(joined(`## ${cat_name}`, desc))
    out.addCatalog([cat_name], index + 1)
    for (const one of toObjects(category['list'])) addInterface(out, [cat_name], one, base)
  })
  const shown = categories.map((one) => ({ ...one, list: [] }))
  out.addOverview(name, joined(...about), { value: shown, without })
  return true
}
