import { toDisplayText } from '../json-text.ts'
import { escapedName } from '../openapi/pointer.ts'
import { combined, findExample, merged, refName, schemaName } from '../openapi/schema-helpers.ts'
import type { SchemaReader } from '../openapi/schema-reader.ts'
import { toList, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import { type Alternatives, type FieldContent, newField, noContent, once, type SchemaField } from './field.ts'
import { accessOf, choicesOf, factsOf, shortened } from './schema-facts.ts'

// More references or parts of one value than any description has; without a limit one could have no end.
const stepsMost = 500

/** A schema with its references followed and its `allOf` joined. */
interface Resolved {
  schema: UnknownObject
  /** The name of the component; empty for none. */
  model: string
  /** The references that lead to it, from the root. */
  trail: readonly string[]
  isRecursive: boolean
}

const isNullSchema = (value: unknown): boolean => toObject(value)?.['type'] === 'null'

/** Returns a schema with the keywords next to the reference to it; without any, the schema itself: it may be large. */
function withBeside(schema: UnknownObject, beside: UnknownObject): UnknownObject {
  const keys = Object.keys(beside)
  if (keys.length === 0) return schema
  const isPlain = !keys.includes('properties') && !keys.includes('required')
  return isPlain ? { ...schema, ...beside } : merged(schema, beside)
}

/** Reads the schemas of an API description as trees. Only what is opened is read, so no schema is too large or too deep. */
export class SchemaTree {
  readonly #reader: SchemaReader

  constructor(reader: SchemaReader) {
    this.#reader = reader
  }

  /** Returns the field that a schema describes. */
  field(name: string, value: unknown, isRequired = false): SchemaField {
    return this.#field(name, name, value, isRequired, [])
  }

  /** Returns a component as a field; undefined when there is none of that name. */
  model(name: string): SchemaField | undefined {
    const $ref = `#/components/schemas/${escapedName(name)}`
    return this.#reader.object({ $ref }) ? { ...this.field('', { $ref }), name } : undefined
  }

  #resolve(value: unknown, trail: readonly string[], steps = { left: stepsMost }): Resolved {
    const given = toObject(value) ?? {}
    const ref = toText(given['$ref'])
    if (steps.left-- <= 0) return { schema: given, model: refName(ref), trail, isRecursive: true }
    if (ref !== '') {
      const { $ref: _, ...beside } = given
      const target = this.#reader.target(ref)
      if (!toObject(target)) return { schema: { ...beside, $ref: ref }, model: refName(ref), trail, isRecursive: false }
      const found = this.#resolve(target, [...trail, ref], steps)
      return {
        schema: withBeside(found.schema, beside),
        model: refName(ref),
        trail: found.trail,
        isRecursive: trail.includes(ref) || found.isRecursive,
      }
    }
    const parts = toList(given['allOf'])
    if (parts.length === 0) return { schema: given, model: '', trail, isRecursive: false }
    const { allOf: _, ...own } = given
    let schema: UnknownObject = {}
    let below = trail
    const models: string[] = []
    let isRecursive = false
    for (const part of parts) {
      const one = this.#resolve(part, trail, steps)
      schema = combined(schema, one.schema)
      below = [...new Set([...below, ...one.trail])]
      isRecursive ||= one.isRecursive
      if (one.model !== '') models.push(one.model)
    }
    // a single part with a note beside it is still that model
    return {
      schema: combined(schema, own),
      model: models.length === 1 && parts.length === 1 ? (models[0] ?? '') : '',
      trail: below,
      isRecursive,
    }
  }

  /** Returns a schema without an alternative `null`, which its type says. */
  #withoutNull(resolved: Resolved): Resolved {
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const options = toList(resolved.schema[keyword])
      const others = options.filter((one) => !isNullSchema(one))
      if (options.length === 0 || others.length === options.length) continue
      const { [keyword]: _, ...rest } = resolved.schema
      if (others.length > 1) return { ...resolved, schema: { ...rest, [keyword]: others, 'x-null': true } }
      const only = this.#resolve(others[0], resolved.trail)
      return { ...only, schema: { ...merged(only.schema, rest), 'x-null': true } }
    }
    return resolved
  }

  #field(key: string, name: string, value: unknown, isRequired: boolean, trail: readonly string[]): SchemaField {
    const resolved = this.#withoutNull(this.#resolve(value, trail))
    const { schema } = resolved
    const items = this.#itemsOf(resolved)
    const last = items.at(-1) ?? resolved
    const inner = items.length > 0 ? last.schema : {}
    const isList = items.length > 0
    const example = exampleOf(schema)
    const description = toText(schema['description']) || (isList ? toText(inner['description']) : '')
    const title = toText(schema['title'])
    return newField({
      key,
      name,
      type: this.#typeOf(resolved, items),
      model: last.model,
      isRequired,
      isDeprecated: schema['deprecated'] === true,
      access: accessOf(schema),
      description:
        title === '' || title === last.model || description.toLowerCase().includes(title.toLowerCase())
          ? description
          : [title, description].filter((text) => text !== '').join(' · '),
      facts: [...factsOf(schema, ''), ...(isList ? factsOf(inner, 'items.') : [])],
      choices: choicesOf(schema).length > 0 ? choicesOf(schema) : choicesOf(inner),
      example: example === '' && isList ? exampleOf(inner) : example,
      isRecursive: resolved.isRecursive || last.isRecursive,
      schema,
      hasContent: hasContent(last.schema),
      open: once(() => this.#content(last)),
    })
  }

  /** Returns the schema of the items of a list, and of the items of those; empty for any other value. */
  #itemsOf(resolved: Resolved): Resolved[] {
    const all: Resolved[] = []
    let at = resolved
    while (toObject(at.schema['items']) && at.schema['prefixItems'] === undefined && all.length < 8) {
      const wasRecursive = at.isRecursive
      at = this.#withoutNull(this.#resolve(at.schema['items'], at.trail))
      at = { ...at, isRecursive: at.isRecursive || wasRecursive }
      all.push(at)
      if (at.isRecursive) break
    }
    return all
  }

  #typeOf({ schema, model }: Resolved, items: readonly Resolved[]): string {
    const lists = items.map(() => 'array of ').join('')
    const last = items.at(-1)
    const own = last ? `${lists}${plainType(last.schema, last.model)}` : plainType(schema, model)
    const isNullable = schema['x-null'] === true || (toList(schema['type']).includes('null') && items.length > 0)
    return isNullable ? `${own} | null` : own
  }

  #content({ schema, trail }: Resolved): FieldContent {
    if (!hasContent(schema)) return noContent
    const required = new Set(toList(schema['required']))
    const one = (key: string, name: string, value: unknown, isRequired = false) =>
      this.#field(key, name, value, isRequired, trail)
    const fields = Object.entries(toObject(schema['properties']) ?? {}).map(([name, value]) =>
      one(name, name, value, required.has(name)),
    )
    for (const [pattern, value] of Object.entries(toObject(schema['patternProperties']) ?? {}))
      fields.push(one(`/${pattern}/`, `/${pattern}/`, value))
    if (toObject(schema['additionalProperties'])) fields.push(one('*', '*', schema['additionalProperties']))
    toList(schema['prefixItems']).forEach((value, at) => fields.push(one(`[${at}]`, `[${at}]`, value)))
    if (schema['prefixItems'] !== undefined && toObject(schema['items'])) fields.push(one('[]', '[…]', schema['items']))
    const discriminator = toObject(schema['discriminator'])
    const alternatives = (['oneOf', 'anyOf'] as const).flatMap((keyword): Alternatives[] => {
      const options = toList(schema[keyword])
      if (options.length === 0) return []
      return [
        {
          keyword,
          discriminator: toText(discriminator?.['propertyName']),
          options: options.map((value, at) => {
            const field = one(`(${keyword} ${at + 1})`, '', value)
            const said = valueOfDiscriminator(discriminator, value) || schemaName(value) || field.model
            return { ...field, name: said || field.choices.join(', ') || field.type }
          }),
        },
      ]
    })
    return { fields, alternatives }
  }
}

const valueOfDiscriminator = (discriminator: UnknownObject | undefined, value: unknown): string => {
  const ref = toText(toObject(value)?.['$ref'])
  const entry = Object.entries(toObject(discriminator?.['mapping']) ?? {}).find(
    ([, target]) => target === ref || (ref !== '' && target === refName(ref)),
  )
  return entry?.[0] ?? ''
}

// a model may have thousands of fields, and be the type of thousands
const knownFields = new WeakMap<UnknownObject, boolean>()

function hasFields(value: unknown): boolean {
  const object = toObject(value)
  if (!object) return false
  const known = knownFields.get(object) ?? Object.keys(object).length > 0
  knownFields.set(object, known)
  return known
}

function hasContent(schema: UnknownObject): boolean {
  return (
    hasFields(schema['properties']) ||
    hasFields(schema['patternProperties']) ||
    toObject(schema['additionalProperties']) !== undefined ||
    toList(schema['prefixItems']).length > 0 ||
    toList(schema['oneOf']).length > 0 ||
    toList(schema['anyOf']).length > 0
  )
}

function plainType(schema: UnknownObject, model: string): string {
  const { type } = schema
  if (Array.isArray(type)) return type.map(toText).join(' | ')
  const known = toText(type)
  const isMap = toObject(schema['additionalProperties']) && toObject(schema['properties']) === undefined
  if (known === 'object' || known === '') {
    if (isMap) return 'map'
    if (known !== '' || schema['properties'] !== undefined) return 'object'
  }
  if (known !== '') return known
  if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return 'array'
  if (Array.isArray(schema['oneOf'])) return 'oneOf'
  if (Array.isArray(schema['anyOf'])) return 'anyOf'
  const sample = schema['const'] ?? toList(schema['enum'])[0]
  if (sample !== undefined && sample !== null && typeof sample !== 'object') return typeof sample
  return model === '' ? 'any' : 'object'
}

/** Returns the example of a value; a default or a choice is shown as such. */
function exampleOf(schema: UnknownObject): string {
  const { default: _, const: __, enum: ___, ...rest } = schema
  const value = findExample(rest)
  return value === undefined ? '' : shortened(toDisplayText(value))
}
