import type { Setting } from '#shared/settings.ts'

/** Form values by field name. Switches are "1" and "0", numbers are digits. */
export type Values = Readonly<Record<string, string>>

/** A field of a settings form. */
export interface FieldSpec<N extends string = string> extends Omit<Setting, 'group' | 'text' | 'shownWith'> {
  /** Its name on the wire; in a nested form after the form's name and a dot. */
  name: N
  /** Whether the field is shown, given the other values. */
  shows?: (values: Values) => boolean
}

/** Returns the groups of settings, in the order of the screen. */
export const listGroups = <S extends Readonly<Record<string, Setting>>>(settings: S): S[keyof S]['group'][] => [
  ...new Set(Object.values(settings).map(({ group }) => group)),
]

/** Returns the fields of the settings of a group. `prefix` precedes their names in a nested form. */
export const toFields = <N extends string>(
  settings: Readonly<Record<string, Setting>>,
  group: string,
  prefix = '',
): FieldSpec<N>[] =>
  Object.entries(settings)
    .filter(([, setting]) => setting.group === group)
    .map(([name, { shownWith, sentTo, ...spec }]) => ({
      ...spec,
      name: `${prefix}${name}` as N,
      ...(sentTo && { sentTo: sentTo.map((other) => prefix + other) }),
      ...(shownWith && { shows: (values: Values) => shownWith.values.includes(values[prefix + shownWith.name] ?? '') }),
    }))

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
