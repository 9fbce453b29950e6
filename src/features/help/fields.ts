import { z } from 'zod'
import type { Lang } from '#src/core/i18n.ts'

/** The subset of JSON Schema that the contract's shapes use. */
export interface Shape {
  type?: string | string[]
  description?: string
  'x-description-zh'?: string
  anyOf?: Shape[]
  items?: Shape
  prefixItems?: Shape[]
  not?: Shape
  properties?: Record<string, Shape>
  additionalProperties?: Shape | false
  required?: string[]
  /** The shape of a text that contains JSON. */
  contentSchema?: Shape
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  default?: unknown
}

/** A field, or a field of a nested list or object. */
export interface Field {
  /** Its path: `groups[].id`. */
  path: string
  name: string
  isNeeded: boolean
  shape: Shape
}

/** Returns the shape of an endpoint's input. */
export const inputShape = (shape: z.ZodType): Shape =>
  z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Shape

/** Returns the shape of an endpoint's response. */
export const outputShape = (shape: z.ZodType): Shape =>
  z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any' }) as Shape

const isNothing = ({ items }: Shape): boolean => items?.not !== undefined

/** Returns the variants of a shape, without those for "nothing". */
const variants = (shape: Shape): Shape[] => (shape.anyOf ?? [shape]).filter((one) => !isNothing(one))

/** Returns the fields of `shape`, including nested ones, in order; each path once. */
export function listFields(shape: Shape, prefix = ''): Field[] {
  const found = variants(shape).flatMap((one): Field[] => {
    if (one.contentSchema) return listFields(one.contentSchema, prefix)
    if (one.items) return listFields(one.items, `${prefix}[]`)
    if (one.anyOf) return listFields(one, prefix)
    return Object.entries(one.properties ?? {}).flatMap(([name, inner]) => {
      const path = prefix === '' || prefix === '[]' ? `${prefix && '[].'}${name}` : `${prefix}.${name}`
      return [{ path, name, isNeeded: one.required?.includes(name) ?? false, shape: inner }, ...listFields(inner, path)]
    })
  })
  return [...new Map(found.map((field) => [field.path, field])).values()]
}

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

const withoutEmpty = (values: unknown[]): unknown[] => values.filter((value) => value !== '')

interface TypeWords {
  text: string
  textOf(most: number): string
  number: string
  truth: string
  object: string
  objects: string
  any: string
  empty: string
  or: string
  listOf(what: string): string
  /** Describes a type with its default value. */
  unsaid(type: string, value: string): string
}

/** Descriptions of types. Types of the API (ids, switches, dates) have their own, in `src/shared/contract/fields.ts`. */
const typeDescriptions: Record<Lang, TypeWords> = {
  en: {
    text: 'text',
    textOf: (most) => `text, at most ${most} characters`,
    number: 'number',
    truth: 'true or false',
    object: 'object',
    objects: 'objects',
    any: 'any value',
    empty: 'empty list',
    or: ' or ',
    listOf: (what) => `list of ${what}`,
    unsaid: (type, value) => `${type}; defaults to ${value}`,
  },
  zh: {
    text: '文本',
    textOf: (most) => `文本，最多 ${most} 个字符`,
    number: '数字',
    truth: '布尔值',
    object: '对象',
    objects: '对象',
    any: '任意值',
    empty: '空数组',
    or: ' 或 ',
    listOf: (what) => `数组：${what}`,
    unsaid: (type, value) => `${type}，默认 ${value}`,
  },
}

function listText(shape: Shape, lang: Lang): string {
  const words = typeDescriptions[lang]
  if (isNothing(shape)) return words.empty
  const { items = {} } = shape
  if (items.prefixItems) return words.listOf(`[${items.prefixItems.map((one) => plainText(one, lang)).join(', ')}]`)
  const isObject = variants(items).every(({ properties }) => properties !== undefined)
  return words.listOf(isObject ? words.objects : plainText(items, lang))
}

function plainText(shape: Shape, lang: Lang): string {
  const words = typeDescriptions[lang]
  const described = lang === 'zh' ? (shape['x-description-zh'] ?? shape.description) : shape.description
  if (described !== undefined) return described
  if (shape.enum) return withoutEmpty(shape.enum).map(code).join(', ')
  if (shape.const !== undefined) return code(shape.const)
  if (shape.anyOf) {
    const texts = shape.anyOf.filter((one) => one.const !== '').map((one) => plainText(one, lang))
    return [...new Set(texts)].join(words.or)
  }
  if (shape.items) return listText(shape, lang)
  if (shape.properties || shape.type === 'object') return words.object
  if (shape.type === 'string') return shape.maxLength === undefined ? words.text : words.textOf(shape.maxLength)
  if (Array.isArray(shape.type)) return shape.type.map((type) => plainText({ type }, lang)).join(words.or)
  if (shape.type === 'number' || shape.type === 'integer') return words.number
  if (shape.type === 'boolean') return words.truth
  return words.any
}

/** Describes a type in words. */
export function describeType(shape: Shape, lang: Lang): string {
  const text = plainText(shape, lang)
  const unsaid = shape.default
  const isPlain = unsaid === undefined || unsaid === '' || unsaid === false || text === typeDescriptions[lang].object
  return isPlain ? text : typeDescriptions[lang].unsaid(text, code(unsaid))
}
