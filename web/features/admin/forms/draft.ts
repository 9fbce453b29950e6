import type { FieldSpec, Values } from './fields.ts'
import { passwordMask } from './mask.ts'

/** What was typed over what is stored, without what came back to it. */
export function mergeEdits(typed: Values, stored: Values, name: string, value: string): Values {
  const { [name]: _, ...others } = typed
  return value === (stored[name] ?? '') ? others : { ...others, [name]: value }
}

/** What was typed while a form was being saved: what is shown is neither what was sent nor what is stored now. */
export const editsSince = (sent: Values, shown: Values, stored: Values): Values =>
  Object.fromEntries(Object.entries(shown).filter(([name, value]) => value !== sent[name] && value !== stored[name]))

/** The values on show: what is stored, and over it what was typed. */
export const getShownValues = (stored: Values, typed: Values): Values => ({ ...stored, ...typed })

/** Whether the server forgets a stored secret on saving, because it would go to another place, and none was typed anew. */
export function losesSecret(spec: FieldSpec, stored: Values, typed: Values): boolean {
  const isKept = stored[spec.name] === passwordMask && typed[spec.name] === undefined
  return isKept && (spec.sentTo ?? []).some((name) => typed[name] !== undefined)
}

/** The typed fields as lines, for the page that shows what is unsaved; secrets are left out. */
export const toLines = (typed: Values, secrets: ReadonlySet<string>): string =>
  Object.entries(typed)
    .filter(([name]) => !secrets.has(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** A flat form with the fields of a nested one under its name: `oss_setting.key`. */
export const flatten = (form: Values, under: string): Values =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [`${under}.${name}`, value]))

/** The fields of a nested form out of a flat one. */
export const nested = (values: Values, under: string): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name.startsWith(`${under}.`))
      .map(([name, value]) => [name.slice(under.length + 1), value]),
  )
