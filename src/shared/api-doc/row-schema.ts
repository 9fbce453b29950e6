import { setField } from './openapi/fields.ts'
import { keywordsOf } from './openapi/keywords.ts'
import { joinRemarks } from './remark.ts'
import { toList, toText, type UnknownObject } from './unknown-json.ts'

/** The keywords of JSON Schema that the form has a field for, in its order. */
export const rowKeywords = [
  'enum',
  'default',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'additionalProperties',
  'readOnly',
  'writeOnly',
  'deprecated',
] as const

/** Lists the keywords of the description that a person has taken away; only rows of imported pages have it. */
const removedKey = 'x-removed'

/** Returns the keywords that people have taken away from a row that an import made. */
const removedOf = (own: UnknownObject): string[] => toList(own[removedKey]).map(toText)

/**
 * Returns a schema with the keywords of a row. A row that refers to a model is a reference; what else its schema says
 * stays next to it.
 */
export function withRowSchema(schema: UnknownObject, own: UnknownObject | undefined): UnknownObject {
  if (!own) return schema
  const { [removedKey]: _, $ref, ...keywords } = own
  const removed = removedOf(own)
  const isModel = typeof $ref === 'string' && $ref !== ''
  const kept = Object.entries(schema).filter(
    ([key]) => !removed.includes(key) && (!isModel || ['title', 'description', 'examples', 'example'].includes(key)),
  )
  const edited: UnknownObject = isModel ? { $ref } : {}
  for (const [key, value] of [...kept, ...Object.entries(keywords)]) setField(edited, key, value)
  return edited
}

/** Returns what a row must hold so that its schema, which was `shown`, has these values; undefined for nothing. */
export function rowSchemaOf(
  own: UnknownObject | undefined,
  shown: UnknownObject,
  next: UnknownObject,
): UnknownObject | undefined {
  const { [removedKey]: _, ...edited } = own ?? {}
  const removed = new Set(removedOf(own ?? {}))
  for (const key of [...rowKeywords, '$ref']) {
    if (next[key] !== undefined) {
      if (JSON.stringify(next[key]) !== JSON.stringify(shown[key])) setField(edited, key, next[key])
      removed.delete(key)
    } else if (shown[key] !== undefined) {
      if (!(own && key in own)) removed.add(key)
      delete edited[key]
    }
  }
  if (removed.size > 0) edited[removedKey] = [...removed]
  return Object.keys(edited).length === 0 ? undefined : edited
}

/** Returns the keywords of a schema that a row of an import says in its remark: those that the row does not have itself. */
function keywordsInRemark(schema: UnknownObject, own: UnknownObject | undefined): string {
  const others = Object.entries(schema).filter(([key]) => !(own && key in own) && !removedOf(own ?? {}).includes(key))
  return keywordsOf(Object.fromEntries(others))
}

/** Returns a remark in which the keywords of an import follow what a person made of them. */
export function remarkAfterEdit(
  remark: string,
  schema: UnknownObject,
  before: UnknownObject | undefined,
  after: UnknownObject | undefined,
): string {
  const former = keywordsInRemark(schema, before)
  const next = keywordsInRemark(schema, after)
  if (former === '') return joinRemarks(remark, next)
  // keywords of a parameter itself may follow those of its schema
  const parts = remark.split(' · ')
  const at = parts.lastIndexOf(former)
  return at < 0 ? remark : joinRemarks(...parts.with(at, next))
}

/** Returns what people read about a row: its remark, and the keywords that it has of its own. */
export function remarkWithKeywords({ remark, schema }: { remark: string; schema?: UnknownObject }): string {
  const { [removedKey]: _, $ref: __, ...own } = schema ?? {}
  return joinRemarks(remark, keywordsOf(own))
}
