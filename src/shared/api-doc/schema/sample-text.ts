import { isFound, PatternError, type PatternNode, parsePattern, parsePatternTree } from './pattern.ts'

/** Chooses a whole number from 0 to `count` - 1. */
export type Pick = (count: number) => number

const printable = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.@/ :+#=!$%&*,;?^~()[]{}<>|"\'\\`',
  '中',
  'é',
  '\n',
].map((sign) => sign.codePointAt(0) ?? 97)

// Longer texts help nobody as an example.
const charactersMost = 1_000

/** Returns a text that matches a pattern; undefined for one that is not understood, or that no short text matches. */
export function textOfPattern(pattern: string, pick: Pick, length: { min: number; max: number }): string | undefined {
  try {
    const tree = parsePatternTree(pattern, 'schema')
    const compiled = parsePattern(pattern, 'schema')
    // few repetitions first, then as many as a minimum length asks for
    for (const more of [0, 1, length.min, Math.ceil(length.min / 2)]) {
      const text = textOfNode(tree, pick, Math.min(more, charactersMost))
      if (text === undefined) continue
      const size = [...text].length
      if (size >= length.min && size <= length.max && isFound(compiled, text, { left: 200_000 })) return text
    }
    return undefined
  } catch (error) {
    if (error instanceof PatternError) return undefined
    throw error
  }
}

function textOfNode(tree: PatternNode, pick: Pick, more: number): string | undefined {
  const out: string[] = []
  const write = (node: PatternNode): boolean => {
    if (out.length > charactersMost) return false
    switch (node.kind) {
      case 'one': {
        if (node.sample !== undefined) return out.push(String.fromCodePoint(node.sample)) > 0
        const fitting = printable.filter(node.test)
        const code = fitting[pick(Math.min(fitting.length, 36))]
        return code !== undefined && out.push(String.fromCodePoint(code)) > 0
      }
      case 'all':
        return node.parts.every(write)
      case 'any': {
        const way = node.ways[pick(node.ways.length)]
        return way !== undefined && write(way)
      }
      case 'repeat': {
        const times = Math.min(node.max, node.min === 0 && more === 0 ? Math.min(node.max, 1) : node.min + more)
        for (let time = 0; time < times; time++) {
          const before = out.length
          if (!write(node.part)) return false
          if (out.length === before) break
        }
        return true
      }
      default:
        return true
    }
  }
  return write(tree) ? out.join('') : undefined
}

const two = (value: number): string => String(value).padStart(2, '0')
const hex = (pick: Pick, count: number): string => Array.from({ length: count }, () => pick(16).toString(16)).join('')

/** Returns a text of a format; undefined for one that is not known. With `isPlain`, the same for everybody. */
export function textOfFormat(format: string, pick: Pick, isPlain: boolean): string | undefined {
  const day = () => (isPlain ? '2024-01-31' : `2024-${two(1 + pick(12))}-${two(1 + pick(28))}`)
  const time = () => (isPlain ? '08:00:00Z' : `${two(pick(24))}:${two(pick(60))}:${two(pick(60))}Z`)
  const word = () => (isPlain ? 'name' : wordOf(pick))
  switch (format) {
    case 'date-time':
      return `${day()}T${time()}`
    case 'date':
      return day()
    case 'time':
      return time()
    case 'duration':
      return `P${1 + pick(30)}D`
    case 'email':
    case 'idn-email':
      return `${word()}@example.com`
    case 'uuid':
      return isPlain
        ? '00000000-0000-4000-8000-000000000000'
        : `${hex(pick, 8)}-${hex(pick, 4)}-4${hex(pick, 3)}-8${hex(pick, 3)}-${hex(pick, 12)}`
    case 'uri':
    case 'url':
    case 'iri':
      return isPlain ? 'https://example.com' : `https://example.com/${word()}`
    case 'uri-reference':
    case 'iri-reference':
      return `/${word()}`
    case 'uri-template':
      return `/${word()}/{id}`
    case 'ipv4':
      return `192.0.2.${isPlain ? 1 : 1 + pick(254)}`
    case 'ipv6':
      return `2001:db8::${isPlain ? 1 : hex(pick, 3)}`
    case 'hostname':
    case 'idn-hostname':
      return isPlain ? 'example.com' : `${word()}.example.com`
    case 'json-pointer':
      return `/${word()}`
    case 'regex':
      return '^[a-z]+$'
    case 'byte':
      return 'ZG9jc3RlYWQ='
    case 'password':
      return '********'
    default:
      return undefined
  }
}

const words =
  'amber,birch,cedar,delta,ember,fjord,grove,harbor,island,juniper,kernel,lagoon,maple,nectar,orchid,pearl'.split(',')

/** Returns a word. */
export const wordOf = (pick: Pick): string => words[pick(words.length)] ?? 'amber'

/** Returns a text of at least `min` and at most `max` characters that begins like `text`. */
export function fitText(text: string, min: number, max: number): string {
  const least = Math.min(min, charactersMost)
  const long = text.length >= least ? text : text.repeat(Math.ceil(least / Math.max(1, text.length))).slice(0, least)
  return long.slice(0, Math.max(0, max))
}
