import type { UnknownObject } from '../unknown-json.ts'

/** What is below a field: its fields, and values of which one or several of a list hold. */
export interface FieldContent {
  fields: SchemaField[]
  alternatives: Alternatives[]
}

/** Schemas of which one (`oneOf`) or at least one (`anyOf`) holds. */
export interface Alternatives {
  keyword: 'oneOf' | 'anyOf'
  options: SchemaField[]
  /** The field that names the option; empty without one. */
  discriminator: string
}

/** An example that a reader may choose by its name. */
export interface NamedExample {
  /** Empty for one without a name. */
  name: string
  summary: string
  /** Markdown. */
  description: string
  text: string
}

/** A parameter, a header, or a value of a body, a response or a model. */
export interface SchemaField {
  /** Unique among its neighbours: the last part of its anchor. */
  key: string
  /** Empty for a body as a whole. */
  name: string
  /** Such as `string`, `array of object` or `integer | null`. */
  type: string
  /** The component that describes it; empty for a schema without a name. */
  model: string
  isRequired: boolean
  isDeprecated: boolean
  /** Whether only responses (`read`) or only requests (`write`) have it. */
  access: 'read' | 'write' | ''
  /** Markdown. */
  description: string
  /** Its limits and other keywords, as text. */
  facts: [keyword: string, value: string][]
  /** The values that it may have. */
  choices: string[]
  /** Empty for none. */
  example: string
  /** Several examples of a parameter; empty when it has one or none. */
  examples: NamedExample[]
  /** Whether it comes from the parameters of the whole item. */
  isShared: boolean
  /** Whether it is a value that contains itself: it is opened only on demand. */
  isRecursive: boolean
  /** Its schema, with references followed; empty when it is known from a row alone. */
  schema: UnknownObject
  /** Whether anything is below it. */
  hasContent: boolean
  /** Reads what is below it, which may have no end. */
  open(): FieldContent
}

/** Content without fields. */
export const noContent: FieldContent = { fields: [], alternatives: [] }

/** Returns a field with default values. */
export const newField = (given: Partial<SchemaField> & Pick<SchemaField, 'key'>): SchemaField => ({
  name: given.key,
  type: '',
  model: '',
  isRequired: false,
  isDeprecated: false,
  access: '',
  description: '',
  facts: [],
  choices: [],
  example: '',
  examples: [],
  isShared: false,
  isRecursive: false,
  schema: {},
  hasContent: false,
  open: () => noContent,
  ...given,
})

/** Returns a function that calls `read` once and then returns its result again. */
export function once<T>(read: () => T): () => T {
  let known: { value: T } | undefined
  return () => {
    known ??= { value: read() }
    return known.value
  }
}

/** Returns the field at a path of keys below these, opening what is on the way; undefined when there is none. */
export function findField(fields: readonly SchemaField[], path: readonly string[]): SchemaField | undefined {
  let below = fields
  let found: SchemaField | undefined
  for (const key of path) {
    found = below.find((one) => one.key === key)
    if (!found) return undefined
    const { fields: own, alternatives } = found.open()
    below = [...own, ...alternatives.flatMap(({ options }) => options)]
  }
  return found
}

/** Returns the part of an anchor that leads to a field: dots separate the steps. */
export const stepOf = (key: string): string => key.replaceAll('~', '~0').replaceAll('.', '~1').replaceAll(' ', '~2')

/**
 * Returns the anchors of the fields to open so that at most this many rows are shown, level by level. Values that contain
 * themselves stay closed.
 *
 * @param anchor of what the fields are in
 * @param deepest how many levels may be opened
 */
export function planOpen(
  content: FieldContent,
  anchor: string,
  most: number,
  deepest = Number.POSITIVE_INFINITY,
): Set<string> {
  const opened = new Set<string>()
  const rowsOf = ({ fields, alternatives }: FieldContent, at: string) => {
    const options = alternatives.flatMap(({ options: [first] }) => (first ? [first] : []))
    return [
      ...fields.map((field) => ({ field, at: `${at}.${stepOf(field.key)}` })),
      // of alternatives the first one is shown, always open
      ...options.flatMap((option) =>
        option.isRecursive || !option.hasContent
          ? []
          : option.open().fields.map((field) => ({ field, at: `${at}.${stepOf(option.key)}.${stepOf(field.key)}` })),
      ),
    ]
  }
  let rows = rowsOf(content, anchor)
  let count = rows.length
  for (let level = 0; level < deepest && rows.length > 0; level++) {
    const next: typeof rows = []
    for (const { field, at } of rows) {
      if (!field.hasContent || field.isRecursive || count > most) continue
      const below = rowsOf(field.open(), at)
      if (count + below.length > most) continue
      count += below.length
      opened.add(at)
      next.push(...below)
    }
    rows = next
  }
  return opened
}
