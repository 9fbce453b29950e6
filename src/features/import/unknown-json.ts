/** A JSON object whose fields nobody has vouched for. */
export type UnknownObject = Record<string, unknown>

/** The object that a value is, or undefined. */
export function toObject(value: unknown): UnknownObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UnknownObject) : undefined
}

/** The objects of a list. PHP writes a list with a gap as an object, and an empty object as a list. */
export function toObjects(value: unknown): UnknownObject[] {
  const values = Array.isArray(value) ? value : Object.values(toObject(value) ?? {})
  return values.map(toObject).filter((it) => it !== undefined)
}

/** The fields of an object that are objects themselves, in their order. */
export function objectFields(value: unknown): [name: string, field: UnknownObject][] {
  return Object.entries(toObject(value) ?? {}).flatMap(([name, field]) => {
    const object = toObject(field)
    return object ? [[name, object] as [string, UnknownObject]] : []
  })
}

/** A text, or a number as text; empty for anything else. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}

/** Any value as a person reads it: texts as they are, the rest as JSON; empty for what is not there. */
export function toDisplayText(value: unknown, indent?: number): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : (JSON.stringify(value, null, indent) ?? '')
}

/** A whole number from 0 that may be written as text, else `otherwise`. */
export function toWholeNumber(value: unknown, otherwise: number): number {
  const digits = toText(value)
  return /^\d{1,9}$/.test(digits) ? Number(digits) : otherwise
}
