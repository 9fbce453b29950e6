import { type ApiDoc, type ApiResponse, readApiDoc } from '#shared/api-doc/api-doc.ts'
import { setField } from '#shared/api-doc/openapi/fields.ts'
import { partName } from '#shared/api-doc/openapi/pointer.ts'
import { parseSample } from '#shared/api-doc/openapi/schema-rows.ts'
import type { DocumentedResponse, DocumentedResponses } from '#shared/api-doc/response-check.ts'
import { type SchemaFile, schemaFile } from '#shared/api-doc/schema/resolve.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { ApiPage } from '../worker-message.ts'
import { unpacked } from './heads.ts'
import { addResponse } from './operation.ts'
import { importedOperation } from './page-operation.ts'

/** A page, and what an import has left of it. */
export interface ImportedPage {
  title: string
  text: string
  imported?: ApiPage['imported']
  /** What the description says beside its operations, as `ApiHead.head`. */
  head?: Uint8Array
}

const none: DocumentedResponses = { responses: [], root: {} }

/**
 * Returns the responses that an API page documents: those of its description with the edits of people, or those that
 * its tables and examples show. The root has the parts of the description that their schemas lead to.
 */
export function documentedResponses(page: ImportedPage): DocumentedResponses {
  const doc = readApiDoc(page.text)
  if (!doc || doc.type === 'websocket') return none
  const root = page.head ? unpacked<UnknownObject>(page.head) : {}
  const file = schemaFile(root)
  const imported = importedOperation(page, doc, (value) => file.follow(value)?.value)
  if (imported?.kind !== 'paths') return { responses: writtenResponses(doc), root: {} }
  const { operation } = imported
  const responses = Object.entries(toObject(operation['responses']) ?? {})
    .filter(([status]) => /^(?:[1-5]\d\d|[1-5]XX|default)$/i.test(status))
    .map(([status, value]) => responseOf(status, file.follow(value)?.value ?? {}))
  return { responses, root: reachedParts(responses, file) }
}

const responseOf = (status: string, response: UnknownObject): DocumentedResponse => ({
  status,
  content: Object.entries(toObject(response['content']) ?? {}).map(([type, media]) => {
    const schema = toObject(media)?.['schema']
    return { type, ...(schema !== undefined && { schema }) }
  }),
})

/** Returns the parts of a document that references in a value lead to, and in those parts. */
function reachedParts(value: unknown, file: SchemaFile): UnknownObject {
  const reached: UnknownObject = {}
  const seen = new Set<string>()
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const one = waiting.pop()
    if (typeof one !== 'object' || one === null) continue
    for (const [key, inside] of Object.entries(one)) {
      if (key !== '$ref' || typeof inside !== 'string') waiting.push(inside)
      else {
        const parts = inside.split('/').slice(1, inside.startsWith('#/components/') ? 4 : 2)
        const pointer = `#/${parts.join('/')}`
        if (parts.length === 0 || seen.has(pointer)) continue
        seen.add(pointer)
        const part = file.find(pointer)
        if (part === undefined) continue
        addPart(reached, parts.map(partName), part)
        waiting.push(part)
      }
    }
  }
  return reached
}

function addPart(into: UnknownObject, names: readonly string[], part: unknown): void {
  let at = into
  for (const name of names.slice(0, -1)) {
    const next = Object.hasOwn(at, name) ? (toObject(at[name]) ?? {}) : {}
    setField(at, name, next)
    at = next
  }
  setField(at, names.at(-1) ?? '', part)
}

/**
 * Returns the responses of a page that a person has written. Their tables and examples are no schemas: what only an
 * example shows may be missing or of another type, formats are as people like them, a success without a status is any
 * success, and a failure without one may come with any status, even 200.
 */
const writtenResponses = (doc: ApiDoc): DocumentedResponse[] =>
  doc.responses
    .filter(({ example, fields, status }) => example !== '' || fields.length > 0 || status !== '')
    .map((one) => {
      const made: UnknownObject = {}
      const fields = one.fields.map((row) => ({ ...row, type: row.type.trim() || 'any' }))
      addResponse(made, { ...one, status: '200', fields, example: structureOf(one.example) })
      const response = responseOf(statusOf(one), toObject(made['200']) ?? {})
      return { ...response, content: response.content.map((media) => ({ ...media, ...loose(media.schema) })) }
    })

function statusOf({ kind, status }: ApiResponse): string {
  const given = status.trim()
  if (/^[1-5](?:\d\d|xx)$/i.test(given)) return given
  return kind === 'success' ? '2XX' : '*'
}

/** Returns an example without its plain values; an example that is no JSON stays. */
function structureOf(example: string): string {
  const sample = parseSample(example)
  return typeof sample === 'object' && sample !== null ? JSON.stringify(withoutValues(sample)) : example
}

function withoutValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'object' && one !== null).map(withoutValues)
  const object = toObject(value)
  return object
    ? Object.fromEntries(Object.entries(object).map(([name, one]) => [name, withoutValues(one)]))
    : undefined
}

const loose = (schema: unknown): { schema?: unknown } =>
  schema === undefined ? {} : { schema: withoutFormats(schema) }

function withoutFormats(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFormats)
  const schema = toObject(value)
  if (!schema) return value
  // `properties` holds names, not keywords
  const { format: _, type, ...rest } = schema
  const isKeyword = typeof type === 'string' || Array.isArray(type)
  const isUnknown = schema['x-docstead-type'] !== undefined
  const own = isKeyword ? (isUnknown ? rest : { type, ...rest }) : schema
  return Object.fromEntries(Object.entries(own).map(([name, one]) => [name, withoutFormats(one)]))
}
