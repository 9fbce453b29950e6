import { type Loose, looseOf, shownOf, textOf } from '../loose.ts'
import type { ApiJson, ApiRow } from './api-json.ts'
import { section } from './api-pages.ts'
import { codeOf, joined } from './markdown-text.ts'
import { extras, type OpenApiFile } from './openapi-file.ts'
import { examplesFor, examplesIn, examplesText, isJson, type Media, mediaOf, mediaText } from './openapi-media.ts'
import { parameterRow } from './openapi-parameters.ts'

/** What an operation takes as its body. */
export interface Body {
  description: string
  isRequired: boolean
  media: Media[]
  /** What has no place of its own. */
  more: string
}

/** The body of an OpenAPI 3 operation; undefined when it has none. */
export function bodyOf(file: OpenApiFile, operation: Loose): Body | undefined {
  const body = file.reader.object(operation['requestBody'])
  if (!body) return undefined
  const media = mediaOf(file, body['content'])
  return {
    description: textOf(body['description']),
    isRequired: body['required'] === true,
    media,
    more: extras(body, new Set(['description', 'required', 'content'])),
  }
}

/** The body of a Swagger 2 operation: its body parameter, or the fields of its form. */
export function swaggerBody(file: OpenApiFile, operation: Loose, parameters: readonly Loose[]): Body | undefined {
  const own = operation['consumes'] ?? file.root['consumes']
  const types = Array.isArray(own) ? own.map(textOf).filter((type) => type !== '') : []
  const body = parameters.find((one) => one['in'] === 'body')
  const form = parameters.filter((one) => one['in'] === 'formData')
  if (body) {
    const known = types.length > 0 ? types : ['application/json']
    const examples = examplesIn(looseOf(body['x-examples']))
    const media = known.map((type, index): Media => {
      return { type, schema: index === 0 ? body['schema'] : undefined, examples: examples.get(type) ?? [] }
    })
    const more = extras(body, new Set(['name', 'in', 'required', 'description', 'schema', 'x-examples']))
    return { description: textOf(body['description']), isRequired: body['required'] === true, media, more }
  }
  if (form.length === 0) return undefined
  const hasFile = form.some((one) => one['type'] === 'file')
  const type =
    types.find((one) => /form/.test(one)) ?? (hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded')
  const rows = form.map((one) => parameterRow(file, one))
  return { description: '', isRequired: false, media: [{ type, schema: undefined, examples: [], rows }], more: '' }
}

/** Which type of a body comes first: JSON, a form, a form with files, whatever is first. */
function rankOf({ type }: Media): number {
  const order = [isJson(type), /x-www-form-urlencoded/i.test(type), /multipart\//i.test(type)]
  const at = order.indexOf(true)
  return at === -1 ? order.length : at
}

/** Writes the main type of a body into the document; what is said beyond it is given back for the remark. */
export function addBody(file: OpenApiFile, doc: ApiJson, body: Body): string {
  const [main, ...others] = body.media.toSorted((one, other) => rankOf(one) - rankOf(other))
  const { labels } = file
  const about = joined(body.description, body.more)
  if (!main) return section(labels.body, about)
  const { params } = doc.request
  const isForm = rankOf(main) === 1 || rankOf(main) === 2
  const [example, ...more] = examplesFor(file, main)
  let shown = ''
  if (isForm) {
    params.mode = rankOf(main) === 1 ? 'urlencoded' : 'formdata'
    params[params.mode] = formRowsOf(file, main)
    if (main.examples.length > 0) shown = examplesText(labels, [example, ...more])
  } else {
    params.mode = isJson(main.type) ? 'json' : 'raw'
    params.json = example?.text ?? ''
    params.jsonDesc = main.schema === undefined ? [] : file.reader.rows(main.schema)
    // The Markdown of API pages knows nothing of bodies that are no JSON.
    shown = params.mode === 'raw' ? mediaText(file, main) : examplesText(labels, more)
  }
  const kind = body.isRequired || main.type !== 'application/json' ? codeOf(main.type) : ''
  const required = body.isRequired ? `${labels.required}: ${labels.yes}` : ''
  const head = [kind, required].filter((text) => text !== '').join(', ')
  return joined(
    section(labels.body, about, head, shown),
    ...others.map((one) => section(`${labels.body} ${codeOf(one.type)}`, mediaText(file, one))),
  )
}

function formRowsOf(file: OpenApiFile, media: Media): ApiRow[] {
  if (media.rows) return media.rows
  const rows: ApiRow[] = []
  for (const { name, schema, isRequired } of file.reader.fields(media.schema)) {
    for (const row of file.reader.rowsNamed(name, schema, isRequired)) {
      const encoding = row.name === name ? looseOf(media.encoding?.[name]) : undefined
      rows.push({
        ...row,
        name: formName(row.name),
        type: /format: binary/.test(row.remark) ? 'file' : row.type,
        remark: [row.remark, encoding && `encoding: ${shownOf(encoding)}`].filter(Boolean).join('\n'),
      })
    }
  }
  return rows
}

/** `meta.size[].unit` as a form has it: `meta[size][][unit]`. */
function formName(dotted: string): string {
  const [first = '', ...below] = dotted.split('.')
  return first + below.map((part) => part.replace(/^([^[]*)/, '[$1]')).join('')
}
