/** A form of settings that is stored as one JSON text: its fields by name. */
export type OptionForm = Readonly<Record<string, string>>

/** Returns the fields of a stored form; none when nothing is stored, or no valid form. */
export function parseOptionForm(stored: string | undefined): OptionForm {
  try {
    const form: unknown = JSON.parse(stored || '{}')
    if (typeof form !== 'object' || form === null || Array.isArray(form)) return {}
    return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
  } catch {
    // An unreadable form must be filled in again; the rest of the site continues to work.
    return {}
  }
}
