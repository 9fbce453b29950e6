import { getPositionKey, type TreePosition } from './positions.ts'

/**
 * Changes of places on their way to the server: one call at a time; what is placed while one is under way goes together in
 * the next.
 */
export class PositionQueue {
  #waiting = new Map<string, TreePosition>()
  #former = new Map<string, TreePosition>()
  #isRunning = false

  /** Whether somebody is sending: they send what is added now as well. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  /** @param former where these lay before: what puts them back should the server refuse */
  add(places: readonly TreePosition[], former: readonly TreePosition[]): void {
    for (const place of places) this.#waiting.set(getPositionKey(place), place)
    for (const place of former)
      if (!this.#former.has(getPositionKey(place))) this.#former.set(getPositionKey(place), place)
  }

  /** Sends until nothing waits. Rejects with what `send` rejects with; `takeFormer` then tells how things were. */
  async run(send: (places: TreePosition[]) => Promise<unknown>): Promise<void> {
    this.#isRunning = true
    try {
      while (this.#waiting.size > 0) {
        // what is placed is drawn first: putting thousands of places into a request takes a while
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

  /** Where everything lay that the server has not taken; forgotten afterwards. */
  takeFormer(): TreePosition[] {
    const former = [...this.#former.values()]
    this.#former.clear()
    return former
  }
}
