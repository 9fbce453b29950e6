import { passwordMask } from '#shared/contract/item.ts'
import { type Setting, settingText } from '#shared/settings.ts'

type Form = Readonly<Record<string, string>>

/** The fields of a form of settings, by name. */
type Fields = Readonly<Record<string, Setting>>

/** Returns a value as it is shown: a secret as a mask. */
export const maskSecret = (kind: Setting['kind'], value: string): string =>
  kind === 'secret' && value !== '' ? passwordMask : value

const valueOf = (form: Form, name: string, setting: Setting | undefined) => form[name] || (setting?.default ?? '')

/** Returns a form as it is shown: all fields, with secrets masked. */
export const maskForm = (stored: Form, fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, maskSecret(field.kind, valueOf(stored, name, field))]),
  )

/**
 * Returns the secret to store: the typed one, or the former one for the mask or nothing unless its target has changed.
 */
export const resolveSecret = (stored: string, typed: string | undefined, isMoved: boolean): string =>
  typed !== undefined && typed !== passwordMask ? typed : isMoved ? '' : stored

/**
 * Merges `typed` into the form `stored`. Fields that were left out stay unchanged; secrets that were not typed again are
 * cleared when one of the fields changes that define where they are sent.
 */
export function mergeForm(
  stored: Form,
  typed: Readonly<Record<string, boolean | number | string | undefined>>,
  fields: Fields,
): Form {
  const next = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, settingText(typed[name] ?? valueOf(stored, name, field))]),
  )
  const isChanged = (name: string) => valueOf(next, name, fields[name]) !== valueOf(stored, name, fields[name])
  for (const [name, { kind, sentTo = [] }] of Object.entries(fields)) {
    if (kind !== 'secret') continue
    next[name] = resolveSecret(stored[name] ?? '', typed[name]?.toString(), sentTo.some(isChanged))
  }
  return next
}
