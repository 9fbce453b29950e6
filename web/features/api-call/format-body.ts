import { applyEdits, format, type ParseError, parse } from 'jsonc-parser'

// Longer texts are shown as they came: laying them out would hold the window up.
const most = 1_000_000
// What nests deeper is laid out for nobody: its indent would grow with the square of its depth, and its reader would fail.
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

/** JSON laid out, its numbers and names untouched; undefined for any other text. */
export function formatJson(text: string): string | undefined {
  if (text.length > most || !/^\s*[[{"\d-]/.test(text) || isDeeplyNested(text)) return undefined
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  if (errors.length > 0) return undefined
  return applyEdits(text.trim(), format(text.trim(), undefined, { insertSpaces: true, tabSize: 2, eol: '\n' }))
}
