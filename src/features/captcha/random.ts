import { randomInt } from 'node:crypto'

/** Returns a number from 0 up to but not including 1, like `Math.random`. Tests pass their own. */
export type Random = () => number

const steps = 2 ** 32

/** Returns an unpredictable number from 0 up to but not including 1. */
export const secureRandom: Random = () => randomInt(steps) / steps

/** Returns a random element of `list`, each equally likely. */
export function pick<T>(list: readonly [T, ...T[]], random: Random): T {
  return list[Math.floor(random() * list.length)] ?? list[0]
}

/** Returns a random whole number from `min` to `max`, both included. */
export function wholeBetween(min: number, max: number, random: Random): number {
  return min + Math.floor(random() * (max - min + 1))
}
