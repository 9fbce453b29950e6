import { AppError } from '#src/core/errors.ts'

/** How much may be generated, in values, characters and levels. */
export interface BudgetLimits {
  nodes: number
  characters: number
  depth: number
}

/** How much one mock may generate. */
export const budgetLimits: BudgetLimits = { nodes: 100_000, characters: 5_000_000, depth: 64 }

// Each value allows this many placeholders and arguments.
const stepsOfNode = 3

/** Returns the error for a mock that would generate too much. */
export const tooLarge = (): AppError =>
  new AppError('mockTooLarge', {
    nodes: budgetLimits.nodes,
    mb: budgetLimits.characters / 1_000_000,
    depth: budgetLimits.depth,
  })

/** Counts what is generated, before it is generated. Each method throws an AppError mockTooLarge past its limit. */
export class Budget {
  readonly #limits: BudgetLimits
  #nodes = 0
  #characters = 0
  #steps = 0

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  node(depth: number): void {
    if (++this.#nodes > this.#limits.nodes || depth > this.#limits.depth) throw tooLarge()
  }

  text(length: number): void {
    this.#characters += length
    if (!(this.#characters <= this.#limits.characters)) throw tooLarge()
  }

  step(count = 1): void {
    this.#steps += count
    if (!(this.#steps <= stepsOfNode * this.#limits.nodes)) throw tooLarge()
  }

  /** Counts a value that occurs in the response once more, at level `depth`. */
  again(value: unknown, depth: number): void {
    this.node(depth)
    if (typeof value === 'string') this.text(value.length)
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      this.text(key.length)
      this.again(inner, depth + 1)
    }
  }
}
