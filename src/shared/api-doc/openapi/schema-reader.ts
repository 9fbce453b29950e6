import { plainOrCode } from '#shared/markdown/write.ts'
import { type ApiRow, apiRow } from '../api-page-json.ts'
import { toDisplayText } from '../json-text.ts'
import { joinRemarks } from '../remark.ts'
import { objectFields, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import { keywordsOf } from './keywords.ts'
import { findTarget } from './pointer.ts'
import { combined, findExample, merged, plainExample, refName, schemaName } from './schema-helpers.ts'

// Source: security rules 3, import and export. The budgets are ours: a genuine description needs far less.
const depthMost = 20
const nodesOfOperation = 5000
// A page of more rows is too long to read, and a description can have hundreds of them.
const nodesOfTree = 1000
/** How deep the fields of an operation are listed: less deep when there are too many of them, and the last one always. */
const depths = [depthMost, 6, 4, 3, 2] as const
const nodesOfFile = 2_000_000
/** The position of a schema: the references followed so far, and its depth. */
interface At {
  trail: readonly string[]
  depth: number
}

const start: At = { trail: [], depth: 0 }

/** A schema with its references followed and its `allOf` merged. */
interface Resolved {
  schema: UnknownObject
  at: At
  /** The name of the referenced schema, as it occurs in the file. */
  name: string
  /** It refers to itself, is too deep, or is outside the file: its content is unknown. */
  isCut: boolean
}

/** Whether a schema has anything to list below its own row. */
const hasFields = ({ properties, patternProperties, items, oneOf, anyOf }: UnknownObject): boolean =>
  [properties, patternProperties, oneOf, anyOf].some((one) => one !== undefined) ||
  toObject(items)?.['$ref'] !== undefined ||
  toObject(items)?.['properties'] !== undefined

/**
 * Reads the schemas of one API description. References inside the file are followed, with limits on everything that
 * could be endless. No address is ever opened.
 */
export class SchemaReader {
  readonly #root: UnknownObject
  readonly #targets = new Map<string, unknown>()
  #left = nodesOfFile
  #leftHere = nodesOfOperation
  /** The references that were followed; schemas without references are listed separately. */
  readonly used = new Set<string>()
  /** Something was left out because the description grows without end; reported once per operation. */
  wasCut = false
  #isFull = false
  #deepest: number = depthMost

  constructor(root: UnknownObject) {
    this.#root = root
  }

  /** Begins another operation with its own budget. */
  begin(): void {
    this.#start(depthMost, nodesOfOperation)
  }

  /**
   * Begins another operation, and reads it as deep as it has no more fields than a person can read: what is near the top
   * of a schema matters, and would be missing when the first of its branches had used up the budget.
   */
  readTree<T>(read: () => T): T {
    for (const depth of depths.slice(0, -1)) {
      this.#start(depth, nodesOfTree)
      const found = read()
      if (!this.#isFull) return found
    }
    this.#start(depths.at(-1) ?? depthMost, nodesOfOperation)
    return read()
  }

  #start(depth: number, nodes: number): void {
    this.#leftHere = nodes
    this.#deepest = depth
    this.#isFull = false
    this.wasCut = false
  }

  /**
   * Returns the object that a reference points to, or the object itself; undefined for a missing or external target.
   */
  object(value: unknown, trail: readonly string[] = []): UnknownObject | undefined {
    const given = toObject(value)
    const ref = toText(given?.['$ref'])
    if (!given || ref === '') return given
    if (trail.includes(ref) || trail.length >= depthMost) return undefined
    const target = this.target(ref)
    const found = target && this.object(target, [...trail, ref])
    if (!found) return undefined
    const { $ref: _, ...neighbour } = given
    return { ...found, ...neighbour }
  }

  /** Returns the rows of a schema's fields, with dotted names; for a plain value, one row without a name. */
  rows(value: unknown): ApiRow[] {
    const rows: ApiRow[] = []
    const { schema, at } = this.#resolve(value, start)
    this.#below(rows, '', schema, { ...at, depth: 0 })
    return rows
  }

  /**
   * Returns what a schema says of the whole value, which no row of a field has: its name, type, title, description and
   * keywords; empty when it says nothing but its type.
   */
  about(value: unknown): string {
    const { schema, name } = this.#resolve(value, start)
    const { enum: _, ...said } = schema
    const own = findExample(schema)
    const isPlain = !['object', 'array', ''].includes(toText(schema['type']))
    const remark = this.#remarkOf(isPlain ? schema : said, '')
    if (remark === '' && !isPlain) return ''
    const type = isPlain ? this.#typeOf(schema, name) : ''
    const example = isPlain && own !== undefined ? plainOrCode(toDisplayText(own)) : ''
    return joinRemarks(...new Set([name, type, remark, example]))
  }

  /** Returns the row of one value of a schema: its type, example and all its keywords. */
  row(name: string, value: unknown, isRequired: boolean, description = ''): ApiRow {
    const resolved = this.#resolve(value, start)
    return this.#row(name, resolved, isRequired, description)
  }

  /** Returns the row of a value, and the rows of its fields. */
  rowsNamed(name: string, value: unknown, isRequired: boolean, description = ''): ApiRow[] {
    const resolved = this.#resolve(value, start)
    const rows = [this.#row(name, resolved, isRequired, description)]
    this.#below(rows, name, resolved.schema, { ...resolved.at, depth: 0 })
    return rows
  }

  /** Returns a value that matches a schema, built from its examples where it has some. */
  example(value: unknown): unknown {
    return this.#example(value, start)
  }

  /** Returns the direct fields of an object schema: name, schema, and whether it is required. */
  fields(value: unknown): { name: string; schema: unknown; isRequired: boolean }[] {
    const { schema } = this.#resolve(value, start)
    const required = Array.isArray(schema['required']) ? schema['required'] : []
    const fields = Object.entries(toObject(schema['properties']) ?? {})
    return fields.map(([name, field]) => ({ name, schema: field, isRequired: required.includes(name) }))
  }

  /** Whether a reference to a local definition of that name was followed. */
  #isUsed(name: string): boolean {
    return [...this.used].some((ref) => /\/(?:\$defs|definitions)\//.test(ref) && refName(ref) === name)
  }

  #spend(): boolean {
    this.#left -= 1
    this.#leftHere -= 1
    if (this.#left >= 0 && this.#leftHere >= 0) return true
    this.#isFull = true
    this.wasCut = true
    return false
  }

  /** Returns what a reference inside the file points to; undefined for anything else. */
  target(ref: string): unknown {
    if (!ref.startsWith('#')) return undefined
    if (this.used.has(ref)) return this.#targets.get(ref)
    this.used.add(ref)
    const found = findTarget(this.#root, ref)
    this.#targets.set(ref, found)
    return found
  }

  #resolve(value: unknown, at: At): Resolved {
    const given = toObject(value) ?? {}
    const ref = toText(given['$ref'])
    if (ref !== '') return this.#follow(ref, given, at)
    const parts = Array.isArray(given['allOf']) ? given['allOf'] : []
    if (parts.length === 0) return { schema: given, at, name: '', isCut: false }
    if (at.depth >= depthMost) return this.#cut(given, at, '')
    const below = { trail: at.trail, depth: at.depth + 1 }
    const { allOf: _, ...own } = given
    let schema: UnknownObject = {}
    let trail = at.trail
    const names: string[] = []
    for (const part of parts) {
      if (!this.#spend()) break
      const one = this.#resolve(part, below)
      schema = combined(schema, one.schema)
      trail = [...new Set([...trail, ...one.at.trail])]
      if (one.name !== '') names.push(one.name)
    }
    return { schema: combined(schema, own), at: { ...below, trail }, name: names.join(' + '), isCut: false }
  }

  #follow(ref: string, given: UnknownObject, at: At): Resolved {
    const name = refName(ref)
    const { $ref: _, ...beside } = given
    if (at.trail.includes(ref)) return { ...this.#cut(beside, at, name), isCut: true }
    const target = this.target(ref)
    if (at.depth >= depthMost || !toObject(target)) {
      const remark = toObject(target) ? beside : { ...beside, $ref: ref }
      return this.#cut(remark, at, name)
    }
    const found = this.#resolve(target, { trail: [...at.trail, ref], depth: at.depth + 1 })
    // a copy of a large schema for each reference to it would take seconds
    const schema = Object.keys(beside).length === 0 ? found.schema : merged(found.schema, beside)
    return { ...found, schema, name: name || found.name }
  }

  #cut(schema: UnknownObject, at: At, name: string): Resolved {
    return { schema, at, name, isCut: true }
  }

  #row(name: string, { schema, name: of }: Resolved, isRequired: boolean, description: string): ApiRow {
    const value = findExample(schema)
    return apiRow(name, {
      type: this.#typeOf(schema, of),
      value: value === undefined ? '' : toDisplayText(value),
      require: isRequired ? '1' : '0',
      remark: this.#remarkOf(schema, description),
    })
  }

  #typeOf(schema: UnknownObject, name: string): string {
    const { type, items } = schema
    if (Array.isArray(type)) return type.map(toText).join(' | ')
    const known = toText(type)
    if (known === 'array' || (known === '' && items !== undefined)) {
      const item = this.#resolve(items, { trail: [], depth: depthMost - 2 })
      const of = toText(item.schema['type']) || item.name
      return of === '' ? 'array' : `array[${of}]`
    }
    if (known !== '') return known
    if (schema['properties'] !== undefined || schema['additionalProperties'] !== undefined) return 'object'
    if (Array.isArray(schema['oneOf'])) return 'oneOf'
    if (Array.isArray(schema['anyOf'])) return 'anyOf'
    const { enum: choice, const: only } = schema
    const sample = only ?? (Array.isArray(choice) ? choice[0] : undefined)
    if (sample !== undefined && sample !== null && typeof sample !== 'object') return typeof sample
    return name || 'any'
  }

  /** The remarks of schemas without a description of their own place: models are named again and again. */
  readonly #remarks = new WeakMap<UnknownObject, string>()

  #remarkOf(schema: UnknownObject, description: string): string {
    if (description !== '') return this.#writeRemark(schema, description)
    const known = this.#remarks.get(schema) ?? this.#writeRemark(schema, '')
    this.#remarks.set(schema, known)
    return known
  }

  #writeRemark(schema: UnknownObject, description: string): string {
    const texts = [description, toText(schema['description'])].filter((text) => text !== '')
    // a title that begins the description, or only names the schema, would be read twice
    const title = toText(schema['title'])
    const isSaid = texts.some((text) => text.toLowerCase().includes(title.toLowerCase()))
    const words = isSaid ? texts : [...(texts.length === 0 || title !== '' ? [title] : []), ...texts]
    return joinRemarks(...new Set(words), keywordsOf(schema))
  }

  #below(rows: ApiRow[], prefix: string, schema: UnknownObject, at: At): void {
    if (at.depth >= this.#deepest) {
      this.wasCut ||= hasFields(schema)
      return
    }
    const below: At = { trail: at.trail, depth: at.depth + 1 }
    const required = Array.isArray(schema['required']) ? schema['required'] : []
    const add = (name: string, value: unknown, isRequired = false, description = '') => {
      if (!this.#spend()) return
      const resolved = this.#resolve(value, below)
      rows.push(this.#row(name, resolved, isRequired, description))
      if (!resolved.isCut) this.#below(rows, name, resolved.schema, { ...resolved.at, depth: below.depth })
    }
    const dot = prefix === '' ? '' : `${prefix}.`
    for (const [name, value] of Object.entries(toObject(schema['properties']) ?? {}))
      add(dot + name, value, required.includes(name))
    for (const [name, value] of Object.entries(toObject(schema['$defs']) ?? {}))
      if (!this.#isUsed(name)) add(`${dot}$defs.${name}`, value)
    for (const [pattern, value] of objectFields(schema['patternProperties'])) add(`${dot}/${pattern}/`, value)
    if (toObject(schema['additionalProperties'])) add(`${dot}*`, schema['additionalProperties'])
    if (Array.isArray(schema['prefixItems']))
      schema['prefixItems'].forEach((value, index) => add(`${prefix}[${index}]`, value))
    if (toObject(schema['items'])) this.#items(rows, prefix, schema['items'], below)
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const variants = Array.isArray(schema[kind]) ? schema[kind] : []
      variants.forEach((value, index) => add(`${prefix}(${kind} ${index + 1})`, value, false, schemaName(value)))
    }
  }

  /**
   * Adds the fields of a list's items, named `list[].field`; items that are plain values only need a row when they are
   * described.
   */
  #items(rows: ApiRow[], prefix: string, items: unknown, at: At): void {
    if (!this.#spend()) return
    const resolved = this.#resolve(items, at)
    const name = `${prefix}[]`
    const row = this.#row(name, resolved, false, '')
    if (prefix === '' || row.remark !== '' || row.value !== '') rows.push(row)
    if (!resolved.isCut) this.#below(rows, name, resolved.schema, { ...resolved.at, depth: at.depth })
  }

  #example(value: unknown, at: At): unknown {
    if (!this.#spend()) return null
    const { schema, at: here, isCut } = this.#resolve(value, at)
    const given = findExample(schema)
    if (given !== undefined) return given
    const below: At = { trail: here.trail, depth: at.depth + 1 }
    const [variant] = [schema['oneOf'], schema['anyOf']].flatMap((list) => (Array.isArray(list) ? list : []))
    const properties = Object.entries(toObject(schema['properties']) ?? {})
    const type = Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type']
    const ends = isCut || below.depth >= this.#deepest
    if (properties.length > 0 || type === 'object')
      return ends ? {} : this.#exampleObject(properties, schema, variant, below)
    if (type === 'array' || schema['items'] !== undefined)
      return ends || schema['items'] === undefined ? [] : [this.#example(schema['items'], below)]
    if (variant !== undefined && !ends) return this.#example(variant, below)
    if (isCut) return {}
    return plainExample(toText(type), toText(schema['format']))
  }

  #exampleObject(properties: [string, unknown][], schema: UnknownObject, variant: unknown, at: At): UnknownObject {
    const entries = properties.map(([name, field]): [string, unknown] => [name, this.#example(field, at)])
    const more = toObject(schema['additionalProperties'])
    if (entries.length === 0 && more) entries.push(['key', this.#example(more, at)])
    const own = Object.fromEntries(entries)
    return variant === undefined ? own : { ...toObject(this.#example(variant, at)), ...own }
  }
}
