import { plainOrCode } from '#shared/markdown/write.ts'
import type { ApiJson, ApiRow } from '../api-page-json.ts'
import { toDisplayText } from '../json-text.ts'
import { joinRemarks } from '../remark.ts'
import { toObjects, toText, type UnknownObject } from '../unknown-json.ts'
import type { OpenApiFile } from './file.ts'
import { mediaText, readExamples, readMedia } from './media.ts'

/** Returns the parameters of an operation; its own replace those of the path with the same name and location. */
export function mergeParameters(file: OpenApiFile, around: UnknownObject, operation: UnknownObject): UnknownObject[] {
  const parameters = new Map<string, UnknownObject>()
  for (const one of [...toObjects(around['parameters']), ...toObjects(operation['parameters'])]) {
    const found = file.reader.object(one)
    const parameter = found ?? { name: toText(one['$ref']), in: 'query', description: toText(one['$ref']) }
    parameters.set(`${toText(parameter['in'])} ${toText(parameter['name'])}`, parameter)
  }
  return [...parameters.values()]
}

const placedInParameter = new Set(['name', 'in', 'description', 'required', 'schema', 'content', 'example', 'examples'])

/**
 * Returns the row of a parameter. In Swagger 2 the parameter is its own schema; in OpenAPI 3 it has one, or content of
 * one type.
 */
export function parameterRow(file: OpenApiFile, parameter: UnknownObject): ApiRow {
  const name = toText(parameter['name'])
  const isRequired = parameter['required'] === true
  const description = toText(parameter['description'])
  if (file.isSwagger) {
    const { name: _, in: __, required: ___, description: ____, ...schema } = parameter
    const row = file.reader.row(name, schema, isRequired, description)
    const sample = toText(parameter['x-example'])
    const whole = { ...row, remark: joinRemarks(row.remark, fieldsOf(file, name, schema)) }
    return sample === '' ? whole : { ...whole, value: row.value || sample }
  }
  const [content, ...others] = readMedia(file, parameter['content'])
  const schema = parameter['schema'] ?? content?.schema
  const row = file.reader.row(name, schema, isRequired, description)
  const examples = [...readExamples(file, parameter), ...(content?.examples ?? [])]
  const more = Object.entries(parameter)
    .filter(([key]) => !placedInParameter.has(key))
    .map(([key, value]) => `${key}: ${plainOrCode(toDisplayText(value))}`)
  if (content) more.push(`content: ${content.type}`, oneLine(content.more ?? ''))
  if (content?.encoding) more.push(`encoding: ${plainOrCode(toDisplayText(content.encoding))}`)
  if (parameter['schema'] !== undefined && content) others.unshift(content)
  more.push(...others.map((one) => `${one.type}: ${oneLine(mediaText(file, one))}`))
  const [first, ...rest] = examples
  if (first?.name) more.push(`example: ${first.name}`)
  more.push(...rest.map((one) => `${one.name}: ${plainOrCode(one.text)}`))
  const value = first?.text || row.value
  if (value !== row.value && row.value !== '') more.push(`example: ${plainOrCode(row.value)}`)
  return {
    ...row,
    value,
    remark: joinRemarks(row.remark, fieldsOf(file, name, schema), more.filter((text) => text !== '').join('; ')),
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')

/** Returns the fields of a parameter that is an object or a list, on one line: a parameter has one row. */
const fieldsOf = (file: OpenApiFile, name: string, schema: unknown): string =>
  file.reader
    .rowsNamed(name, schema, false)
    .slice(1)
    .map(
      (row) =>
        `${plainOrCode(row.name)} (${row.type}): ${joinRemarks(row.remark, row.value && plainOrCode(row.value))}`,
    )
    .join('; ')

/** Adds each parameter to the document's list for its location. */
export function addParameters(file: OpenApiFile, doc: ApiJson, parameters: readonly UnknownObject[]): void {
  const lists = {
    path: doc.request.pathVariable,
    query: doc.request.query,
    querystring: doc.request.query,
    header: doc.request.headers,
    cookie: doc.request.cookies,
  }
  for (const parameter of parameters) {
    const place = toText(parameter['in'])
    if (place === 'body' || place === 'formData') continue
    const list = Object.hasOwn(lists, place) ? lists[place as keyof typeof lists] : doc.request.query
    list.push(parameterRow(file, parameter))
  }
}
