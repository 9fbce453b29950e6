import { type ParseError, parseTree } from 'jsonc-parser'
import { createJsonError, type JsonError, toJsonError } from './json-error.ts'

/**
 * Returns where a text is not strict JSON, which has no comments and no trailing commas. Undefined where it is strict.
 */
export function findStrictError(text: string): JsonError | undefined {
  const errors: ParseError[] = []
  try {
    const root = parseTree(text, errors, { disallowComments: true })
    const first = errors.toSorted((one, other) => one.offset - other.offset)[0]
    if (first) return toJsonError(text, first)
    return root ? undefined : createJsonError(text, 'value', 0)
  } catch (error) {
    if (error instanceof RangeError) return createJsonError(text, 'deep', 0)
    throw error
  }
}
