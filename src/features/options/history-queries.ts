import { randomBytes } from 'node:crypto'
import type { Db } from '#src/db/database.ts'
import { upsertOption } from './queries.ts'

// Not a setting of the site: it says which course of changes the database belongs to.
const historyOption = 'history_id'

/** Returns which history a database belongs to; '' when nobody has followed it and it was never restored. */
export async function findHistory(db: Db): Promise<string> {
  const row = await db
    .selectFrom('options')
    .select('option_value')
    .where('option_name', '=', historyOption)
    .executeTakeFirst()
  return row?.option_value ?? ''
}

/** Begins another history, after which those of the former one are not followed. @returns its id */
export async function beginHistory(db: Db): Promise<string> {
  const id = randomBytes(16).toString('hex')
  await upsertOption(db, historyOption, id)
  return id
}
