import { type ParseError, parseTree } from 'jsonc-parser'
import { faultAt, faultOf, type JsonFault } from './json-fault.ts'

/** Where a text is no JSON as programs send it: without comments, without a comma at the end. Undefined where it is. */
export function strictFault(text: string): JsonFault | undefined {
  const errors: ParseError[] = []
  try {
    const root = parseTree(text, errors, { disallowComments: true })
    const first = errors.toSorted((one, other) => one.offset - other.offset)[0]
    if (first) return faultOf(text, first)
    return root ? undefined : faultAt(text, 'value', 0)
  } catch (error) {
    if (error instanceof RangeError) return faultAt(text, 'deep', 0)
    throw error
  }
}
