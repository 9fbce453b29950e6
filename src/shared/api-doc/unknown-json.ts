/** A JSON object whose fields have not been validated. */
export type UnknownObject = Record<string, unknown>

/** Returns a value if it is an object, else undefined. */
export function toObject(value: unknown): UnknownObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UnknownObject) : undefined
}

/**
 * Returns a value if it is an object; an empty one for anything else, including an empty list, which PHP writes for
 * `{}`.
 */
export const toRecord = (value: unknown): UnknownObject => toObject(value) ?? {}

/** Returns a value if it is a list; an empty one for anything else. */
export const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns the objects of a list. PHP writes a list with a gap as an object, and an empty object as a list. */
export function toObjects(value: unknown): UnknownObject[] {
  const values = Array.isArray(value) ? value : Object.values(toObject(value) ?? {})
  return values.map(toObject).filter((it) => it !== undefined)
}

/** Returns the fields of an object that are objects themselves, in their order. */
export function objectFields(value: unknown): [name: string, field: UnknownObject][] {
  return Object.entries(toObject(value) ?? {}).flatMap(([name, field]) => {
    const object = toObject(field)
    return object ? [[name, object] as [string, UnknownObject]] : []
  })
}

/** Returns a text, or a number as text; empty for anything else. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}
