import { inlineCode, joined } from '#shared/markdown/write.ts'
import { toDisplayText } from '../json-text.ts'
import { compactTable, point, points } from '../remark.ts'
import { objectFields, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import type { SchemaReader } from './schema-reader.ts'
import type { Scheme } from './security.ts'

/** The data that all operations of one description share. */
export interface OpenApiFile {
  root: UnknownObject
  reader: SchemaReader
  /** Swagger 2 has bodies and types in other fields. */
  isSwagger: boolean
  schemes: Map<string, Scheme>
  /** The prefix of each path, unless an operation has its own. */
  base: string
}

/** Returns the description and address of external documents. */
export function formatLink(value: unknown): string {
  const docs = toObject(value) ?? {}
  const url = toText(docs['url'])
  return joined(
    toText(docs['description']),
    url && `<${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>`,
    extras(docs, new Set(['description', 'url'])),
  )
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

/** The column headers of a table of a server's variables. */
interface VariableLabels {
  variables: string
  value: string
  description: string
}

const keywords: VariableLabels = { variables: '`variables`', value: '`default`', description: '`description`' }

/** Returns a server as Markdown: its address, name and description, its variables, and everything else about it. */
export function serverText(server: UnknownObject, labels: VariableLabels = keywords): string {
  const variables = objectFields(server['variables']).map(([name, one]) => [
    name,
    toText(one['default']),
    Array.isArray(one['enum']) ? one['enum'].map(toText).join(', ') : '',
    joined(toText(one['description']), extras(one, new Set(['default', 'enum', 'description']))),
  ])
  const about = [toText(server['name']), toText(server['description'])].filter((text) => text !== '').join(': ')
  return joined(
    `- ${inlineCode(serverUrl(server) || '/')} ${about}`,
    variables.length === 0 ? '' : inlineCode(toText(server['url'])),
    compactTable([labels.variables, labels.value, 'enum', labels.description], variables),
    extras(server, new Set(['url', 'name', 'description', 'variables'])),
  )
}
