const known = new Map<string, string>()

/**
 * Decodes one entity such as `&copy;`; returns anything else unchanged. Uses the browser's own decoder: the build
 * substitutes this for the package `entities`, whose table of names would make up a tenth of the reader's bundle.
 */
export function decodeHTMLStrict(entity: string): string {
  const before = known.get(entity)
  if (before !== undefined) return before
  const text = new DOMParser().parseFromString(entity, 'text/html').documentElement.textContent
  // The browser decodes old names without a semicolon too, so `&notit;` would start with a character. It is not an
  // entity.
  const decoded = text.endsWith(';') && text !== ';' ? entity : text
  known.set(entity, decoded)
  return decoded
}
