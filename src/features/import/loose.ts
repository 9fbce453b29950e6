/** A JSON object whose fields nobody has vouched for. */
export type Loose = Record<string, unknown>

/** The object that a value is, or undefined. */
export function looseOf(value: unknown): Loose | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : undefined
}

/** The objects of a list. PHP writes a list with a gap as an object, and an empty object as a list. */
export function listOf(value: unknown): Loose[] {
  const values = Array.isArray(value) ? value : Object.values(looseOf(value) ?? {})
  return values.map(looseOf).filter((it) => it !== undefined)
}

/** The fields of an object that are objects themselves, in their order. */
export function fieldsOf(value: unknown): [name: string, field: Loose][] {
  return Object.entries(looseOf(value) ?? {}).flatMap(([name, field]) => {
    const object = looseOf(field)
    return object ? [[name, object] as [string, Loose]] : []
  })
}

/** A text, or a number as text; empty for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}

/** Any value as a person reads it: texts as they are, the rest as JSON; empty for what is not there. */
export function shownOf(value: unknown, indent?: number): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : (JSON.stringify(value, null, indent) ?? '')
}

/** A whole number from 0 that may be written as text, else `otherwise`. */
export function numberOf(value: unknown, otherwise: number): number {
  const digits = textOf(value)
  return /^\d{1,9}$/.test(digits) ? Number(digits) : otherwise
}
