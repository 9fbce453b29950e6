const known = new Map<string, string>()

/**
 * The character that one entity such as `&copy;` stands for; what is none stays as it is. In the browser's own words: the
 * build puts this in the place of the package `entities`, whose table of names would be a tenth of the reader's bundle.
 */
export function decodeHTMLStrict(entity: string): string {
  const before = known.get(entity)
  if (before !== undefined) return before
  const text = new DOMParser().parseFromString(entity, 'text/html').documentElement.textContent
  // Old names count without their semicolon too, so that `&notit;` would begin with a sign: it is no entity.
  const decoded = text.endsWith(';') && text !== ';' ? entity : text
  known.set(entity, decoded)
  return decoded
}
