import { findTarget } from '../openapi/pointer.ts'
import { toObject, toText, type UnknownObject } from '../unknown-json.ts'

/** Finds the parts that schemas and operations of one description refer to. */
export interface SchemaFile {
  /** Follows a value's references inside the description; undefined when it is no object or leads nowhere. */
  follow(value: unknown): { value: UnknownObject; refs: readonly string[] } | undefined
  /** Returns what one reference leads to: `#/components/schemas/Pet`; undefined when it leads nowhere. */
  find(ref: string): unknown
}

// A chain of references that is longer is a circle.
const refsMost = 20

/** Returns the parts of a description: `root` holds what `#/...` points into. */
export function schemaFile(root: UnknownObject): SchemaFile {
  const known = new Map<string, unknown>()
  const find = (ref: string): unknown => {
    if (known.has(ref)) return known.get(ref)
    const found = findTarget(root, ref)
    known.set(ref, found)
    return found
  }
  return {
    find,
    follow(given) {
      const refs: string[] = []
      let value = toObject(given)
      while (value && typeof value['$ref'] === 'string') {
        const ref = toText(value['$ref'])
        if (refs.length >= refsMost || refs.includes(ref)) return undefined
        refs.push(ref)
        const { $ref: _, ...beside } = value
        const target = toObject(find(ref))
        // words and limits next to a reference hold as well
        value = target && Object.keys(beside).length > 0 ? { ...target, ...beside } : target
      }
      return value && { value, refs }
    },
  }
}
