// What nests deeper is no example for people, and its indent would grow with the square of its depth.
const deepest = 64

/** Where the string that begins at `start` ends, its closing quote included; the text is known to be JSON. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * JSON text on lines indented by four blanks; any other text as it is. Numbers keep their digits, so that an id longer
 * than JavaScript counts stays what it is; texts lose their needless escapes.
 */
export function reindentJson(text: string): string {
  if (!isJson(text)) return text
  const out: string[] = []
  let depth = 0
  let isOpen = false
  const newLine = () => out.push(`\n${'    '.repeat(depth)}`)
  for (let at = 0; at < text.length; ) {
    const sign = text[at] ?? ''
    const next = sign === '"' ? endOfString(text, at) : at + 1
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
      isOpen = sign === '{' || sign === '['
      if (isOpen && ++depth > deepest) return text
      out.push(sign === ':' ? ': ' : sign === '"' ? JSON.stringify(JSON.parse(text.slice(at, next))) : sign)
    }
    at = next
  }
  return out.join('')
}
