import type { z } from 'zod'
import { isNameSearch } from '#contract/name.ts'
import type { UserOption } from '#contract/user.ts'
import type { User } from '#src/access/caller.ts'
import { isItemOrTeamManager } from '#src/access/queries.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { findUserOptions, listKnownUserOptions, listUserOptions } from './queries.ts'
import { usernameKey } from './validation.ts'

// Nobody types faster, and a whole directory is not gone through in a day.
const perMinute = 120

/**
 * People to choose from, for whoever manages an item or a team; nobody for anybody else. Those whose names hold `word`, which
 * must be long enough; without one those whom `user` shares items and teams with, which existing clients load at once. For an
 * administrator, who manages every item, that is everybody.
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
