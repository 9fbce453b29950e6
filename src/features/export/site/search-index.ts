import { extractTerms } from '#src/core/search-terms.ts'

// Postings are lists of small blocks in one array: the number of the next block, then bytes.
const blockBytes = 16
const linkBytes = 4
const none = 0

/** How many shards an index of this many postings has: of some 40 KB each, at least one. */
const shardsFor = (bytes: number): number => Math.max(1, Math.min(2048, Math.ceil(bytes / 40_000)))

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Returns the shard of a term by its first two UTF-16 units, so that all terms of a short word are in one. */
const shardOf = (first: number, second: number, shards: number): number =>
  (Math.imul(first, 31) + Math.imul(second, 131)) % shards

/**
 * An index from the terms of the server's search to the numbers of pages, which are added in ascending order. It is
 * held in compact arrays: a page of 10 KB has some 2,500 terms.
 */
export class SiteIndex {
  #mask = (1 << 16) - 1
  #keys = new Float64Array(this.#mask + 1)
  #heads = new Int32Array(this.#mask + 1)
  #tails = new Int32Array(this.#mask + 1)
  #lastPages = new Int32Array(this.#mask + 1)
  #fills = new Uint8Array(this.#mask + 1)
  #count = 0
  #bytes = 0
  #pool = Buffer.alloc(1 << 20)
  #blocks = 1

  /** Adds a page. @returns whether all of its terms are in the index: a page of random letters has too many */
  add(page: number, headings: string, text: string): boolean {
    const { terms, isWhole } = extractTerms({ t: '', h: headings, a: text })
    for (let at = 0; at < terms.length; ) {
      // a space, the field, and up to three units
      const field = terms.charCodeAt(at + 1) === 0x68 ? 1 : 0
      let [key, end] = [0, at + 2]
      for (; end < at + 5; end += 1) {
        const unit = end < terms.length && terms.charCodeAt(end) !== 0x20 ? terms.charCodeAt(end) : 0
        if (unit === 0) break
        key = key * 0x10000 + unit
      }
      for (let left = at + 5 - end; left > 0; left -= 1) key *= 0x10000
      this.#post(key * 2 + field, page)
      at = end
    }
    return isWhole
  }

  /** Yields the shards as texts: a line for each term, with its field, and the pages as differences. */
  *shards(): Generator<string> {
    const shards = shardsFor(this.#bytes + this.#count * 6)
    const slots: number[][] = Array.from({ length: shards }, () => [])
    this.#keys.forEach((key, slot) => {
      if (this.#heads[slot] === none) return
      const [first, second] = unitsOf(key)
      slots[shardOf(first, second, shards)]?.push(slot)
    })
    for (const own of slots) yield own.map((slot) => this.#line(slot)).join('\n')
  }

  #line(slot: number): string {
    const key = this.#keys[slot] ?? 0
    const units = unitsOf(key).filter((unit) => unit !== 0)
    let pages = ''
    const tail = this.#tails[slot] ?? none
    for (let block = this.#heads[slot] ?? none; block !== none; block = this.#pool.readUInt32LE(block * blockBytes)) {
      const start = block * blockBytes + linkBytes
      const end = block === tail ? start + (this.#fills[slot] ?? 0) : start + blockBytes - linkBytes
      pages += this.#pool.toString('latin1', start, end)
    }
    return `${key % 2 === 1 ? 'h' : 'a'}${String.fromCharCode(...units)}\t${pages}`
  }

  #post(key: number, page: number): void {
    let slot = this.#slotOf(key)
    if (this.#heads[slot] === none) {
      if (this.#count * 2 > this.#mask) {
        this.#grow()
        slot = this.#slotOf(key)
      }
      this.#count += 1
      const block = this.#newBlock()
      this.#keys[slot] = key
      this.#heads[slot] = block
      this.#tails[slot] = block
      this.#lastPages[slot] = -1
      this.#fills[slot] = 0
    }
    // Five bits in each digit; the sixth tells that another follows.
    let rest = page - (this.#lastPages[slot] ?? -1) - 1
    this.#lastPages[slot] = page
    do {
      const low = rest & 31
      rest >>>= 5
      this.#write(slot, digits.charCodeAt(rest > 0 ? low + 32 : low))
    } while (rest > 0)
  }

  #write(slot: number, byte: number): void {
    if (this.#fills[slot] === blockBytes - linkBytes) {
      const block = this.#newBlock()
      this.#pool.writeUInt32LE(block, (this.#tails[slot] ?? none) * blockBytes)
      this.#tails[slot] = block
      this.#fills[slot] = 0
    }
    const fill = this.#fills[slot] ?? 0
    this.#pool[(this.#tails[slot] ?? none) * blockBytes + linkBytes + fill] = byte
    this.#fills[slot] = fill + 1
    this.#bytes += 1
  }

  #newBlock(): number {
    if ((this.#blocks + 1) * blockBytes > this.#pool.length) {
      const larger = Buffer.alloc(this.#pool.length * 2)
      this.#pool.copy(larger)
      this.#pool = larger
    }
    this.#blocks += 1
    return this.#blocks - 1
  }

  #slotOf(key: number): number {
    let slot = (Math.imul((key / 0x100000000) | 0, 0x9e3779b1) ^ Math.imul(key >>> 0, 0x85ebca6b)) >>> 3
    for (slot &= this.#mask; this.#heads[slot] !== none && this.#keys[slot] !== key; slot = (slot + 1) & this.#mask);
    return slot
  }

  #grow(): void {
    const [keys, heads, tails, lastPages, fills] = [this.#keys, this.#heads, this.#tails, this.#lastPages, this.#fills]
    this.#mask = this.#mask * 2 + 1
    this.#keys = new Float64Array(this.#mask + 1)
    this.#heads = new Int32Array(this.#mask + 1)
    this.#tails = new Int32Array(this.#mask + 1)
    this.#lastPages = new Int32Array(this.#mask + 1)
    this.#fills = new Uint8Array(this.#mask + 1)
    heads.forEach((head, from) => {
      if (head === none) return
      const slot = this.#slotOf(keys[from] ?? 0)
      this.#keys[slot] = keys[from] ?? 0
      this.#heads[slot] = head
      this.#tails[slot] = tails[from] ?? none
      this.#lastPages[slot] = lastPages[from] ?? -1
      this.#fills[slot] = fills[from] ?? 0
    })
  }
}

/** Returns the three units of a key; 0 for none. */
const unitsOf = (key: number): [number, number, number] => {
  const whole = Math.floor(key / 2)
  return [Math.floor(whole / 0x100000000), Math.floor(whole / 0x10000) % 0x10000, whole % 0x10000]
}
