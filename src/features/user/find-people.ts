import type { z } from 'zod'
import { isNameSearch } from '#shared/contract/name.ts'
import type { UserOption } from '#shared/contract/user.ts'
import type { User } from '#src/access/caller.ts'
import { isItemOrTeamManager } from '#src/access/queries.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { findUserOptions, listKnownUserOptions, listUserOptions } from './queries.ts'
import { usernameKey } from './validation.ts'

// A person types no faster than this, and it would take more than a day to enumerate a whole directory.
const perMinute = 120

/**
 * Lists people to choose from, for a person who manages an item or a team; empty for everyone else. With `word`, which
 * must be long enough: people whose names contain it. Without it: people who share items and teams with `user`, which
 * existing clients load at once. For an administrator, who manages every item, that is everyone.
 *
 * @throws {AppError} tooManyRequests
 */
export async function findPeople(app: App, user: User, word: string): Promise<z.input<typeof UserOption>[]> {
  const isAdministrator = user.groupid === 1
  if (!isAdministrator && !(await isItemOrTeamManager(app.db, user.uid))) return []
  if (word === '') return isAdministrator ? listUserOptions(app.db) : listKnownUserOptions(app.db, user.uid)
  if (!isNameSearch(word)) return []
  if (!app.limiter.take(`people:${user.uid}`, perMinute, 60_000)) fail('tooManyRequests')
  return findUserOptions(app.db, word, usernameKey(word))
}
