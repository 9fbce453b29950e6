import { timingSafeEqual } from 'node:crypto'
import type { KeyRight } from '#shared/contract/endpoint.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { hashSecret } from '#src/core/secrets.ts'
import type { User } from './caller.ts'
import type { ItemAccess } from './item-access.ts'
import { findItem, findKey, noteKeyUse } from './queries.ts'
import { runInBackground } from './run-in-background.ts'

/** The author of what the open API writes. Source: reference, formats-and-data 1.3. */
const apiAuthor: User = {
  uid: 0,
  username: 'API',
  name: 'API',
  groupid: 2,
  email: '',
  avatar: '',
  reg_time: 0,
  is_sso: 0,
}

// The last use of a key is recorded at most this often, in seconds.
const useNotedEvery = 60

/**
 * Checks the API key of an item and returns the proof: its holder may write the whole item, with the API as the author.
 *
 * @throws {AppError} keyWrong, also for the key of a deleted item; itemArchived when the call writes
 */
export async function requireKey(
  app: App,
  fields: { api_key?: string; api_token?: string },
  right: KeyRight,
): Promise<{ item: ItemAccess<'edit'>; user: User }> {
  const key = await findKey(app.db, { api_key: fields.api_key ?? '' })
  const fits = timingSafeEqual(hashSecret(key?.api_token ?? ''), hashSecret(fields.api_token ?? ''))
  if (!key || !fits) return fail('keyWrong')
  const item = (await findItem(app.db, { item_id: key.item_id })) ?? fail('keyWrong')
  if (right === 'edit' && item.is_archived) fail('itemArchived')
  const now = nowSeconds(app)
  if (now - key.last_check_time > useNotedEvery) runInBackground(app, noteKeyUse(app.db, item.item_id, now))
  return { item: { ...item, right: 'edit', catalogs: undefined } as ItemAccess<'edit'>, user: apiAuthor }
}
