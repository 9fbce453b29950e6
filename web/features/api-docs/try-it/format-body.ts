import { applyEdits, format, type ParseError, parse } from 'jsonc-parser'

// Longer texts are not formatted: that would block the page.
const most = 1_000_000
// Deeper JSON is not formatted: its indentation grows with the square of its depth, and the parser would overflow.
const deepest = 100

/** Whether a JSON text nests deeper than people read. */
export function isDeeplyNested(text: string): boolean {
  let depth = 0
  for (let at = 0, inText = false; at < text.length; at++) {
    const sign = text[at]
    if (inText && sign === '\\') at++
    else if (sign === '"') inText = !inText
    else if (!inText && (sign === '[' || sign === '{')) depth++
    else if (!inText && (sign === ']' || sign === '}')) depth--
    if (depth > deepest) return true
  }
  return false
}

/** Formats JSON without changing numbers and names; undefined for any other text. */
export function formatJson(text: string): string | undefined {
  if (text.length > most || !/^\s*[[{"\d-]/.test(text) || isDeeplyNested(text)) return undefined
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  if (errors.length > 0) return undefined
  return applyEdits(text.trim(), format(text.trim(), undefined, { insertSpaces: true, tabSize: 2, eol: '\n' }))
}
