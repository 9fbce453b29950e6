import { type Loose, listOf, shownOf, textOf } from '../loose.ts'
import type { ApiJson, ApiRow } from './api-json.ts'
import { remarkOf } from './api-pages.ts'
import { plainOrCode } from './markdown-text.ts'
import type { OpenApiFile } from './openapi-file.ts'
import { examplesOf, mediaOf } from './openapi-media.ts'

/** The parameters of an operation; one of the operation replaces that of the path with the same name and place. */
export function parametersOf(file: OpenApiFile, around: Loose, operation: Loose): Loose[] {
  const parameters = new Map<string, Loose>()
  for (const one of [...listOf(around['parameters']), ...listOf(operation['parameters'])]) {
    const found = file.reader.object(one)
    const parameter = found ?? { name: textOf(one['$ref']), in: 'query', description: textOf(one['$ref']) }
    parameters.set(`${textOf(parameter['in'])} ${textOf(parameter['name'])}`, parameter)
  }
  return [...parameters.values()]
}

const placedInParameter = new Set(['name', 'in', 'description', 'required', 'schema', 'content', 'example', 'examples'])

/** The row of a parameter. In Swagger 2 the parameter is its own schema; in OpenAPI 3 it has one, or a body of one type. */
export function parameterRow(file: OpenApiFile, parameter: Loose): ApiRow {
  const name = textOf(parameter['name'])
  const isRequired = parameter['required'] === true
  const description = textOf(parameter['description'])
  if (file.isSwagger) {
    const { name: _, in: __, required: ___, description: ____, ...schema } = parameter
    const row = file.reader.row(name, schema, isRequired, description)
    const sample = textOf(parameter['x-example'])
    return sample === '' ? row : { ...row, value: row.value || sample }
  }
  const [content] = mediaOf(file, parameter['content'])
  const row = file.reader.row(name, parameter['schema'] ?? content?.schema, isRequired, description)
  const examples = [...examplesOf(file, parameter), ...(content?.examples ?? [])]
  const more = Object.entries(parameter)
    .filter(([key]) => !placedInParameter.has(key))
    .map(([key, value]) => `${key}: ${plainOrCode(shownOf(value))}`)
  if (content) more.push(`content: ${content.type}`)
  if (examples.length > 1) more.push(...examples.slice(1).map((one) => `${one.name}: ${plainOrCode(one.text)}`))
  return { ...row, value: examples[0]?.text ?? row.value, remark: remarkOf(row.remark, more.join('; ')) }
}

/** Puts each parameter into the list of its place in the document. */
export function addParameters(file: OpenApiFile, doc: ApiJson, parameters: readonly Loose[]): void {
  const lists = {
    path: doc.request.pathVariable,
    query: doc.request.query,
    querystring: doc.request.query,
    header: doc.request.headers,
    cookie: doc.request.cookies,
  }
  for (const parameter of parameters) {
    const place = textOf(parameter['in'])
    if (place === 'body' || place === 'formData') continue
    const list = Object.hasOwn(lists, place) ? lists[place as keyof typeof lists] : doc.request.query
    list.push(parameterRow(file, parameter))
  }
}
