import { AppError } from '#src/core/errors.ts'

/** How much may be made, in values, characters and levels. */
export interface BudgetLimits {
  nodes: number
  characters: number
  depth: number
}

/** How much one mock may make. */
export const budgetLimits: BudgetLimits = { nodes: 100_000, characters: 5_000_000, depth: 64 }

// For each value, so many placeholders and arguments that it is made of.
const stepsOfNode = 3

/** That a mock would make too much. */
export const tooLarge = (): AppError =>
  new AppError('mockTooLarge', {
    nodes: budgetLimits.nodes,
    mb: budgetLimits.characters / 1_000_000,
    depth: budgetLimits.depth,
  })

/** Counts what is made, before it is made. Each method throws an AppError mockTooLarge past its limit. */
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

  /** A value that stands in the answer once more, as deep as `depth`. */
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
