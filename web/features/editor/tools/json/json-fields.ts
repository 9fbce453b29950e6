import { createScanner, type Node } from 'jsonc-parser'
import { type JsonError, parseJson } from './json-error.ts'
import { tokens } from './json-format.ts'

/** A field of a JSON text. */
export interface JsonField {
  /** Empty for a value that is not a field of an object. */
  name: string
  /** The names on the path to it; `[]` for the elements of a list. */
  path: string
  /** 0 for the fields of the outermost object. */
  depth: number
  /** `string`, `integer`, `object[]`, `string/null` ... */
  type: string
  /** Whether every object that could have the field has it. */
  isRequired: boolean
  /** The first value, as written in the text; empty for objects and lists. */
  example: string
  /** What comments say about it. */
  note: string
}

/** The deepest nesting of JSON that is described. */
const deepest = 100

/** What was found at one path, in all elements of the lists around it. */
class Shape {
  readonly types = new Set<string>()
  readonly fields = new Map<string, Shape>()
  items: Shape | undefined
  /** The number of objects at this path. */
  objects = 0
  /** The number of objects that have it as a field. */
  seen = 0
  example = ''
  note = ''

  typeName(): string {
    return this.#typeNames().join('/')
  }

  #typeNames(): string[] {
    const types = new Set(this.types)
    if (types.has('number')) types.delete('integer')
    if (types.has('array')) {
      types.delete('array')
      types.add(this.items ? this.items.elementName() : 'array')
    }
    return [...types]
  }

  elementName(): string {
    const names = this.#typeNames()
    return names.length > 1 ? `(${names.join('/')})[]` : `${names.join('')}[]`
  }
}

class Reader {
  readonly #text: string
  readonly #notes: Map<number, string>

  constructor(text: string, notes: Map<number, string>) {
    this.#text = text
    this.#notes = notes
  }

  read(shape: Shape, node: Node): void {
    const { type, offset, length, children = [] } = node
    if (type === 'object') this.#object(shape, children)
    else if (type === 'array') {
      shape.types.add('array')
      for (const child of children) {
        shape.items ??= new Shape()
        this.read(shape.items, child)
      }
    } else {
      const source = this.#text.slice(offset, offset + length)
      shape.types.add(type === 'number' && /^-?\d+$/.test(source) ? 'integer' : type)
      if (shape.example === '' && type !== 'null') shape.example = source
    }
  }

  #object(shape: Shape, properties: readonly Node[]): void {
    shape.types.add('object')
    shape.objects += 1
    const here = new Set<string>()
    for (const { children = [] } of properties) {
      const [name, value] = children
      if (!name || !value) continue
      const key = String(name.value)
      const field = shape.fields.get(key) ?? new Shape()
      shape.fields.set(key, field)
      if (!here.has(key)) field.seen += 1
      here.add(key)
      field.note ||= this.#notes.get(name.offset) ?? ''
      this.read(field, value)
    }
  }
}

function list(shape: Shape, path: string, depth: number, out: JsonField[]): void {
  for (const [name, field] of shape.fields) {
    const own = path === '' ? name : `${path}.${name}`
    out.push({
      name,
      path: own,
      depth,
      type: field.typeName(),
      isRequired: field.seen >= shape.objects,
      example: field.example || (field.items?.types.has('object') ? '' : (field.items?.example ?? '')),
      note: field.note,
    })
    below(field, own, depth + 1, out)
  }
}

function below(field: Shape, path: string, depth: number, out: JsonField[]): void {
  list(field, path, depth, out)
  if (field.items) below(field.items, `${path}[]`, depth, out)
}

const nameOffsets = (root: Node): Set<number> => {
  const names = new Set<number>()
  const open: { node: Node; depth: number }[] = [{ node: root, depth: 0 }]
  for (let one = open.pop(); one; one = open.pop()) {
    const { node, depth } = one
    if (depth > deepest * 2) throw new RangeError('too deep') // each property counts as a separate level
    if (node.type === 'property' && node.children?.[0]) names.add(node.children[0].offset)
    for (const child of node.children ?? []) open.push({ node: child, depth: depth + 1 })
  }
  return names
}

const wordsOf = (comment: string): string =>
  comment
    .replace(/^\/\/+|^\/\*+|\*+\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*+ ?/, '').trim())
    .filter(Boolean)
    .join(' ')

/**
 * Returns what the comments of a JSON text say about its properties, by the offset of the property's name: a comment
 * after a property on its line, or on the lines before it.
 *
 * @param names the offsets of the names of properties
 */
function parseJsonComments(text: string, names: ReadonlySet<number>): Map<number, string> {
  const notes = new Map<number, string>()
  if (!/\/[/*]/.test(text)) return notes
  const add = (name: number, words: string) => {
    if (words) notes.set(name, [notes.get(name), words].filter(Boolean).join(' '))
  }
  const scanner = createScanner(text)
  let waiting: { words: string; line: number; isBlock: boolean; behind: number | undefined }[] = []
  let line = 0
  let depth = 0
  /** The last property on each enclosing level. */
  let last: { name: number; line: number }[] = []
  let tokenLine = -1
  /** Returns the property that precedes a comment on its line; undefined at the beginning of a line. */
  const lastOnLine = () => {
    const onLine = last.slice(0, depth + 1).findLast((one) => one?.line === line)
    return (onLine ?? (tokenLine === line ? last[depth] : undefined))?.name
  }
  for (let kind = scanner.scan(); kind !== tokens.end; kind = scanner.scan()) {
    if (kind === tokens.lineBreak) line += 1
    if (kind === tokens.lineBreak || kind === tokens.blank) continue
    const offset = scanner.getTokenOffset()
    const source = text.slice(offset, offset + scanner.getTokenLength())
    if (kind === tokens.lineComment || kind === tokens.blockComment) {
      waiting.push({
        words: wordsOf(source),
        line,
        isBlock: kind === tokens.blockComment,
        behind: lastOnLine(),
      })
      line += source.split('\n').length - 1
      continue
    }
    tokenLine = line
    const isName = names.has(offset)
    for (const { words, behind, isBlock, line: at } of waiting) {
      const isBefore = isName && (behind === undefined || (isBlock && at === line))
      if (isBefore) add(offset, words)
      else if (behind !== undefined) add(behind, words)
    }
    waiting = []
    if (isName) last[depth] = { name: offset, line }
    if (source === '{' || source === '[') depth += 1
    if (source === '}' || source === ']') {
      depth -= 1
      last = last.slice(0, depth + 1)
    }
  }
  for (const { words, behind } of waiting) if (behind !== undefined) add(behind, words)
  return notes
}

/** Returns the fields of a JSON text, which may contain comments and trailing commas; or where it cannot be parsed. */
export const readJson = (text: string): { fields: JsonField[] } | { fault: JsonError } =>
  parseJson(text, (root) => {
    const shape = new Shape()
    new Reader(text, parseJsonComments(text, nameOffsets(root))).read(shape, root)
    const fields: JsonField[] = []
    below(shape, '', 0, fields)
    if (fields.length > 0) return { fields }
    const type = shape.typeName()
    const example = shape.example || (shape.items?.example ?? '')
    return { fields: [{ name: '', path: '', depth: 0, type, isRequired: true, example, note: '' }] }
  })
