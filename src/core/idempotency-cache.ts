interface Given {
  answer: Promise<unknown>
  atMs: number
  /** Length of the response's JSON in characters; 0 until there is one. */
  size: number
}

// As long as a client may retry.
const storedMs = 15 * 60_000
// In total, in characters: the response of a call that creates something has a few hundred.
const mostStored = 8_000_000

/** Keeps responses for clients that never received them: repeating the same request returns the same response. */
export class IdempotencyCache {
  readonly #now: () => number
  readonly #given = new Map<string, Given>()
  #size = 0

  /** @param now in ms */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Runs `run`, unless it ran under this key recently or is still running: then returns that result. A failed
   * operation is run again.
   */
  once<T>(key: string, run: () => Promise<T>): Promise<T> {
    this.#forgetOld()
    const known = this.#given.get(key)
    if (known) return known.answer as Promise<T>
    const given: Given = { answer: run(), atMs: this.#now(), size: 0 }
    this.#given.set(key, given)
    given.answer.then(
      (answer) => {
        given.size = (JSON.stringify(answer) ?? '').length
        this.#size += given.size
      },
      () => this.#forget(key, given),
    )
    return given.answer as Promise<T>
  }

  #forgetOld(): void {
    const oldest = this.#now() - storedMs
    for (const [key, given] of this.#given) {
      if (given.atMs >= oldest && this.#size <= mostStored) return
      this.#forget(key, given)
    }
  }

  #forget(key: string, given: Given): void {
    if (this.#given.get(key) !== given) return
    this.#given.delete(key)
    this.#size -= given.size
  }
}
