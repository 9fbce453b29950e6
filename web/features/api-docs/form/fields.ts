import type { NewRow, Row } from '#shared/api-doc/api-doc.ts'
import { toRecord } from '#shared/api-doc/unknown-json.ts'

const mostFields = 500

/** Returns the type name of a value in the format. */
function typeOfValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'number'
  return typeof value
}

/** Returns every field of a JSON value: `data.list[].id`. Fields shared by several elements of a list are one field. */
export function collectFields(value: unknown): { name: string; type: string; value: string }[] {
  const found = new Map<string, { name: string; type: string; value: string }>()
  const note = (name: string, one: unknown) => {
    const known = found.get(name)
    const text = typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? String(one) : ''
    if (!known && found.size < mostFields) found.set(name, { name, type: typeOfValue(one), value: text.slice(0, 200) })
    else if (known?.type === 'null' && one !== null) found.set(name, { name, type: typeOfValue(one), value: text })
  }
  const walk = (inside: unknown, way: string): void => {
    if (Array.isArray(inside)) {
      for (const one of inside.slice(0, 50)) walk(one, `${way}[]`)
      return
    }
    for (const [key, one] of Object.entries(toRecord(inside))) {
      const name = way === '' ? key : `${way}.${key}`
      note(name, one)
      walk(one, name)
    }
  }
  walk(value, '')
  return [...found.values()]
}

const isSameKind = (a: string, b: string) => {
  const kind = (type: string) =>
    /^(int|integer|long|number|float|double|decimal)/i.test(type)
      ? 'number'
      : /^(string|date|uuid|file|char|text|enum)/i.test(type)
        ? 'string'
        : /^bool/i.test(type)
          ? 'boolean'
          : type
  return kind(a) === kind(b) || b === 'null'
}

/**
 * Returns the rows of a field table for a JSON value. Keeps the remarks on existing fields; keeps a field that the JSON
 * lacks when it has a remark.
 */
export function fieldRows(value: unknown, former: readonly Row[]): NewRow[] {
  const made = collectFields(value).map(({ name, type }): NewRow => {
    // other clients write names without the brackets of lists
    const old = former.find((row) => row.name === name) ?? former.find((row) => row.name === name.replaceAll('[]', ''))
    if (!old) return { name, type, isRequired: true, remark: '' }
    return { ...old, type: old.type && isSameKind(old.type, type) ? old.type : type }
  })
  const names = new Set(made.map(({ name }) => name))
  const stored = former.filter(({ name, remark }) => name !== '' && remark !== '' && !names.has(name))
  return [...made, ...stored]
}
