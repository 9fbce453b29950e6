import { getPositionKey, type TreePosition } from './positions.ts'

/**
 * Queues position changes for the server: one request at a time; changes made during a request are sent together in the
 * next.
 */
export class PositionQueue {
  #waiting = new Map<string, TreePosition>()
  #former = new Map<string, TreePosition>()
  #isRunning = false

  /** Whether a request is running: its sender also sends what is added now. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  /** @param former the former positions, which restore the order if the server rejects the change */
  add(places: readonly TreePosition[], former: readonly TreePosition[]): void {
    for (const place of places) this.#waiting.set(getPositionKey(place), place)
    for (const place of former)
      if (!this.#former.has(getPositionKey(place))) this.#former.set(getPositionKey(place), place)
  }

  /**
   * Sends until the queue is empty. Rejects with the error of `send`; `takeFormer` then returns the former positions.
   */
  async run(send: (places: TreePosition[]) => Promise<unknown>): Promise<void> {
    this.#isRunning = true
    try {
      while (this.#waiting.size > 0) {
        // the change is rendered first: serializing thousands of positions takes a while
        await new Promise((done) => setTimeout(done))
        const places = [...this.#waiting.values()]
        this.#waiting.clear()
        await send(places)
        if (this.#waiting.size === 0) this.#former.clear()
      }
    } finally {
      this.#waiting.clear()
      this.#isRunning = false
    }
  }

  /** Returns the former positions of everything the server has not accepted, and clears them. */
  takeFormer(): TreePosition[] {
    const former = [...this.#former.values()]
    this.#former.clear()
    return former
  }
}
