/** The values of a form by field. Switches are "1" and "0", numbers are digits. */
export type Values = Readonly<Record<string, string>>

/** How a field is filled in. `item` is one of the site's items; `home` is what a visit begins with. */
export type FieldKind = 'text' | 'lines' | 'number' | 'tick' | 'secret' | 'choice' | 'radio' | 'item'

/** One field of a form of settings. */
export interface FieldSpec<N extends string = string> {
  /** Its name on the wire; that of a field in a nested form stands behind a dot. */
  name: N
  kind: FieldKind
  /** What holds as long as nobody has filled it in; shown beside the label. */
  initial?: string
  /** An example in the empty box. */
  example?: string
  options?: readonly string[]
  min?: number
  max?: number
  /** For text that is code: addresses, filters, paths. */
  mono?: boolean
  /** For a secret: the fields that say where it is sent. When one changes, the server forgets the secret. */
  sentTo?: readonly string[]
  /** Whether it matters, given the others. */
  shows?: (values: Values) => boolean
}

/** The words of a field. */
export interface FieldTexts {
  label: string
  help: string
  /** The name of a choice. */
  option?: (value: string) => string
  /** What holds as long as nobody has filled it in, where that is not what the field says. */
  initial?: string | undefined
  /** Where the value comes from when it cannot be changed here: the field is only read then. */
  fixed?: string | undefined
}

/** Fields under one heading. */
export interface FieldGroup<I extends string = string, N extends string = string> {
  id: I
  fields: readonly FieldSpec<N>[]
}

/** What is wrong with a value, as a key of the words. */
export type Problem = 'range' | 'missing'

/** What is wrong with the value of a field before the server sees it. */
export function validateField(spec: FieldSpec, values: Values): Problem | undefined {
  const value = (values[spec.name] ?? '').trim()
  if (spec.shows && !spec.shows(values)) return undefined
  if (spec.kind === 'item' && value === '') return 'missing'
  if (spec.kind !== 'number' || value === '') return undefined
  const number = Number(value)
  const fits = /^\d+$/.test(value) && number >= (spec.min ?? 0) && number <= (spec.max ?? Number.MAX_SAFE_INTEGER)
  return fits ? undefined : 'range'
}
