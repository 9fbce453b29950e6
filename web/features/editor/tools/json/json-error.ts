import i18next from 'i18next'
import { type Node, type ParseError, type ParseOptions, parseTree, printParseErrorCode } from 'jsonc-parser'

/** The kind of an error in a JSON text. */
type JsonErrorKind =
  | 'sign'
  | 'value'
  | 'name'
  | 'colon'
  | 'comma'
  | 'brace'
  | 'bracket'
  | 'more'
  | 'string'
  | 'number'
  | 'comment'
  | 'deep'

/** Where and why a JSON text cannot be parsed. */
export interface JsonError {
  kind: JsonErrorKind
  /** The offset in the text, and the number of characters concerned. */
  offset: number
  length: number
  /** The line, from 1. */
  line: number
  column: number
}

const kinds: Record<string, JsonErrorKind> = {
  InvalidSymbol: 'sign',
  InvalidCharacter: 'string',
  InvalidNumberFormat: 'number',
  PropertyNameExpected: 'name',
  ValueExpected: 'value',
  ColonExpected: 'colon',
  CommaExpected: 'comma',
  CloseBraceExpected: 'brace',
  CloseBracketExpected: 'bracket',
  EndOfFileExpected: 'more',
  InvalidCommentToken: 'comment',
  UnexpectedEndOfComment: 'comment',
  UnexpectedEndOfString: 'string',
  UnexpectedEndOfNumber: 'number',
  InvalidUnicode: 'string',
  InvalidEscapeCharacter: 'string',
}

/** Creates an error at an offset of a text. */
function createJsonError(text: string, kind: JsonErrorKind, offset: number, length = 0): JsonError {
  const before = text.slice(0, offset)
  const start = before.lastIndexOf('\n') + 1
  return { kind, offset, length, line: before.split('\n').length, column: offset - start + 1 }
}

/**
 * Parses a JSON text, by default one with comments and trailing commas, and returns what `read` makes of it; or where it
 * cannot be parsed, or is nested too deep for `read`.
 */
export function parseJson<T>(
  text: string,
  read: (root: Node) => T,
  options: ParseOptions = { allowTrailingComma: true },
): T | { fault: JsonError } {
  const errors: ParseError[] = []
  try {
    const root = parseTree(text, errors, options)
    const [first] = errors.toSorted((one, other) => one.offset - other.offset)
    if (first) {
      const kind = kinds[printParseErrorCode(first.error)] ?? 'sign'
      return { fault: createJsonError(text, kind, Math.min(first.offset, text.length), first.length) }
    }
    return root ? read(root) : { fault: createJsonError(text, 'value', 0) }
  } catch (error) {
    if (error instanceof RangeError) return { fault: createJsonError(text, 'deep', 0) }
    throw error
  }
}

/**
 * Returns where a text is not strict JSON, which has no comments and no trailing commas. Undefined where it is strict.
 */
export const findStrictError = (text: string): JsonError | undefined =>
  parseJson(text, () => undefined, { disallowComments: true })?.fault

/**
 * Returns the line of an error, truncated where it is long: the text before the position, at the position, and after
 * it.
 */
export function errorLine(text: string, { offset, length, column }: JsonError): [string, string, string] {
  const start = offset - column + 1
  const end = text.indexOf('\n', offset)
  const stop = end < 0 ? text.length : end
  const to = Math.min(stop, offset + Math.min(Math.max(1, length), 30))
  const before = text.slice(Math.max(start, offset - 36), offset)
  const after = text.slice(to, Math.min(stop, to + 24))
  return [(offset - start > 36 ? '…' : '') + before, text.slice(offset, to), after + (stop - to > 24 ? '…' : '')]
}

/** Describes an error in a JSON text and its position, in the current language. */
export const jsonErrorText = ({ kind, line, column }: JsonError): string =>
  i18next.t('page-helpers:json.failed', { line, column, reason: i18next.t(`page-helpers:json.fault.${kind}`) })
