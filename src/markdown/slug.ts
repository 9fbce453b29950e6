/** What every id made from a document starts with, so that no heading can shadow a global of the page. */
export const idPrefix = 'user-content-'

/** The anchor text of a heading: lower case, letters and digits of any script, words joined by `-`. */
export function slugify(text: string): string {
  const slug = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\s-]+/gu, '')
    .trim()
    .replace(/\s+/g, '-')
  return slug.slice(0, 120) || 'section'
}

/** A function that gives each heading of one document an id of its own: the second `a` becomes `a-2`. */
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

/** The part after `#` of an address that leads to the element with this id. */
export function idToHash(id: string): string {
  return `#${encodeURIComponent(id.startsWith(idPrefix) ? id.slice(idPrefix.length) : id)}`
}

/** The id of the element an address' hash leads to; undefined when the hash is empty. */
export function hashToId(hash: string): string | undefined {
  const raw = hash.replace(/^#/, '')
  if (raw === '') return undefined
  let text = raw
  try {
    text = decodeURIComponent(raw)
  } catch {
    // A lone % is no escape: the hash is meant as it stands.
  }
  return text.startsWith(idPrefix) ? text : idPrefix + text
}
