/** A block of a `.bru` file: its name (`get`, `params:query`, `docs`), and its content without indentation. */
export interface BruBlock {
  name: string
  text: string
}

/** One line of a block of pairs. */
export interface BruPair {
  name: string
  value: string
  /** Marked with `~`. */
  isOff: boolean
}

/**
 * Splits a text in Bruno's markup into its blocks; undefined when it has none. A block begins with `name {` or `name [`
 * at the start of a line and ends with the closing bracket at the start of a line.
 */
export function readBru(text: string): BruBlock[] | undefined {
  const blocks: BruBlock[] = []
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, bracket] = /^([a-z][\w-]*(?::[\w-]+)*)\s*([{[])\s*$/i.exec(lines[at] ?? '') ?? []
    if (name === undefined) {
      if ((lines[at] ?? '').trim() !== '' && blocks.length === 0) return undefined
      continue
    }
    const end = lines.findIndex((line, index) => index > at && line.trimEnd() === (bracket === '{' ? '}' : ']'))
    const last = end < 0 ? lines.length : end
    const inside = lines.slice(at + 1, last).map((line) => line.replace(/^ {1,2}|^\t/, ''))
    blocks.push({ name: name.toLowerCase(), text: inside.join('\n') })
    at = last
  }
  return blocks.length > 0 ? blocks : undefined
}

/** Returns the pairs of a block. A value in three quotation marks may have several lines. */
export function bruPairs(text: string): BruPair[] {
  const pairs: BruPair[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const [, off, quoted, plain = '', value = ''] =
      /^\s*(~?)(?:"((?:[^"\\]|\\.)*)"|([^:]*?))\s*:\s?(.*)$/.exec(line) ?? []
    if (value === '' && plain === '' && quoted === undefined) {
      const bare = line.trim().replace(/,$/, '')
      if (bare !== '') pairs.push({ name: bare.replace(/^~/, ''), value: '', isOff: bare.startsWith('~') })
      continue
    }
    let whole = value.trim()
    if (whole.startsWith("'''")) {
      const parts = [whole.slice(3)]
      while (!(parts.at(-1) ?? '').includes("'''") && at + 1 < lines.length) parts.push(lines[(at += 1)] ?? '')
      whole = parts
        .join('\n')
        .replace(/'''[^]*$/, '')
        .replace(/^\n|\n\s*$/g, '')
    }
    pairs.push({ name: quoted?.replaceAll('\\"', '"') ?? plain.trim(), value: whole, isOff: off === '~' })
  }
  return pairs
}
