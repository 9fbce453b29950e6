import { passwordMask } from '#contract/item.ts'

/** How the fields of a form of settings are kept. */
export interface FormRules {
  fields: readonly string[]
  /** The fields that are shown as a mask. */
  secrets: readonly string[]
  /** The fields that say where the secrets are sent: when one changes, a secret that was not typed anew goes. */
  locationFields: readonly string[]
  /** What a field holds that nobody has filled in. */
  defaults: Readonly<Record<string, string>>
}

type Form = Readonly<Record<string, string>>

/** A form as it is shown: every field, secrets as a mask. */
export const maskForm = (stored: Form, { fields, secrets, defaults }: FormRules): Record<string, string> =>
  Object.fromEntries(
    fields.map((name) => {
      const value = stored[name] || defaults[name] || ''
      return [name, secrets.includes(name) && value !== '' ? passwordMask : value]
    }),
  )

/** What is stored of a secret: the one that was typed; the former one for the mask or nothing, as long as it is for the same place. */
export const resolveSecret = (stored: string, typed: string | undefined, isMoved: boolean): string =>
  typed !== undefined && typed !== passwordMask ? typed : isMoved ? '' : stored

/** A form as it is stored after `typed` has been filled in over `stored`. What was left out stays. */
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
