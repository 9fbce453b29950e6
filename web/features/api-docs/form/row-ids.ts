let last = 0

const nextId = () => {
  last += 1
  return last
}

/** Stable ids (React keys) for the rows of a list; the empty row at the end has one, too. */
export class RowIds {
  #ids: number[] = []

  /** Returns the ids of `count` rows and of the empty row after them. */
  fit(count: number): readonly number[] {
    while (this.#ids.length <= count) this.#ids.push(nextId())
    this.#ids.length = count + 1
    return this.#ids
  }

  remove(at: number): void {
    this.#ids = this.#ids.toSpliced(at, 1)
  }

  insert(at: number, count: number): void {
    this.#ids = this.#ids.toSpliced(at, 0, ...Array.from({ length: count }, nextId))
  }

  /** Follows a new order: the former places, and undefined for what is new. */
  arrange(order: readonly (number | undefined)[]): void {
    const former = this.#ids
    const next = order.map((at) => (at === undefined ? undefined : former[at]) ?? nextId())
    this.#ids = [...next, former.at(-1) ?? nextId()]
  }

  move(from: number, to: number): void {
    this.#ids = this.#ids.toSpliced(from, 1).toSpliced(to, 0, ...this.#ids.slice(from, from + 1))
  }
}
