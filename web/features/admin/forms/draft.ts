import type { FieldSpec, Values } from './fields.ts'
import { passwordMask } from './mask.ts'

/** Returns the edits with one more change; a value that equals the stored one is removed. */
export function mergeEdits(typed: Values, stored: Values, name: string, value: string): Values {
  const { [name]: _, ...others } = typed
  return value === (stored[name] ?? '') ? others : { ...others, [name]: value }
}

/** Returns the edits made while a form was being saved: values that differ from both the sent and the stored ones. */
export const editsSince = (sent: Values, shown: Values, stored: Values): Values =>
  Object.fromEntries(Object.entries(shown).filter(([name, value]) => value !== sent[name] && value !== stored[name]))

/** Returns the displayed values: the stored ones, overridden by the edits. */
export const getShownValues = (stored: Values, typed: Values): Values => ({ ...stored, ...typed })

/** Whether saving makes the server drop a stored secret: its target changes and no new secret was entered. */
export function losesSecret(spec: FieldSpec, stored: Values, typed: Values): boolean {
  const isStored = stored[spec.name] === passwordMask && typed[spec.name] === undefined
  return isStored && (spec.sentTo ?? []).some((name) => typed[name] !== undefined)
}

/** Formats the edits as lines for the page that lists unsaved changes; secrets are left out. */
export const toLines = (typed: Values, secrets: ReadonlySet<string>): string =>
  Object.entries(typed)
    .filter(([name]) => !secrets.has(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Prefixes the fields of a nested form with its name: `oss_setting.key`. */
export const flatten = (form: Values, under: string): Values =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [`${under}.${name}`, value]))

/** Extracts the fields of a nested form from a flat one. */
export const nested = (values: Values, under: string): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name.startsWith(`${under}.`))
      .map(([name, value]) => [name.slice(under.length + 1), value]),
  )
