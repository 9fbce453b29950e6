import { randomInt } from 'node:crypto'

/** Gives a number from 0 up to but not 1, as `Math.random` does. Tests give their own. */
export type Random = () => number

const steps = 2 ** 32

/** A number from 0 up to but not 1 that nobody can foretell. */
export const secureRandom: Random = () => randomInt(steps) / steps

/** One of `list`, each as likely. */
export function pick<T>(list: readonly [T, ...T[]], random: Random): T {
  return list[Math.floor(random() * list.length)] ?? list[0]
}

/** A whole number from `min` to `max`, both included. */
export function wholeBetween(min: number, max: number, random: Random): number {
  return min + Math.floor(random() * (max - min + 1))
}
