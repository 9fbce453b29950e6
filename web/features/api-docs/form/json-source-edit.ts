import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser'

/** The path to a value in a document. */
export type Path = readonly (string | number)[]

/** A fault in a text; line and column count from 1. */
export interface Fault {
  kind: 'syntax' | 'twice' | 'shape'
  line: number
  column: number
  /** The key or path at fault; empty for a syntax fault. */
  name: string
}

/** A parsed JSON text that can be edited in place while all other bytes stay the same. */
export interface Source {
  text: string
  root: Node
  value: unknown
}

/** Returns the line and column of an offset, both from 1. */
export function getLineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/)
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** Returns the offset where a line starts, counting from 1. */
export function offsetOfLine(text: string, line: number): number {
  let offset = 0
  for (const [found] of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    if (line <= 1 || found === '') break
    offset += found.length
    line -= 1
  }
  return offset
}

const children = (node: Node | undefined): Node[] => node?.children ?? []

const keyOf = (property: Node): string => String(property.children?.[0]?.value)

function repeatedKey(node: Node): Node | undefined {
  const keys = new Set<string>()
  for (const child of children(node)) {
    if (child.type === 'property') {
      if (keys.has(keyOf(child))) return child.children?.[0]
      keys.add(keyOf(child))
    }
    const inside = child.type === 'string' || child.type === 'number' ? undefined : repeatedKey(child)
    if (inside) return inside
  }
  return undefined
}

/** Returns the position where a text stops being valid JSON; undefined when it is valid. */
export function syntaxFault(text: string): Fault | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const errors: ParseError[] = []
    parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
    const reported = / position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    const offset = errors[0]?.offset ?? Number(reported ?? text.length)
    return { kind: 'syntax', name: '', ...getLineAndColumn(text, offset) }
  }
}

/** Parses a text for editing in place. A duplicate key is a fault, because it is ambiguous. */
export function readSource(text: string): Source | Fault {
  const fault = syntaxFault(text)
  if (fault) return fault
  const root = parseTree(text)
  if (!root) return { kind: 'syntax', name: '', line: 1, column: 1 }
  const twice = repeatedKey(root)
  if (twice) return { kind: 'twice', name: String(twice.value), ...getLineAndColumn(text, twice.offset) }
  return { text, root, value: JSON.parse(text) }
}

/** Whether parsing returned a fault. */
export const isFault = (read: object): read is Fault => 'kind' in read

/** Returns the node at a path; undefined when there is none. */
export const nodeAt = ({ root }: Source, path: Path): Node | undefined => findNodeAtLocation(root, [...path])

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')
const isSpread = (text: string): boolean => /[\r\n]/.test(text)

/** Returns the leading whitespace of the line that contains an offset. */
function indentAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
}

/** Returns the indentation unit of a document; two spaces when it has none. */
const unitOf = (text: string): string => /^\s*[{[][ \t]*(?:\r\n|\r|\n)([ \t]+)/.exec(text)?.[1] ?? '  '

/** Formats a value as text at the given indentation. */
function written(value: unknown, text: string, indent: string, spread: boolean): string {
  if (!spread) return JSON.stringify(value)
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', `${eolOf(text)}${indent}`)
}

const spliced = (text: string, from: number, to: number, by: string) => text.slice(0, from) + by + text.slice(to)

const isContainer = (node: Node) => node.type === 'object' || node.type === 'array'

/** Returns the layout of a container's children: the text before the first, between two, and after the last. */
function layoutOf(
  text: string,
  node: Node,
): { before: string; between: string; after: string; indent: string; spread: boolean } {
  const [first, second] = children(node)
  const last = children(node).at(-1)
  const end = node.offset + node.length - 1
  if (!first || !last) {
    const outer = indentAt(text, node.offset)
    const indent = outer + unitOf(text)
    if (!isSpread(text)) return { before: '', between: ',', after: '', indent: '', spread: false }
    const eol = eolOf(text)
    return { before: eol + indent, between: `,${eol}${indent}`, after: eol + outer, indent, spread: true }
  }
  const before = text.slice(node.offset + 1, first.offset)
  const between = second
    ? text.slice(first.offset + first.length, second.offset)
    : `,${before || (isSpread(text) ? ' ' : '')}`
  const spread = isSpread(before)
  // when the existing elements are on one line each, so is the new one
  const isLong =
    spread &&
    (!isContainer(first) ||
      children(first).length === 0 ||
      isSpread(text.slice(first.offset, first.offset + first.length)))
  return {
    before,
    between,
    after: text.slice(last.offset + last.length, end),
    indent: spread ? indentAt(text, first.offset) : '',
    spread: node.type === 'array' ? isLong : spread,
  }
}

const nested = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value)

/** Sets the value at a path and returns the new text; creates missing parents. `undefined` removes the value. */
export function setAt(source: Source, path: Path, value: unknown): string {
  const { text } = source
  const node = nodeAt(source, path)
  if (value === undefined) return node ? removed(text, node) : text
  if (node) {
    const spread = isSpread(text)
    const by = written(value, text, indentAt(text, node.parent?.offset ?? node.offset), spread)
    return spliced(text, node.offset, node.offset + node.length, by)
  }
  let depth = path.length - 1
  while (depth > 0 && !nodeAt(source, path.slice(0, depth))) depth -= 1
  const holder = nodeAt(source, path.slice(0, depth))
  const key = path[depth]
  if (!holder || key === undefined) return text
  const inner = nested(path.slice(depth + 1), value)
  const wanted = typeof key === 'number' ? 'array' : 'object'
  // PHP encodes an empty object as an empty list; null cannot hold a value either
  if (holder.type !== wanted) {
    const by = written(nested(path.slice(depth), value), text, indentAt(text, holder.offset), isSpread(text))
    return spliced(text, holder.offset, holder.offset + holder.length, by)
  }
  const layout = layoutOf(text, holder)
  const spread = isSpread(text) && (layout.spread || children(holder).length === 0)
  const own = written(inner, text, layout.indent, spread)
  const child = typeof key === 'number' ? own : `${JSON.stringify(key)}:${isSpread(text) ? ' ' : ''}${own}`
  const last = children(holder).at(-1)
  if (last) {
    const at = last.offset + last.length
    return spliced(text, at, at, layout.between + child)
  }
  return spliced(
    text,
    holder.offset,
    holder.offset + holder.length,
    [text[holder.offset], layout.before, child, layout.after, text[holder.offset + holder.length - 1]].join(''),
  )
}

function removed(text: string, node: Node): string {
  const child = node.parent?.type === 'property' ? node.parent : node
  const siblings = children(child.parent)
  const at = siblings.indexOf(child)
  const end = child.offset + child.length
  const next = siblings[at + 1]
  const former = siblings[at - 1]
  if (next) return spliced(text, child.offset, next.offset, '')
  if (former) return spliced(text, former.offset + former.length, end, '')
  const holder = child.parent
  return holder ? spliced(text, holder.offset + 1, holder.offset + holder.length - 1, '') : text
}

/** Returns the texts of the elements of a list, verbatim. */
export function elementTextsAt(source: Source, path: Path): string[] {
  const node = nodeAt(source, path)
  if (node?.type !== 'array') return []
  return children(node).map(({ offset, length }) => source.text.slice(offset, offset + length))
}

/** Returns the text of a new element of the list at a path, formatted like its neighbours. */
export function elementTextFor(source: Source, path: Path, value: unknown): string {
  const node = nodeAt(source, path)
  if (node?.type !== 'array') return JSON.stringify(value)
  const { indent, spread } = layoutOf(source.text, node)
  return written(value, source.text, indent, spread)
}

/** Adds an element to the list at a path, formatted like its neighbours. Creates the list when it is missing. */
export const appendAt = (source: Source, path: Path, value: unknown): string =>
  replaceAt(source, path, [...elementTextsAt(source, path), elementTextFor(source, path, value)])

/** Removes an element of the list at a path. */
export const removeAt = (source: Source, path: Path, at: number): string =>
  replaceAt(source, path, elementTextsAt(source, path).toSpliced(at, 1))

/** Replaces the elements of the list at a path, each verbatim. Creates the list when it is missing. */
export function replaceAt(source: Source, path: Path, pieces: readonly string[]): string {
  const { text } = source
  const node = nodeAt(source, path)
  if (node?.type !== 'array')
    return setAt(
      source,
      path,
      pieces.map((piece): unknown => JSON.parse(piece)),
    )
  const list = children(node)
  const { before, between, after } = layoutOf(text, node)
  const gaps = list.slice(1).map((child, at) => {
    const former = list[at]
    return former ? text.slice(former.offset + former.length, child.offset) : between
  })
  const body = pieces.map((piece, at) => (at === 0 ? piece : (gaps[at - 1] ?? between) + piece)).join('')
  const whole = pieces.length === 0 ? '[]' : `[${before}${body}${after}]`
  return spliced(text, node.offset, node.offset + node.length, whole)
}
