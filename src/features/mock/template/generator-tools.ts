import type { Budget } from './budget.ts'

/** What placeholders make their values with. */
export interface GeneratorTools {
  /** A number from 0 up to, but not including, 1. */
  random: () => number
  now: Date
  budget: Budget
  /** Where `@increment` stands. */
  counter: { value: number }
}

/** Makes the value of a placeholder from its arguments. */
export type Generator = (tools: GeneratorTools, args: readonly unknown[]) => unknown

/** A whole number between two, both counted in, in whichever order they are given. */
export function whole({ random }: GeneratorTools, one: number, other: number): number {
  const min = Math.ceil(Math.min(one, other))
  const max = Math.floor(Math.max(one, other))
  return Math.min(max, Math.floor(random() * (max - min + 1)) + min)
}

/** One of a list. */
export const pickOne = <T>(tools: GeneratorTools, list: readonly T[]): T | undefined =>
  list[whole(tools, 0, list.length - 1)]

/** One of the signs of a text. */
export const pickCharacter = (tools: GeneratorTools, pool: string): string =>
  pool[whole(tools, 0, pool.length - 1)] ?? ''

/** A value within a text. */
export const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/** An argument as a number; undefined for what is none. */
export function numberArg(value: unknown): number | undefined {
  if (typeof value === 'object' || value === undefined || value === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** An argument as text; undefined when it was left out. */
export const textArg = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : asText(value)

/** How many: the one or two arguments from `at` on, or by default between two. */
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

/** As many pieces as told, joined; counted before they are made. */
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

/** A text with a capital letter in front. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
