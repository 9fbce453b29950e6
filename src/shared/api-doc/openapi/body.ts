import { inlineCode, joined, plainOrCode } from '#shared/markdown/write.ts'
import { type ApiJson, type ApiRow, apiRow } from '../api-page-json.ts'
import { toDisplayText } from '../json-text.ts'
import { joinRemarks, point, points, rowTable, section } from '../remark.ts'
import { toObject, toText, type UnknownObject } from '../unknown-json.ts'
import { extras, type OpenApiFile } from './file.ts'
import {
  aboutMedia,
  examplesFor,
  examplesIn,
  examplesText,
  isJson,
  isSameSchema,
  type Media,
  mediaText,
  readMedia,
} from './media.ts'
import { parameterRow } from './parameters.ts'

/** The request body of an operation. */
interface Body {
  description: string
  isRequired: boolean
  media: Media[]
  /** Content without a field of its own. */
  more: string
}

/** Returns the body of an OpenAPI 3 operation; undefined when it has none. */
export function readBody(file: OpenApiFile, operation: UnknownObject): Body | undefined {
  const body = file.reader.object(operation['requestBody'])
  if (!body) return undefined
  const media = readMedia(file, body['content'])
  return {
    description: toText(body['description']),
    isRequired: body['required'] === true,
    media,
    more: extras(body, new Set(['description', 'required', 'content'])),
  }
}

/** Returns the body of a Swagger 2 operation: its body parameter, or its form fields. */
export function swaggerBody(
  file: OpenApiFile,
  operation: UnknownObject,
  parameters: readonly UnknownObject[],
): Body | undefined {
  const own = operation['consumes'] ?? file.root['consumes']
  const types = Array.isArray(own) ? own.map(toText).filter((type) => type !== '') : []
  const body = parameters.find((one) => one['in'] === 'body')
  const form = parameters.filter((one) => one['in'] === 'formData')
  if (body) {
    const known = types.length > 0 ? types : ['application/json']
    const examples = examplesIn(toObject(body['x-examples']))
    const media = [...new Set([...known, ...examples.keys()])].map((type, index): Media => {
      return { type, schema: index === 0 ? body['schema'] : undefined, examples: examples.get(type) ?? [] }
    })
    const more = extras(body, new Set(['name', 'in', 'required', 'description', 'schema', 'x-examples']))
    return { description: toText(body['description']), isRequired: body['required'] === true, media, more }
  }
  if (form.length === 0) return undefined
  const hasFile = form.some((one) => one['type'] === 'file')
  const type =
    types.find((one) => /form/.test(one)) ?? (hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded')
  const rows = form.map((one) => parameterRow(file, one))
  return { description: '', isRequired: false, media: [{ type, schema: undefined, examples: [], rows }], more: '' }
}

/** Ranks the types of a body: JSON, form, form with files, then the first one. */
function rankOf({ type }: Media): number {
  const order = [isJson(type), /x-www-form-urlencoded/i.test(type), /multipart\//i.test(type)]
  const at = order.indexOf(true)
  return at === -1 ? order.length : at
}

/** Writes the main type of a body into the document, and returns everything else for the remark. */
export function addBody(file: OpenApiFile, doc: ApiJson, body: Body): string {
  const [main, ...others] = body.media.toSorted((one, other) => rankOf(one) - rankOf(other))
  const keyword = file.isSwagger ? 'body' : 'requestBody'
  const required = body.isRequired ? inlineCode('required') : ''
  const types = body.media.map(({ type }) => inlineCode(type))
  const isPlain = body.media.length <= 1 && (!main || rankOf(main) < 3)
  const about = (...more: string[]) =>
    joined(
      points(
        point(keyword, [isPlain ? '' : types.join(', '), required].filter((text) => text !== '').join(', ')),
        body.more,
      ),
      ...more,
    )
  const described = section(inlineCode(keyword), body.description, main && aboutMedia(file, main))
  if (!main) return about(described)
  const { params } = doc.request
  const [example, ...more] = examplesFor(file, main)
  let shown = examplesText(more)
  if (rankOf(main) === 1 || rankOf(main) === 2) {
    params.mode = rankOf(main) === 1 ? 'urlencoded' : 'formdata'
    params[params.mode] = formRowsOf(file, main)
    if (main.examples.length > 0) shown = examplesText([example, ...more])
    shown = joined(rowTable(otherRows(file, main)), shown)
  } else {
    params.mode = isJson(main.type) ? 'json' : 'raw'
    params.json = example?.text ?? ''
    if (params.mode === 'json') params.jsonDesc = main.schema === undefined ? [] : file.reader.rows(main.schema)
    else shown = joined(rowTable(main.schema === undefined ? [] : file.reader.rows(main.schema)), shown)
    if (example?.name) shown = joined(point('example', example.name), shown)
    if (main.encoding) shown = joined(point('encoding', inlineCode(toDisplayText(main.encoding))), shown)
    // otherwise it would be sent as a different type
    if (main.type !== 'application/json' && main.type !== '') addContentType(doc, main.type)
  }
  const further = others.map((one) => {
    const same = isSameSchema(main, one)
    return section(
      `${inlineCode(keyword)} ${inlineCode(one.type)}`,
      mediaText(file, same ? { ...one, schema: undefined } : one),
    )
  })
  return about(described, shown, ...further)
}

function addContentType({ request }: ApiJson, type: string): void {
  const isThere = request.headers.some((row) => row.name.toLowerCase() === 'content-type')
  if (!isThere) request.headers.push(apiRow('Content-Type', { value: type, require: '1' }))
}

function formRowsOf(file: OpenApiFile, media: Media): ApiRow[] {
  if (media.rows) return media.rows
  const rows: ApiRow[] = []
  for (const { name, schema, isRequired } of file.reader.fields(media.schema)) {
    for (const row of file.reader.rowsNamed(name, schema, isRequired)) {
      const encoding = row.name === name ? toObject(media.encoding?.[name]) : undefined
      rows.push({
        ...row,
        name: formName(row.name),
        type: /format: binary/.test(row.remark) ? 'file' : row.type,
        remark: joinRemarks(row.remark, encoding ? `encoding: ${plainOrCode(toDisplayText(encoding))}` : ''),
      })
    }
  }
  return rows
}

/** Returns what a schema says besides its fields: alternatives, items, names of any kind. They are no fields of a form. */
function otherRows(file: OpenApiFile, { schema, rows }: Media): ApiRow[] {
  if (rows || schema === undefined) return []
  const names = file.reader.fields(schema).map(({ name }) => name)
  const isField = (row: ApiRow) =>
    names.some((name) => row.name === name || (/^[.[(]/.test(row.name.slice(name.length)) && row.name.startsWith(name)))
  return file.reader.rows(schema).filter((row) => !isField(row))
}

/** Converts `meta.size[].unit` to a form field's name: `meta[size][][unit]`. */
function formName(dotted: string): string {
  const [first = '', ...below] = dotted.split('.')
  return first + below.map((part) => part.replace(/^([^[]*)/, '[$1]')).join('')
}
