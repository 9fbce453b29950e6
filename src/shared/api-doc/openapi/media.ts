import { fenced } from '#shared/markdown/fence.ts'
import { inlineCode, joined } from '#shared/markdown/write.ts'
import type { ApiRow } from '../api-page-json.ts'
import { toDisplayText } from '../json-text.ts'
import { point, points, rowTable } from '../remark.ts'
import { objectFields, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import { extras, type OpenApiFile } from './file.ts'

/** An example of a body, a response or a parameter. */
export interface MediaExample {
  /** Everything that its description says about it, in a line. */
  name: string
  text: string
  /** The same in parts; only of examples that have a name. */
  parts?: { name: string; summary: string; description: string }
}

/** One media type of a body or response. */
export interface Media {
  type: string
  /** Undefined when the description does not define its fields. */
  schema: unknown
  examples: MediaExample[]
  encoding?: UnknownObject | undefined
  /** The keywords without a field of their own, as list items: `itemEncoding`, extensions. */
  more?: string
  /** The form fields of Swagger 2, which are parameters without a schema. */
  rows?: ApiRow[]
}

/** Returns the examples in a file by media type. */
export function examplesIn(given: UnknownObject | undefined): Map<string, Media['examples']> {
  return new Map(
    Object.entries(given ?? {}).map(([type, value]) => [type, [{ name: '', text: toDisplayText(value, 2) }]]),
  )
}

/** Returns the media types of a `content` object, in the order of the file. */
export function readMedia(file: OpenApiFile, content: unknown): Media[] {
  return objectFields(content).map(([type, given]) => {
    // OpenAPI 3.2 has references to components.mediaTypes
    const one = file.reader.object(given) ?? { description: toText(given['$ref']) }
    const { schema, itemSchema } = one
    return {
      type,
      schema: schema ?? itemSchema,
      examples: readExamples(file, one),
      encoding: toObject(one['encoding']),
      more: points(
        itemSchema === undefined
          ? ''
          : point(
              'itemSchema',
              (schema === undefined ? '' : rowTable(file.reader.rows(itemSchema))) ||
                file.reader.about(itemSchema) ||
                '…',
            ),
        extras(one, placedInMedia),
      ),
    }
  })
}

const placedInMedia = new Set(['schema', 'itemSchema', 'example', 'examples', 'encoding'])
const placedInExample = new Set(['summary', 'description', 'value', 'dataValue', 'serializedValue', 'externalValue'])

/** Returns the examples next to a schema, each as text. The address of an external example is shown, never opened. */
export function readExamples(file: OpenApiFile, holder: UnknownObject, indent = 2): Media['examples'] {
  const named = Object.entries(toObject(holder['examples']) ?? {}).flatMap(([name, given]) => {
    const one = file.reader.object(given) ?? { value: given }
    const summary = toText(one['summary'])
    const description = joined(toText(one['description']), extras(one, placedInExample))
    const title = joined(summary === '' || summary === name ? name : `${name}: ${summary}`, description).replaceAll(
      /\n+/g,
      ': ',
    )
    const parts = { name, summary, description }
    // the value as data, and as it is sent
    const values = ['value', 'dataValue', 'serializedValue', 'externalValue'].filter((key) => one[key] !== undefined)
    if (values.length === 0) return [{ name: title, text: '', parts }]
    return values.map((key, at) => ({
      name: at === 0 ? title : `${name} (${key})`,
      text: toDisplayText(one[key], indent),
      parts: at === 0 ? parts : { name: `${name} (${key})`, summary: '', description: '' },
    }))
  })
  const own = holder['example']
  return own === undefined ? named : [{ name: '', text: toDisplayText(own, indent) }, ...named]
}

/** Whether a media type is JSON or JSON-based. */
export const isJson = (type: string): boolean => /^[^;]*[/+]json\b/i.test(type)

/** Returns the examples of a media type; one generated from its schema when it has none. */
export function examplesFor(file: OpenApiFile, media: Media): Media['examples'] {
  if (media.examples.length > 0) return media.examples
  if (media.schema === undefined || !isJson(media.type)) return []
  const value = file.reader.example(media.schema)
  return [{ name: '', text: toDisplayText(value, 2) }]
}

/** Whether two media types share one schema, so that one description of the fields is enough. */
export const isSameSchema = (one: Media, other: Media): boolean =>
  toDisplayText(one.schema) === toDisplayText(other.schema)

/** Returns examples as Markdown, each with its name. */
export const examplesText = (examples: readonly ({ name: string; text: string } | undefined)[]): string =>
  joined(
    ...examples.map((one) =>
      one === undefined ? '' : joined(point('example', one.name), one.text === '' ? '' : fenced(one.text)),
    ),
  )

/** Returns a body or response of one type as Markdown: its fields and its examples. */
export function mediaText(file: OpenApiFile, media: Media): string {
  const rows = toObject(media.schema) === undefined ? [] : file.reader.rows(media.schema)
  const encoding = media.encoding && point('encoding', inlineCode(toDisplayText(media.encoding)))
  return joined(
    aboutMedia(file, media),
    rowTable(rows),
    media.rows && rowTable(media.rows),
    encoding,
    examplesText(examplesFor(file, media)),
  )
}

/** Returns what no row of a field says: the schema as a whole, and keywords, as list items. */
export const aboutMedia = (file: OpenApiFile, { schema, more }: Media): string =>
  points(toObject(schema) ? point('schema', file.reader.about(schema)) : '', more ?? '')
