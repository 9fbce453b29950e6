import { type Loose, looseOf, shownOf, textOf } from '../loose.ts'
import type { ApiLabels } from './api-labels.ts'
import { point, points, section } from './api-pages.ts'
import { codeOf, joined } from './markdown-text.ts'
import type { Scheme } from './openapi-security.ts'
import type { SchemaReader } from './schema-reader.ts'

/** What all operations of one description share. */
export interface OpenApiFile {
  root: Loose
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
  around: Loose
  operation: Loose
  title: string
}

/** A line that leads to documents elsewhere. */
export const moreAbout = (labels: ApiLabels, value: unknown): string => section(labels.moreAbout, linkOf(value))

/** What documents elsewhere are about, and their address. */
export function linkOf(value: unknown): string {
  const docs = looseOf(value)
  const url = textOf(docs?.['url'])
  return joined(textOf(docs?.['description']), url && `<${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>`)
}

/** The keywords of an object that have no place of their own, as lines: `x-rate-limit: 5`. */
export const extras = (object: Loose, known: ReadonlySet<string>): string =>
  points(
    ...Object.entries(object)
      .filter(([key, value]) => !known.has(key) && value !== undefined)
      .map(([key, value]) => point(key, textOf(value) || codeOf(shownOf(value)))),
  )

/** The address of a server with the defaults of its variables put in, without a slash at the end. */
export function serverUrl(server: Loose): string {
  const variables = looseOf(server['variables'])
  return textOf(server['url'])
    .replaceAll(/\{([^{}]*)\}/g, (whole, name: string) =>
      variables && Object.hasOwn(variables, name) ? textOf(looseOf(variables[name])?.['default']) || whole : whole,
    )
    .replace(/\/+$/, '')
}
