import { toDisplayText, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import type { ApiLabels } from './api-labels.ts'
import { point, points, section } from './api-pages.ts'
import { inlineCode, joined } from './markdown-text.ts'
import type { Scheme } from './openapi-security.ts'
import type { SchemaReader } from './schema-reader.ts'

/** What all operations of one description share. */
export interface OpenApiFile {
  root: UnknownObject
  reader: SchemaReader
  /** The words of the page about what belongs to no operation. */
  labels: ApiLabels
  /** Swagger 2 keeps bodies and types in other places. */
  isSwagger: boolean
  schemes: Map<string, Scheme>
  /** What stands before each path, unless an operation says otherwise. */
  base: string
}

/** One operation of a description, with what its path says of all its operations. */
export interface Operation {
  path: string
  method: string
  /** The path's own object: parameters, servers, and words for all its operations. */
  around: UnknownObject
  operation: UnknownObject
  title: string
}

/** A line that leads to documents elsewhere. */
export const moreAbout = (labels: ApiLabels, value: unknown): string => section(labels.moreAbout, formatLink(value))

/** What documents elsewhere are about, and their address. */
export function formatLink(value: unknown): string {
  const docs = toObject(value)
  const url = toText(docs?.['url'])
  return joined(toText(docs?.['description']), url && `<${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>`)
}

/** The keywords of an object that have no place of their own, as lines: `x-rate-limit: 5`. */
export const extras = (object: UnknownObject, known: ReadonlySet<string>): string =>
  points(
    ...Object.entries(object)
      .filter(([key, value]) => !known.has(key) && value !== undefined)
      .map(([key, value]) => point(key, toText(value) || inlineCode(toDisplayText(value)))),
  )

/** The address of a server with the defaults of its variables put in, without a slash at the end. */
export function serverUrl(server: UnknownObject): string {
  const variables = toObject(server['variables'])
  return toText(server['url'])
    .replaceAll(/\{([^{}]*)\}/g, (whole, name: string) =>
      variables && Object.hasOwn(variables, name) ? toText(toObject(variables[name])?.['default']) || whole : whole,
    )
    .replace(/\/+$/, '')
}
