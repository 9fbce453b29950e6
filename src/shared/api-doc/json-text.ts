// Deeper JSON is no example for people, and its indentation would grow with the square of its depth.
const deepest = 64

/**
 * Returns the position after the string that begins at `start`, including its closing quote; the text must be valid
 * JSON.
 */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** Whether a text is strict JSON. */
export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Lays out valid JSON text, a value a line; undefined when it nests deeper than `most` levels. Numbers keep their
 * digits, and `{{variable}}` may stand for a value.
 *
 * @param indent the text before a line for each level
 * @param rewrite returns the new form of a string, which is given with its quotation marks
 */
export function layOutJson(
  text: string,
  indent: string,
  most = Number.POSITIVE_INFINITY,
  rewrite = (string: string): string => string,
): string | undefined {
  const out: string[] = []
  let depth = 0
  let isOpen = false
  const newLine = () => out.push(`\n${indent.repeat(depth)}`)
  for (let at = 0; at < text.length; ) {
    const sign = text[at] ?? ''
    // no valid object begins with an object
    const isVariable = text.startsWith('{{', at)
    const next = sign === '"' ? endOfString(text, at) : isVariable ? text.indexOf('}}', at) + 2 : at + 1
    if (sign === '}' || sign === ']') {
      depth--
      if (!isOpen) newLine()
      isOpen = false
      out.push(sign)
    } else if (sign === ',') {
      out.push(sign)
      newLine()
    } else if (!/\s/.test(sign)) {
      if (isOpen) newLine()
      isOpen = !isVariable && (sign === '{' || sign === '[')
      if (isOpen && ++depth > most) return undefined
      const part = text.slice(at, next)
      out.push(sign === ':' ? ': ' : sign === '"' ? rewrite(part) : part)
    }
    at = next
  }
  return out.join('')
}

/**
 * Indents JSON text by four spaces; returns any other text unchanged. Numbers keep their digits, so that an id that
 * exceeds JavaScript's precision is preserved; strings lose unnecessary escapes.
 */
export const reindentJson = (text: string): string =>
  (isJson(text) && layOutJson(text, '    ', deepest, (string) => JSON.stringify(JSON.parse(string)))) || text

/** Returns any value in readable form: texts unchanged, the rest as JSON; empty for a missing value. */
export function toDisplayText(value: unknown, indent?: number): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : (JSON.stringify(value, null, indent) ?? '')
}

/** Returns a value as the text of a form field: objects as JSON; empty for null, false and an empty list. */
export function toFieldText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined || value === false) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value) && value.length === 0) return ''
  try {
    return JSON.stringify(value)
  } catch {
    return '' // nested too deeply
  }
}
