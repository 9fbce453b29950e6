/** A place in the file: the object of its page, and its distance from the top of the page, in points. */
export interface Place {
  page: number
  y: number
}

// More than the height of a page, so that a page and a height on it are one number.
const pointsMost = 1000

/** Splits a name into a page of the product and a heading or note in it: `page-7#terms`. */
function partsOf(name: string): [page: string, inside: string] {
  const at = name.indexOf('#')
  return at === -1 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)]
}

/** Returns a text of its own: V8 keeps the whole text that another was cut from, or all of which it was joined. */
export const ownText = (text: string): string => Buffer.from(text).toString()

/**
 * The named places of a file. Those of one page are one text with a line for each: a page has some ten headings, and
 * hardly any is linked to.
 */
export class Places {
  readonly #pages = new Map<string, string>()
  /** The page that places are added to, and its lines. */
  #page = ''
  #lines: string[] = []
  /** The page that was read last, and its places. */
  #found: { page: string; places: Map<string, number> } | undefined

  /** Adds a place. The first of a name is kept. */
  add(name: string, { page, y }: Place): void {
    const [own, inside] = partsOf(name)
    if (own !== this.#page) this.#keep()
    this.#page = own
    this.#lines.push(`${page * pointsMost + y} ${inside}\n`)
  }

  #keep(): void {
    if (this.#lines.length === 0) return
    this.#pages.set(ownText(this.#page), (this.#pages.get(this.#page) ?? '') + ownText(this.#lines.join('')))
    this.#lines = []
    this.#found = undefined
  }

  #placesOf(page: string): Map<string, number> {
    this.#keep()
    if (this.#found?.page === page) return this.#found.places
    const places = new Map<string, number>()
    for (const line of (this.#pages.get(page) ?? '').split('\n')) {
      const at = line.indexOf(' ')
      const inside = line.slice(at + 1)
      if (at !== -1 && !places.has(inside)) places.set(inside, Number(line.slice(0, at)))
    }
    this.#found = { page, places }
    return places
  }

  /** Returns the place of a name, or that of its page; undefined when neither is there. */
  find(name: string): Place | undefined {
    const [page, inside] = partsOf(name)
    const places = this.#placesOf(page)
    const place = places.get(inside) ?? places.get('')
    return place === undefined ? undefined : { page: Math.floor(place / pointsMost), y: place % pointsMost }
  }
}
