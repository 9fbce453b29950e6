/** The prefix of every id that is derived from a document, so that no heading can shadow a global of the page. */
export const idPrefix = 'user-content-'

/** Returns the anchor text of a heading: lower case, letters and digits of any script, words joined by `-`. */
export function slugify(text: string): string {
  const slug = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\s-]+/gu, '')
    .trim()
    .replace(/\s+/g, '-')
  return slug.slice(0, 120) || 'section'
}

/** Returns a function that gives each heading of one document a unique id: the second `a` becomes `a-2`. */
export function createSlugger(): (text: string) => string {
  const next = new Map<string, number>()
  return (text) => {
    const base = slugify(text)
    let slug = base
    let n = next.get(base) ?? 1
    while (next.has(slug)) slug = `${base}-${++n}`
    next.set(base, n)
    if (slug !== base) next.set(slug, 1)
    return idPrefix + slug
  }
}

/** Returns the URL hash that leads to the element with this id. */
export function idToHash(id: string): string {
  return `#${encodeURIComponent(id.startsWith(idPrefix) ? id.slice(idPrefix.length) : id)}`
}

/** Returns the id of the element that a URL hash leads to; undefined when the hash is empty. */
export function hashToId(hash: string): string | undefined {
  const raw = hash.replace(/^#/, '')
  if (raw === '') return undefined
  let text = raw
  try {
    text = decodeURIComponent(raw)
  } catch {
    // A lone % is not an escape: the hash is used as is.
  }
  return text.startsWith(idPrefix) ? text : idPrefix + text
}
