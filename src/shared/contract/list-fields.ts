import { z } from 'zod'
import type { Description } from './fields.ts'

/** The subset of JSON Schema that the contract's shapes use. */
export interface Shape {
  type?: string | string[]
  description?: string
  'x-description-zh'?: string
  /** What the field means. */
  text?: Description
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

/** Returns whether a shape is that of an empty list. */
export const isNothing = ({ items }: Shape): boolean => items?.not !== undefined

/** Returns the variants of a shape, without those for "nothing". */
export const variants = (shape: Shape): Shape[] => (shape.anyOf ?? [shape]).filter((one) => !isNothing(one))

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
