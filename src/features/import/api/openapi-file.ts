import { toDisplayText, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import type { ApiLabels } from './api-labels.ts'
import { point, points, section } from './api-pages.ts'
import { inlineCode, joined } from './markdown-text.ts'
import type { Scheme } from './openapi-security.ts'
import type { SchemaReader } from './schema-reader.ts'

/** The data that all operations of one description share. */
export interface OpenApiFile {
  root: UnknownObject
  reader: SchemaReader
  /** The labels of the page for content that belongs to no operation. */
  labels: ApiLabels
  /** Swagger 2 has bodies and types in other fields. */
  isSwagger: boolean
  schemes: Map<string, Scheme>
  /** The prefix of each path, unless an operation has its own. */
  base: string
}

/** One operation of a description, with the data that its path shares. */
export interface Operation {
  path: string
  method: string
  /** The path's own object: parameters, servers, and descriptions for all its operations. */
  around: UnknownObject
  operation: UnknownObject
  title: string
}

/** Returns a section with a link to external documents. */
export const moreAbout = (labels: ApiLabels, value: unknown): string => section(labels.moreAbout, formatLink(value))

/** Returns the description and address of external documents. */
export function formatLink(value: unknown): string {
  const docs = toObject(value)
  const url = toText(docs?.['url'])
  return joined(toText(docs?.['description']), url && `<${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>`)
}

/** Returns the keywords of an object without a field of their own as lines: `x-rate-limit: 5`. */
export const extras = (object: UnknownObject, known: ReadonlySet<string>): string =>
  points(
    ...Object.entries(object)
      .filter(([key, value]) => !known.has(key) && value !== undefined)
      .map(([key, value]) => point(key, toText(value) || inlineCode(toDisplayText(value)))),
  )

/** Returns a server's address with the defaults of its variables, without a slash at the end. */
export function serverUrl(server: UnknownObject): string {
  const variables = toObject(server['variables'])
  return toText(server['url'])
    .replaceAll(/\{([^{}]*)\}/g, (whole, name: string) =>
      variables && Object.hasOwn(variables, name) ? toText(toObject(variables[name])?.['default']) || whole : whole,
    )
    .replace(/\/+$/, '')
}
