import { toList, toObject, toObjects, toText, type UnknownObject } from '../unknown-json.ts'

/** Sets a field of an object; a key such as `__proto__` is an ordinary name. */
export function setField(object: UnknownObject, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

/** Returns a copy of an object with each value converted. */
export function mapFields(object: UnknownObject, convert: (value: unknown, key: string) => unknown): UnknownObject {
  const copy: UnknownObject = {}
  for (const [key, value] of Object.entries(object)) setField(copy, key, convert(value, key))
  return copy
}

/** The methods that a path item names. */
export const pathMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const

/** Returns the texts of a list, such as the tags of an operation. */
export const textsOf = (value: unknown): string[] =>
  toList(value)
    .map(toText)
    .filter((text) => text.trim() !== '')

/** Returns a copy of a value in which `change` has replaced every reference: `$ref`, mappings and links. */
export function mapReferences(value: unknown, change: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => mapReferences(one, change))
  const object = toObject(value)
  if (!object) return value
  return mapFields(object, (one, key) => {
    if ((key === '$ref' || key === 'operationRef') && typeof one === 'string') return change(one)
    if (key === 'mapping' && toObject(one) && toObjects(one).length === 0)
      return mapFields(toObject(one) ?? {}, (target) => (typeof target === 'string' ? change(target) : target))
    return mapReferences(one, change)
  })
}

/** Calls `found` with every reference in a value: `$ref`, mappings and links. */
export function eachReference(value: unknown, found: (ref: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) eachReference(one, found)
    return
  }
  for (const [key, one] of Object.entries(value)) {
    if ((key === '$ref' || key === 'operationRef') && typeof one === 'string') found(one)
    else if (key === 'mapping' && toObject(one) && toObjects(one).length === 0) {
      for (const target of Object.values(toObject(one) ?? {})) if (typeof target === 'string') found(target)
    } else eachReference(one, found)
  }
}

/** The keywords of an operation that every reader shows in a place of their own. */
export const operationKeywords = [
  'tags',
  'summary',
  'description',
  'externalDocs',
  'operationId',
  'parameters',
  'requestBody',
  'responses',
  'callbacks',
  'deprecated',
  'security',
  'servers',
] as const

/** The keywords of a schema that every reader shows in a place of their own. */
export const schemaKeywords = [
  'type',
  'title',
  'description',
  'required',
  'properties',
  'items',
  'prefixItems',
  'patternProperties',
  'additionalProperties',
  'allOf',
  'oneOf',
  'anyOf',
  'example',
  'examples',
  '$schema',
  '$id',
  '$defs',
  // the order of the fields, as Apifox writes it
  'x-apifox-orders',
] as const
