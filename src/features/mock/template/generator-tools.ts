import type { Budget } from './budget.ts'

/** What placeholders generate their values with. */
export interface GeneratorTools {
  /** A number from 0 up to, but not including, 1. */
  random: () => number
  now: Date
  budget: Budget
  /** The current value of `@increment`. */
  counter: { value: number }
}

/** Generates the value of a placeholder from its arguments. */
export type Generator = (tools: GeneratorTools, args: readonly unknown[]) => unknown

/** Returns a whole number between two bounds, both included, in either order. */
export function whole({ random }: GeneratorTools, one: number, other: number): number {
  const min = Math.ceil(Math.min(one, other))
  const max = Math.floor(Math.max(one, other))
  return Math.min(max, Math.floor(random() * (max - min + 1)) + min)
}

/** Returns a random element of a list. */
export const pickOne = <T>(tools: GeneratorTools, list: readonly T[]): T | undefined =>
  list[whole(tools, 0, list.length - 1)]

/** Returns a random character of a text. */
export const pickCharacter = (tools: GeneratorTools, pool: string): string =>
  pool[whole(tools, 0, pool.length - 1)] ?? ''

/** Returns a value as part of a text. */
export const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/** Returns an argument as a number; undefined if it is not one. */
export function numberArg(value: unknown): number | undefined {
  if (typeof value === 'object' || value === undefined || value === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Returns an argument as text; undefined if it was left out. */
export const textArg = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : asText(value)

/** Returns a count: from the one or two arguments from `at` on, or by default between two bounds. */
export function countArg(
  tools: GeneratorTools,
  args: readonly unknown[],
  usual: readonly [number, number],
  at = 0,
): number {
  const min = numberArg(args[at])
  const max = numberArg(args[at + 1])
  if (min === undefined) return whole(tools, usual[0], max ?? usual[1])
  return Math.max(0, whole(tools, min, max ?? min))
}

/** Returns `count` pieces, joined; they are counted before they are generated. */
export function many(tools: GeneratorTools, count: number, piece: () => string, between = ''): string {
  tools.budget.text(count)
  const pieces: string[] = []
  for (let made = 0; made < count; made++) {
    const one = piece()
    tools.budget.text(one.length)
    pieces.push(one)
  }
  return pieces.join(between)
}

/** Returns a text with its first letter in upper case. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
