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

/** Returns any value in readable form: texts unchanged, the rest as JSON; empty for a missing value. */
export function toDisplayText(value: unknown, indent?: number): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : (JSON.stringify(value, null, indent) ?? '')
}

/** Returns a value as the text of a form field: objects as JSON; empty for null, false and an empty list. */
export function toFieldText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined || value === false) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value) && value.length === 0) return ''
  try {
    return JSON.stringify(value)
  } catch {
    return '' // nested too deeply
  }
}
