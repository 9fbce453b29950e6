interface Given {
  answer: Promise<unknown>
  atMs: number
  /** Letters of the answer as JSON; 0 until there is one. */
  size: number
}

// As long as somebody may try again.
const keptMs = 15 * 60_000
// Together, in letters: what makes something answers with some hundred.
const keptMost = 8_000_000

/** Answers that were given, for those who never got them: who asks again in the same words gets the same answer. */
export class IdempotencyCache {
  readonly #now: () => number
  readonly #given = new Map<string, Given>()
  #size = 0

  /** @param now in ms */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Runs `deed`, unless it ran under this key a while ago or is running: then gives the answer of that time. A deed that
   * failed is run again.
   */
  once<T>(key: string, deed: () => Promise<T>): Promise<T> {
    this.#forgetOld()
    const known = this.#given.get(key)
    if (known) return known.answer as Promise<T>
    const given: Given = { answer: deed(), atMs: this.#now(), size: 0 }
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
    const oldest = this.#now() - keptMs
    for (const [key, given] of this.#given) {
      if (given.atMs >= oldest && this.#size <= keptMost) return
      this.#forget(key, given)
    }
  }

  #forget(key: string, given: Given): void {
    if (this.#given.get(key) !== given) return
    this.#given.delete(key)
    this.#size -= given.size
  }
}
