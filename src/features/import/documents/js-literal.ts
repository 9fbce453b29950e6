/*
 * Reads the object that a configuration file in JavaScript or TypeScript exports, as far as it is a literal, without
 * running it.
 */

const token =
  /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`[^`\\$]*`|[{}[\],:]|-?\d+(?:\.\d+)?|[A-Za-z_$][\w$]*/y

/** Returns a string of JavaScript as one of JSON. */
function jsonString(literal: string): string {
  const quote = literal.charAt(0)
  const inside = literal.slice(1, -1)
  if (quote === '"') return literal.replace(/\\'/g, "'")
  return JSON.stringify(inside.replace(/\\(['"`\\])/g, '$1'))
}

/** Returns the JSON of the literal that begins at an offset of a text; undefined when it is more than a literal. */
function literalAt(text: string, start: number): string | undefined {
  const out: string[] = []
  let depth = 0
  token.lastIndex = start
  for (;;) {
    const [sign] = token.exec(text) ?? []
    if (sign === undefined) return undefined
    if (/^\s|^\/[/*]/.test(sign)) continue
    if (sign === '}' || sign === ']') {
      if (out.at(-1) === ',') out.pop()
      depth -= 1
      out.push(sign)
      if (depth === 0) return out.join('')
    } else if (sign === '{' || sign === '[') {
      depth += 1
      if (depth > 60) return undefined
      out.push(sign)
    } else if (/^["'`]/.test(sign)) out.push(jsonString(sign))
    else if (/^[A-Za-z_$]/.test(sign)) out.push(/^(?:true|false|null)$/.test(sign) ? sign : JSON.stringify(sign))
    else out.push(sign)
  }
}

/**
 * Returns the object that a module exports, or that a JSON text contains; undefined when it is computed in any other
 * way than by a literal.
 */
export function exportedLiteral(text: string): unknown {
  const [, name = ''] = /(?:module\.exports\s*=|export\s+default)\s*([A-Za-z_$][\w$]*)/.exec(text) ?? []
  const assigned =
    name === ''
      ? /(?:module\.exports\s*=|export\s+default)\s*(?=[{[])/
      : new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b[^=;]{0,200}=\\s*(?=[{[])`)
  const found = assigned.exec(text)
  const start = found ? found.index + found[0].length : /^\s*(?=[{[])/.exec(text)?.[0].length
  if (start === undefined) return undefined
  const json = literalAt(text, start)
  if (json === undefined) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
