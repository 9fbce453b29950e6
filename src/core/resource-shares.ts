interface Holding<T> {
  size: number
  things: Map<T, number>
}

/**
 * The shares of many holders in a bounded resource. When it is used up, the holder of the largest share gives up some
 * of it: nobody can lock the others out, however much they take, and a single holder is not limited to a fraction.
 */
export class Shares<T> {
  readonly #holders = new Map<string, Holding<T>>()
  readonly #holderOf = new Map<T, string>()
  #total = 0

  /** The total of all shares. */
  get total(): number {
    return this.#total
  }

  /** Returns the share of one holder. */
  of(holder: string): number {
    return this.#holders.get(holder)?.size ?? 0
  }

  /** Adds `size` to a thing of `holder`, which is new or already theirs. */
  add(holder: string, thing: T, size = 1): void {
    const holding = this.#holders.get(holder) ?? { size: 0, things: new Map<T, number>() }
    this.#holders.set(holder, holding)
    this.#holderOf.set(thing, holder)
    holding.things.set(thing, (holding.things.get(thing) ?? 0) + size)
    holding.size += size
    this.#total += size
  }

  /** Removes a thing; has no effect when nobody holds it. */
  remove(thing: T): void {
    const holder = this.#holderOf.get(thing)
    const holding = holder === undefined ? undefined : this.#holders.get(holder)
    if (holder === undefined || !holding) return
    const size = holding.things.get(thing) ?? 0
    holding.things.delete(thing)
    holding.size -= size
    this.#total -= size
    this.#holderOf.delete(thing)
    if (holding.things.size === 0) this.#holders.delete(holder)
  }

  /** Returns a holder's newest thing; undefined when they have none. */
  newestOf(holder: string): T | undefined {
    return [...(this.#holders.get(holder)?.things.keys() ?? [])].at(-1)
  }

  /** Returns a holder's oldest thing; undefined when they have none. */
  oldestOf(holder: string): T | undefined {
    return this.#holders.get(holder)?.things.keys().next().value
  }

  /** Returns the things of each holder, oldest first; the holder of the largest share comes first. */
  largestFirst(): T[][] {
    return [...this.#holders.values()].toSorted((a, b) => b.size - a.size).map(({ things }) => [...things.keys()])
  }

  /** Returns the holder of the largest share; '' when nobody holds anything. */
  largest(): string {
    let [largest, most] = ['', -1]
    for (const [holder, { size }] of this.#holders) if (size > most) [largest, most] = [holder, size]
    return largest
  }
}
