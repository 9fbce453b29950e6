import type { User } from '#src/access/caller.ts'
import { findItem, findItemByDomain } from '#src/access/queries.ts'
import { StartError } from '#src/core/config.ts'
import type { Db } from '#src/db/database.ts'
import { findUser, findUserByName, listUsers, usernameKey } from '#src/features/user/index.ts'

/**
 * Returns the user whom a command acts as: the one that `--as` names, else the first administrator.
 *
 * @throws {StartError} noAdministrator, noSuchUser
 */
export async function actingUser(db: Db, name: string | undefined): Promise<User> {
  const found =
    name === undefined
      ? (await listUsers(db)).find((user) => user.groupid === 1 && !user.is_disabled)
      : await findUserByName(db, usernameKey(name))
  const user = found && (await findUser(db, found.uid))
  if (!user) throw name === undefined ? new StartError('noAdministrator') : new StartError('noSuchUser', { name })
  return user
}

/** Returns the item that a number or an own address names. @throws {StartError} importNoItem */
export async function itemNamed(db: Db, name: string) {
  const byNumber = /^[1-9]\d{0,15}$/.test(name) ? await findItem(db, { item_id: Number(name) }) : undefined
  return (
    byNumber ??
    (await findItemByDomain(db, { item_domain: name.toLowerCase() })) ??
    Promise.reject(new StartError('importNoItem', { name }))
  )
}
