import { type Generator, type GeneratorTools, numberArg, pickCharacter, pickOne, whole } from './generator-tools.ts'
import { areaCode } from './locations.ts'

/** Returns `count` elements of a list in random order. */
export function shuffled<T>(tools: GeneratorTools, list: readonly T[], count = list.length): T[] {
  tools.budget.step(list.length)
  const rest = [...list]
  for (let at = rest.length - 1; at > 0; at--) {
    const other = whole(tools, 0, at)
    const [one, two] = [rest[at] as T, rest[other] as T]
    rest[at] = two
    rest[other] = one
  }
  return rest.slice(0, count)
}

/** Returns the choices: a list, the arguments themselves, or the characters of one text. */
const listOf = (args: readonly unknown[]): readonly unknown[] =>
  Array.isArray(args[0]) ? args[0] : args.length > 1 || typeof args[0] !== 'string' ? args : [...args[0]]

const pick: Generator = (tools, args) => {
  const list = listOf(args)
  return list.length === 0 ? '' : pickOne(tools, list)
}

const shuffle: Generator = (tools, args) => {
  const [list, fewest, most] = args
  if (!Array.isArray(list)) return shuffled(tools, listOf(args))
  const min = numberArg(fewest)
  return shuffled(tools, list, min === undefined ? list.length : Math.max(0, whole(tools, min, numberArg(most) ?? min)))
}

const hexSigns = (tools: GeneratorTools, count: number): string => {
  let text = ''
  for (let made = 0; made < count; made++) text += pickCharacter(tools, '0123456789ABCDEF')
  return text
}

const guid: Generator = (tools) => [8, 4, 4, 4, 12].map((count) => hexSigns(tools, count)).join('-')

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** A Chinese identity card number, with its check digit. Source: GB 11643-1999. */
const id: Generator = (tools) => {
  const day = new Date(Date.UTC(1950, 0, 1) + whole(tools, 0, 60 * 365) * 86_400_000)
  const born = day.toISOString().slice(0, 10).replaceAll('-', '')
  const digits = `${areaCode(tools)}${born}${String(whole(tools, 0, 999)).padStart(3, '0')}`
  const sum = weights.reduce((all, weight, at) => all + weight * Number(digits[at]), 0)
  return `${digits}${'10X98765432'[sum % 11]}`
}

const increment: Generator = ({ counter }, [step]) => {
  counter.value += numberArg(step) ?? 1
  return counter.value
}

/** Pickers, shuffles and counters. Source: the documented placeholders of Mock.js. */
export const helpers: Record<string, Generator> = {
  pick,
  shuffle,
  guid,
  uuid: guid,
  id,
  increment,
  inc: increment,
}
