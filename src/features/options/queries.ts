import { parseSettings, type SettingFormName, type SiteOptions } from '#shared/settings.ts'
import type { Db, Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'

const allOptions = prepared<Record<never, never>>({ remember: 1 })((db) => db.selectFrom('options').selectAll())

type StoredOption = Awaited<ReturnType<typeof allOptions.all>>[number]

const toMap = (rows: readonly StoredOption[]): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [row.option_name, row.option_value]))

// The rows are the same while nothing is written.
const parsed = new WeakMap<readonly StoredOption[], SiteOptions>()

/** Returns the site's settings, each with its default if none is stored. */
export async function readOptions(db: Db): Promise<SiteOptions> {
  const rows = await allOptions.all(db, {})
  const known = parsed.get(rows)
  if (known) return known
  const options = Object.freeze(parseSettings(toMap(rows)))
  parsed.set(rows, options)
  return options
}

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

/** Returns a form of settings: storage, directory service, or sign-in with another service. */
export const readOptionForm = async (db: Db, option_name: SettingFormName): Promise<OptionForm> =>
  parseOptionForm(toMap(await allOptions.all(db, {})).get(option_name))

/** Stores one setting. */
export const upsertOption = (db: Db, option_name: string, option_value: string) =>
  db
    .insertInto('options')
    .values({ option_name, option_value })
    .onConflict((conflict) => conflict.column('option_name').doUpdateSet({ option_value }))
    .execute()

/** Stores several settings by name. */
export async function upsertOptions(tx: Tx, options: ReadonlyMap<string, string>): Promise<void> {
  for (const [option_name, option_value] of options) await upsertOption(tx, option_name, option_value)
}
