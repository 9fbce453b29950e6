import { toObject, type UnknownObject } from '../unknown-json.ts'
import { decoded } from './schema-helpers.ts'

/** Returns a name as a part of a JSON pointer: `a~1b` for `a/b`. */
export const escapedName = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Returns a name as it is, from a part of a reference: `a/b` from `a~1b`, `a b` from `a%20b`. */
export const partName = (part: string): string => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')

/** Returns what a reference inside a file points to: `#/components/schemas/Pet`; undefined for anything else. */
export function findTarget(root: unknown, ref: string): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined
  let at: unknown = root
  for (const part of ref.split('/').slice(1)) {
    const name = partName(part)
    const from = Array.isArray(at) ? (at as unknown as UnknownObject) : toObject(at)
    if (!from || !Object.hasOwn(from, name)) return undefined
    at = from[name]
  }
  return at
}
