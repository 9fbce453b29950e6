/** Form values by field name. Switches are "1" and "0", numbers are digits. */
export type Values = Readonly<Record<string, string>>

/** Type of a form field. `item` selects one of the site's items; `home` selects what a visit begins with. */
export type FieldKind = 'text' | 'lines' | 'number' | 'tick' | 'secret' | 'choice' | 'radio' | 'item'

/** A field of a settings form. */
export interface FieldSpec<N extends string = string> {
  /** Its name on the wire; in a nested form after the form's name and a dot. */
  name: N
  kind: FieldKind
  /** The default value, shown next to the label. */
  initial?: string
  /** Placeholder. */
  example?: string
  options?: readonly string[]
  min?: number
  max?: number
  /** Whether to use a monospace font: for addresses, filters, paths. */
  mono?: boolean
  /** For a secret: the fields that define where it is sent. When one changes, the server drops the secret. */
  sentTo?: readonly string[]
  /** Whether the field is shown, given the other values. */
  shows?: (values: Values) => boolean
}

/** The texts of a field. */
export interface FieldTexts {
  label: string
  help: string
  /** Returns the label of an option. */
  option?: (value: string) => string
  /** The default value, where it differs from that of the field spec. */
  initial?: string | undefined
  /** Where the value comes from when it cannot be changed here: the field is then read-only. */
  fixed?: string | undefined
}

/** Fields under one heading. */
export interface FieldGroup<I extends string = string, N extends string = string> {
  id: I
  fields: readonly FieldSpec<N>[]
}

/** Why a value is invalid, as a message key. */
export type Problem = 'range' | 'missing'

/** Validates the value of a field before it is sent to the server. */
export function validateField(spec: FieldSpec, values: Values): Problem | undefined {
  const value = (values[spec.name] ?? '').trim()
  if (spec.shows && !spec.shows(values)) return undefined
  if (spec.kind === 'item' && value === '') return 'missing'
  if (spec.kind !== 'number' || value === '') return undefined
  const number = Number(value)
  const fits = /^\d+$/.test(value) && number >= (spec.min ?? 0) && number <= (spec.max ?? Number.MAX_SAFE_INTEGER)
  return fits ? undefined : 'range'
}
