// RFC 4515, 2: an attribute, a comparison and a value; or a matching rule. Signs of the syntax in a value are escaped.
const item = /^[^()=<>~\\*]*(?:[<>~]|:[^()=]*)?=(?:[^()\\]|\\.)*$/s

/** Where a filter, or a list of them, ends that begins at a position; -1 when there is none. */
function endOf(text: string, start: number): number {
  let at = start
  if (text[at] !== '(') return -1
  at = skip(text, at + 1)
  const operator = text[at]
  if (operator === '&' || operator === '|' || operator === '!') {
    at = skip(text, at + 1)
    let count = 0
    while (text[at] === '(') {
      at = endOf(text, at)
      if (at < 0) return -1
      count += 1
      at = skip(text, at)
    }
    return text[at] === ')' && (operator !== '!' || count === 1) ? at + 1 : -1
  }
  let end = at
  while (end < text.length && text[end] !== '(' && text[end] !== ')') end += text[end] === '\\' ? 2 : 1
  const comparison = text.slice(at, end)
  return text[end] === ')' && item.test(comparison) && !comparison.startsWith('=') ? end + 1 : -1
}

function skip(text: string, start: number): number {
  let at = start
  while (/\s/.test(text[at] ?? '')) at += 1
  return at
}

/**
 * Whether a text is a whole filter of a directory service: its parentheses are balanced, and each pair has a comparison or
 * an operator. The outer pair may be left out, and `%(user)s` is a value. The parser of ldapts, which sends it, also takes what is cut off.
 */
export function isLdapFilter(text: string): boolean {
  const trimmed = text.trim().replaceAll('%(user)s', 'name')
  const filter = trimmed.startsWith('(') ? trimmed : `(${trimmed})`
  return endOf(filter, 0) === filter.length
}
