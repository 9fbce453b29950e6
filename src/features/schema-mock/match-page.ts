/** A page that answers requests. */
interface Addressed {
  method: string
  /** With `{name}` for its variables. */
  path: string
}

/** A segment of a path: the texts between its variables. */
type Segment = readonly string[]

const segmentsOf = (path: string): Segment[] => path.split('/').map((part) => part.split(/\{[^{}]*\}/))

/** Returns whether a segment of a request fits one of a page: `12` and `{id}`, `a.json` and `{name}.json`. */
function fits(segment: Segment, part: string): boolean {
  const [first = '', ...rest] = segment
  if (rest.length === 0) return first === part
  const last = rest.at(-1) ?? ''
  if (!part.startsWith(first) || !part.endsWith(last) || part.length <= first.length + last.length) return false
  let at = first.length
  for (const text of rest.slice(0, -1)) {
    const found = part.indexOf(text, at)
    if (found < 0) return false
    at = found + text.length
  }
  return at <= part.length - last.length
}

/** Compares two paths: the one with a fixed text where the other has a variable comes first. */
function moreExact(one: readonly Segment[], other: readonly Segment[]): number {
  for (const [at, segment] of one.entries()) {
    const difference = Math.min(segment.length, 2) - Math.min(other[at]?.length ?? 1, 2)
    if (difference !== 0) return difference
  }
  return 0
}

/** The pages of an item by what they answer. */
export class PageIndex<P extends Addressed> {
  readonly #exact = new Map<string, P[]>()
  readonly #open = new Map<number, { segments: Segment[]; pages: P[] }[]>()

  /** @param pages in the order in which they win */
  constructor(pages: readonly P[]) {
    const open = new Map<string, { segments: Segment[]; pages: P[] }>()
    for (const page of pages) {
      if (!page.path.includes('{')) {
        const known = this.#exact.get(page.path)
        if (known) known.push(page)
        else this.#exact.set(page.path, [page])
        continue
      }
      const segments = segmentsOf(page.path)
      // the names of variables do not matter
      const key = JSON.stringify(segments)
      const known = open.get(key)
      if (known) known.pages.push(page)
      else open.set(key, { segments, pages: [page] })
    }
    for (const one of open.values()) {
      const length = one.segments.length
      this.#open.set(length, [...(this.#open.get(length) ?? []), one])
    }
    for (const list of this.#open.values()) list.sort((one, other) => moreExact(one.segments, other.segments))
  }

  /** Returns all pages that a path fits, the one that answers first for each method. */
  at(path: string): P[] {
    const parts = path.split('/')
    const open = this.#open.get(parts.length) ?? []
    return [
      ...(this.#exact.get(path) ?? []),
      ...open
        .filter(({ segments }) => segments.every((segment, at) => fits(segment, parts[at] ?? '')))
        .flatMap(({ pages }) => pages),
    ]
  }

  /** Returns the page that answers a request; undefined for none. A HEAD is answered by GET. */
  find(method: string, path: string): P | undefined {
    const pages = this.at(path)
    const wanted = method.toLowerCase()
    const own = pages.find((page) => page.method === wanted)
    return own ?? (wanted === 'head' ? pages.find((page) => page.method === 'get') : undefined)
  }
}
