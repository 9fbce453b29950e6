import { passwordMask } from '#shared/contract/item.ts'

/** How the fields of a settings form are stored and shown. */
export interface FormRules {
  fields: readonly string[]
  /** The fields that are shown as a mask. */
  secrets: readonly string[]
  /**
   * The fields that determine where the secrets are sent: when one changes, secrets that were not typed again are
   * cleared.
   */
  locationFields: readonly string[]
  /** The default values of fields. */
  defaults: Readonly<Record<string, string>>
}

type Form = Readonly<Record<string, string>>

/** Returns a form as it is shown: all fields, with secrets masked. */
export const maskForm = (stored: Form, { fields, secrets, defaults }: FormRules): Record<string, string> =>
  Object.fromEntries(
    fields.map((name) => {
      const value = stored[name] || defaults[name] || ''
      return [name, secrets.includes(name) && value !== '' ? passwordMask : value]
    }),
  )

/**
 * Returns the secret to store: the typed one, or the former one for the mask or nothing unless its target has changed.
 */
export const resolveSecret = (stored: string, typed: string | undefined, isMoved: boolean): string =>
  typed !== undefined && typed !== passwordMask ? typed : isMoved ? '' : stored

/** Merges `typed` into the form `stored`. Fields that were left out stay unchanged. */
export function mergeForm(
  stored: Form,
  typed: Readonly<Record<string, string | number | undefined>>,
  { fields, secrets, locationFields: places, defaults }: FormRules,
): Form {
  const valueOf = (form: Form, name: string) => form[name] || defaults[name] || ''
  const next: Record<string, string> = {}
  for (const name of fields) next[name] = String(typed[name] ?? valueOf(stored, name))
  const isMoved = places.some((name) => valueOf(next, name) !== valueOf(stored, name))
  for (const name of secrets) {
    const value = typed[name]
    next[name] = resolveSecret(stored[name] ?? '', value === undefined ? undefined : String(value), isMoved)
  }
  return next
}
