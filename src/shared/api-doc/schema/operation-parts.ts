import { objectFields, toObject, toObjects, toText, type UnknownObject } from '../unknown-json.ts'
import type { SchemaFile } from './resolve.ts'

/** A parameter of an operation, with its references followed. */
interface ParameterPart {
  name: string
  /** `path`, `query`, `header`, `cookie` or `querystring`. */
  in: string
  parameter: UnknownObject
  /** Its schema; undefined when there is none. */
  schema: unknown
}

/** A body of one media type. */
export interface MediaPart {
  type: string
  media: UnknownObject
  schema: unknown
  /** Its examples by name; `''` for the only one. */
  examples: { name: string; value: unknown }[]
}

/** A response of an operation, with its references followed. */
export interface ResponsePart {
  /** `200`, `4XX` or `default`. */
  status: string
  response: UnknownObject
  media: MediaPart[]
}

/** Returns the examples of a parameter or a body. Those that are elsewhere have no value and are left out. */
export function examplesOf(holder: UnknownObject, file: SchemaFile): MediaPart['examples'] {
  const named = objectFields(holder['examples']).flatMap(([name, given]) => {
    const example = file.follow(given)?.value
    const value = example?.['value'] ?? example?.['dataValue']
    return example && (Object.hasOwn(example, 'value') || value !== undefined) ? [{ name, value }] : []
  })
  return holder['example'] === undefined ? named : [{ name: '', value: holder['example'] }, ...named]
}

const mediaOf = (holder: UnknownObject, file: SchemaFile): MediaPart[] =>
  objectFields(holder['content']).map(([type, given]) => {
    const media = file.follow(given)?.value ?? {}
    return { type, media, schema: media['schema'], examples: examplesOf(media, file) }
  })

/** Returns the parameters of an operation and of its path; those of the operation win. */
export function parametersOf(around: UnknownObject, operation: UnknownObject, file: SchemaFile): ParameterPart[] {
  const parts = new Map<string, ParameterPart>()
  for (const given of [...toObjects(around['parameters']), ...toObjects(operation['parameters'])]) {
    const parameter = file.follow(given)?.value
    const name = toText(parameter?.['name'])
    if (!parameter || name === '') continue
    const place = toText(parameter['in'])
    const [content] = mediaOf(parameter, file)
    parts.set(`${place} ${name}`, { name, in: place, parameter, schema: parameter['schema'] ?? content?.schema })
  }
  return [...parts.values()]
}

/** Returns the body of an operation; undefined when it has none. */
export function bodyOf(
  operation: UnknownObject,
  file: SchemaFile,
): { body: UnknownObject; media: MediaPart[] } | undefined {
  const body = file.follow(operation['requestBody'])?.value
  return body && { body, media: mediaOf(body, file) }
}

/** Returns the responses of an operation in their order. */
export const responsesOf = (operation: UnknownObject, file: SchemaFile): ResponsePart[] =>
  Object.entries(toObject(operation['responses']) ?? {}).flatMap(([status, given]) => {
    const response = file.follow(given)?.value
    return response && !status.startsWith('x-') ? [{ status, response, media: mediaOf(response, file) }] : []
  })

/** Whether a media type is JSON. */
export const isJsonType = (type: string): boolean => /^[^;]*[/+]json\b/i.test(type)
