import { type ParseErrorCode, printParseErrorCode } from 'jsonc-parser'

/** The kind of an error in a JSON text. */
export type JsonErrorKind =
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
export function createJsonError(text: string, kind: JsonErrorKind, offset: number, length = 0): JsonError {
  const before = text.slice(0, offset)
  const start = before.lastIndexOf('\n') + 1
  return { kind, offset, length, line: before.split('\n').length, column: offset - start + 1 }
}

/** Converts an error of the JSON parser. */
export const toJsonError = (
  text: string,
  found: { error: ParseErrorCode; offset: number; length: number },
): JsonError =>
  createJsonError(
    text,
    kinds[printParseErrorCode(found.error)] ?? 'sign',
    Math.min(found.offset, text.length),
    found.length,
  )

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
