interface Holding<T> {
  size: number
  things: Map<T, number>
}

/**
 * What many hold of something that is bounded. When it is used up, whoever holds most is the one to give up some of theirs:
 * nobody keeps the others out, however much they take, and nobody who is alone is held to a part.
 */
export class Shares<T> {
  readonly #holders = new Map<string, Holding<T>>()
  readonly #holderOf = new Map<T, string>()
  #total = 0

  /** How much all hold together. */
  get total(): number {
    return this.#total
  }

  /** How much one holds. */
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

  /** Takes a thing out; one that nobody holds is none. */
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

  /** The newest thing of one; undefined when they hold none. */
  newestOf(holder: string): T | undefined {
    return [...(this.#holders.get(holder)?.things.keys() ?? [])].at(-1)
  }

  /** The oldest thing of one; undefined when they hold none. */
  oldestOf(holder: string): T | undefined {
    return this.#holders.get(holder)?.things.keys().next().value
  }

  /** The things of each holder, the oldest first; whoever holds most comes first. */
  largestFirst(): T[][] {
    return [...this.#holders.values()].toSorted((a, b) => b.size - a.size).map(({ things }) => [...things.keys()])
  }

  /** Who holds most; '' when nobody holds anything. */
  largest(): string {
    let [largest, most] = ['', -1]
    for (const [holder, { size }] of this.#holders) if (size > most) [largest, most] = [holder, size]
    return largest
  }
}
