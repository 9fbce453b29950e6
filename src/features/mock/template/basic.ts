import {
  countArg,
  type Generator,
  type GeneratorTools,
  many,
  numberArg,
  pickCharacter,
  textArg,
  whole,
} from './generator-tools.ts'

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const number = '0123456789'
const symbol = '!@#$%^&*()[]'
const pools = new Map([
  ['lower', lower],
  ['upper', upper],
  ['number', number],
  ['symbol', symbol],
  ['alpha', lower + upper],
])
const anySign = lower + upper + number + symbol

/** Returns the characters that an argument names, or the argument itself. */
const poolOf = (named: string | undefined): string =>
  named === undefined || named === '' ? anySign : (pools.get(named.toLowerCase()) ?? named)

const largest = Number.MAX_SAFE_INTEGER

/** Returns `count` random lower-case letters. */
export const randomLowercase = (tools: GeneratorTools, count: number): string =>
  many(tools, count, () => pickCharacter(tools, lower))

/** Returns `count` random digits. */
export const randomDigits = (tools: GeneratorTools, count: number): string =>
  many(tools, count, () => pickCharacter(tools, number))

/** True or false with equal probability; with `min`, `max` and a value: that value in `min` of `min + max` cases. */
const boolean: Generator = ({ random }, [min, max, value]) => {
  if (value === undefined) return random() < 0.5
  const [is, not] = [Math.max(0, numberArg(min) ?? 1), Math.max(0, numberArg(max) ?? 1)]
  const current = value === true || value === 'true' || value === 1
  return random() * (is + not) < is ? current : !current
}

const natural: Generator = (tools, [min, max]) =>
  whole(tools, Math.max(0, numberArg(min) ?? 0), Math.max(0, numberArg(max) ?? largest))

const integer: Generator = (tools, [min, max]) => whole(tools, numberArg(min) ?? -largest, numberArg(max) ?? largest)

/** Returns a number from a whole part and `places` decimal places, the last of which is not 0. */
export function decimal(tools: GeneratorTools, wholePart: number, places: number): number {
  const count = Math.min(17, Math.max(0, places))
  if (count === 0) return wholePart
  return Number(`${wholePart}.${randomDigits(tools, count - 1)}${pickCharacter(tools, number.slice(1))}`)
}

const float: Generator = (tools, [min, max, fewest, most]) => {
  const places = whole(tools, Math.min(17, numberArg(fewest) ?? 0), Math.min(17, numberArg(most) ?? 17))
  return decimal(tools, whole(tools, numberArg(min) ?? -largest, numberArg(max) ?? largest), places)
}

const character: Generator = (tools, [pool]) => pickCharacter(tools, poolOf(textArg(pool)))

/**
 * Returns characters of a pool: how many of which, as `pool`, `pool, length`, `pool, min, max`, `length` or `min, max`.
 */
export function fromPool(
  tools: GeneratorTools,
  args: readonly unknown[],
  usual: readonly [number, number],
  pool: (named: string | undefined) => string,
): string {
  const isCounted = numberArg(args[0]) !== undefined && args.length < 3
  const signs = pool(isCounted ? undefined : textArg(args[0]))
  const count = countArg(tools, args, usual, isCounted ? 0 : 1)
  return many(tools, count, () => pickCharacter(tools, signs))
}

const string: Generator = (tools, args) => fromPool(tools, args, [3, 7], poolOf)

/** Numbers from `start` up to `stop`, or from 0 if one is given. */
const range: Generator = ({ budget: work }, [first, second, by]) => {
  const start = second === undefined ? 0 : (numberArg(first) ?? 0)
  const stop = (second === undefined ? numberArg(first) : numberArg(second)) ?? 0
  const step = numberArg(by) || 1
  const list: number[] = []
  for (let at = start; step > 0 ? at < stop : at > stop; at += step) {
    work.step()
    list.push(at)
  }
  return list
}

const die =
  (sides: number): Generator =>
  (tools) =>
    whole(tools, 1, sides)

/** Numbers, characters and booleans. Source: the documented placeholders of Mock.js. */
export const basic: Record<string, Generator> = {
  boolean,
  bool: boolean,
  natural,
  integer,
  int: integer,
  float,
  character,
  char: character,
  string,
  str: string,
  range,
  d4: die(4),
  d6: die(6),
  d8: die(8),
  d12: die(12),
  d20: die(20),
  d100: die(100),
}
