import { objectFields, toDisplayText, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import type { ApiRow } from './api-json.ts'
import { point, rowTable } from './api-pages.ts'
import { fenced, inlineCode, joined } from './markdown-text.ts'
import type { OpenApiFile } from './openapi-file.ts'

/** One shape in which a body or an answer may come. */
export interface Media {
  type: string
  /** Undefined when the description says nothing of its fields. */
  schema: unknown
  examples: { name: string; text: string }[]
  encoding?: UnknownObject | undefined
  /** The fields of a form of Swagger 2, which are parameters and no schema. */
  rows?: ApiRow[]
}

/** Examples that stand in a file by their media type. */
export function examplesIn(given: UnknownObject | undefined): Map<string, Media['examples']> {
  return new Map(
    Object.entries(given ?? {}).map(([type, value]) => [type, [{ name: '', text: toDisplayText(value, 2) }]]),
  )
}

/** The shapes in a `content` object, in the order of the file. */
export function readMedia(file: OpenApiFile, content: unknown): Media[] {
  return objectFields(content).map(([type, one]) => ({
    type,
    schema: one['schema'] ?? one['itemSchema'],
    examples: readExamples(file, one),
    encoding: toObject(one['encoding']),
  }))
}

/** The examples that stand beside a schema, each as text. An address of an example is told, never opened. */
export function readExamples(file: OpenApiFile, holder: UnknownObject): Media['examples'] {
  const named = Object.entries(toObject(holder['examples']) ?? {}).map(([name, given]) => {
    const one = file.reader.object(given)
    const title = toText(one?.['summary']) || name
    const value = one?.['value'] ?? one?.['dataValue'] ?? one?.['serializedValue'] ?? one?.['externalValue']
    return { name: joined(title, toText(one?.['description'])).replaceAll('\n\n', ': '), text: toDisplayText(value, 2) }
  })
  const own = holder['example']
  return own === undefined ? named : [{ name: '', text: toDisplayText(own, 2) }, ...named]
}

/** Whether a media type is JSON, or a format made of it. */
export const isJson = (type: string): boolean => /^[^;]*[/+]json\b/i.test(type)

/** The examples of a media type; one made from its schema where it gives none. */
export function examplesFor(file: OpenApiFile, media: Media): Media['examples'] {
  if (media.examples.length > 0) return media.examples
  if (media.schema === undefined || !isJson(media.type)) return []
  const value = file.reader.example(media.schema)
  return [{ name: '', text: toDisplayText(value, 2) }]
}

/** Whether two media types have one schema: what is said of the fields of one is said of the other. */
export const isSameSchema = (one: Media, other: Media): boolean =>
  toDisplayText(one.schema) === toDisplayText(other.schema)

/** Examples as Markdown, each with its name. */
export const examplesText = (examples: readonly ({ name: string; text: string } | undefined)[]): string =>
  joined(
    ...examples.map((one) =>
      one === undefined || one.text === '' ? '' : joined(point('example', one.name), fenced(one.text)),
    ),
  )

/** A body or answer of one type as Markdown: its fields and its examples. */
export function mediaText(file: OpenApiFile, media: Media): string {
  const rows = toObject(media.schema) === undefined ? [] : file.reader.rows(media.schema)
  const encoding = media.encoding && point('encoding', inlineCode(toDisplayText(media.encoding)))
  return joined(rowTable(rows), encoding, examplesText(examplesFor(file, media)))
}
