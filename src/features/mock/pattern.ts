import { type Pattern, PatternError, parsePattern as parse } from '#shared/api-doc/schema/pattern.ts'
import { fail } from '#src/core/errors.ts'

export { type Effort, isFound, type Pattern } from '#shared/api-doc/schema/pattern.ts'

/**
 * Parses the regular expression of a path.
 *
 * @throws {AppError} mockPathBad, which names the position; mockPathTooLarge; mockPathTooLong
 */
export function parsePattern(text: string): Pattern {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    const { reason, at } = error
    if (reason === 'tooLong') return fail('mockPathTooLong', { most: at })
    return reason === 'tooLarge' ? fail('mockPathTooLarge') : fail('mockPathBad', { at })
  }
}
