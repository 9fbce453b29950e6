import { merged } from '../openapi/schema-helpers.ts'
import { toList, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import type { SchemaFile } from './resolve.ts'

/** A schema without `$ref`, `allOf`, `oneOf` and `anyOf`: one of each choice has been taken. */
interface FlatSchema {
  schema: UnknownObject
  /** The references that led here. */
  refs: readonly string[]
}

const depthMost = 24
const membersMost = 200

const larger = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const smaller = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

/** Combines two schemas that both hold for one value: the narrower limit counts. */
function narrowed(one: UnknownObject, other: UnknownObject): UnknownObject {
  const both = merged(one, other)
  const [first, second] = [toObject(one['properties']), toObject(other['properties'])]
  if (first && second) {
    const shared = Object.keys(second).filter((name) => Object.hasOwn(first, name) && first[name] !== second[name])
    if (shared.length > 0)
      both['properties'] = {
        ...toObject(both['properties']),
        ...Object.fromEntries(shared.map((name) => [name, { allOf: [first[name], second[name]] }])),
      }
  }
  const limit = (keys: readonly string[], choose: (...values: number[]) => number) => {
    for (const key of keys) {
      const [low, high] = [one[key], other[key]]
      if (typeof low === 'number' && typeof high === 'number') both[key] = choose(low, high)
    }
  }
  limit(larger, Math.max)
  limit(smaller, Math.min)
  const [choice, further] = [one['enum'], other['enum']]
  if (Array.isArray(choice) && Array.isArray(further)) {
    const known = new Set(further.map((value) => JSON.stringify(value)))
    const left = choice.filter((value) => known.has(JSON.stringify(value)))
    both['enum'] = left.length > 0 ? left : choice
  }
  return both
}

const isNull = (value: unknown): boolean => toObject(value)?.['type'] === 'null'

/**
 * Follows references, merges `allOf`, and takes one of each choice.
 *
 * @param pick chooses among `count` alternatives
 */
export function flattenSchema(given: unknown, file: SchemaFile, pick: (count: number) => number): FlatSchema {
  const refs: string[] = []
  let members = 0
  const flat = (value: unknown, depth: number): UnknownObject => {
    if (depth > depthMost || ++members > membersMost) return {}
    const found = file.follow(value)
    if (!found) return {}
    if (depth > 0 && found.refs.some((ref) => refs.includes(ref))) return {}
    refs.push(...found.refs)
    const { allOf, oneOf, anyOf, ...own } = found.value
    let schema: UnknownObject = own
    for (const member of toList(allOf).slice(0, membersMost)) schema = narrowed(schema, flat(member, depth + 1))
    for (const choice of [oneOf, anyOf]) {
      const ways = toList(choice)
      const values = ways.filter((way) => !isNull(way))
      const list = values.length > 0 ? values : ways
      if (list.length === 0) continue
      const way = list[Math.min(list.length - 1, pick(list.length))]
      schema = named(narrowed(schema, flat(way, depth + 1)), found.value, way)
    }
    return schema
  }
  return { schema: flat(given, 0), refs }
}

/** Returns a schema whose discriminator names the alternative that was taken. */
function named(schema: UnknownObject, around: UnknownObject, way: unknown): UnknownObject {
  const discriminator = toObject(around['discriminator'])
  const field = toText(discriminator?.['propertyName'])
  const ref = toText(toObject(way)?.['$ref'])
  if (field === '' || ref === '') return schema
  const name = ref.slice(ref.lastIndexOf('/') + 1)
  const mapped = Object.entries(toObject(discriminator?.['mapping']) ?? {}).find(
    ([, target]) => target === ref || target === name,
  )
  const value = mapped?.[0] ?? name
  const properties = toObject(schema['properties']) ?? {}
  if (toObject(properties[field])?.['const'] !== undefined) return schema
  const required = [...new Set([...toList(schema['required']), field])]
  return {
    ...schema,
    properties: { ...properties, [field]: { ...toObject(properties[field]), const: value } },
    required,
  }
}
