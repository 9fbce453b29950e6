import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { type Actor, insertAudit } from '#src/features/audit/index.ts'
import type { DirectoryPerson, DirectoryRights } from '#src/features/directory/index.ts'
import { applyTeamMembership } from '#src/features/team/index.ts'
import {
  findUserByIdentity,
  findUserByName,
  hasAdministrator,
  hasIdentity,
  insertAccount,
  insertIdentity,
  linkIdentity,
  parseAccountName,
  removeTokens,
  updateProviderName,
  usernameKey,
} from '#src/features/user/index.ts'
import { updateDirectoryFields } from './queries.ts'

/** Who the audit log names: the directory itself in a synchronisation, the person at their own sign-in. */
type By = Pick<Actor, 'ip'> & Partial<Actor>

/** What a person of the directory has here. */
export interface AppliedPerson {
  uid: number
  username: string
  isNew: boolean
}

/**
 * Whether an account that is linked with nobody belongs to the site: one that did not come from another system, and every
 * administrator, because an entry of the directory must not become one by its name.
 */
export const isOfSite = ({ is_sso, groupid }: { is_sso: number; groupid: number }): boolean =>
  is_sso === 0 || groupid === 1

/**
 * Returns the account of a person of the directory: the one that is linked with them; else the one of the same name, if it
 * came from another system and is linked with nobody; else a new one. An account of this site is never taken over: anyone
 * who can name an entry in the directory could become its owner.
 *
 * @throws {AppError} directoryNameTaken, userDisabled, accountNameBad
 */
async function accountOf(tx: Tx, person: DirectoryPerson, now: number) {
  const linked = await findUserByIdentity(tx, 'ldap', person.subject)
  if (linked) {
    await updateProviderName(tx, linked.uid, 'ldap', person.username)
    return { ...linked, isNew: false }
  }
  const named = await findUserByName(tx, usernameKey(person.username))
  const link = { provider: 'ldap', subject: person.subject, provider_name: person.username } as const
  if (named) {
    if (isOfSite(named) || (await hasIdentity(tx, named.uid))) {
      fail('directoryNameTaken', { name: named.username })
    }
    if (named.is_disabled) fail('userDisabled')
    await linkIdentity(tx, { ...link, uid: named.uid }, now)
    return { ...named, isNew: false }
  }
  const username = parseAccountName(person.username)
  const { name } = person
  const uid = await insertAccount(tx, { username, name, password: '', is_sso: 1 }, now)
  await insertIdentity(tx, { ...link, uid }, now)
  return { uid, username, name, email: '', groupid: 2, is_disabled: 0, isNew: true }
}

/**
 * Creates or refreshes the account of a person of the directory, with role and teams as far as the directory decides
 * them.
 *
 * @throws {AppError} directoryNameTaken, userDisabled, accountNameBad
 */
export const applyPerson = (
  app: App,
  by: By,
  person: DirectoryPerson,
  rights: DirectoryRights,
): Promise<AppliedPerson> => transact(app.db, (tx) => applyPersonIn(tx, by, person, rights, nowSeconds(app)))

/** As `applyPerson`, in a transaction that is open. @throws {AppError} */
export async function applyPersonIn(
  tx: Tx,
  by: By,
  person: DirectoryPerson,
  rights: DirectoryRights,
  now: number,
): Promise<AppliedPerson> {
  const account = await accountOf(tx, person, now)
  const { uid, username, isNew } = account
  if (account.is_disabled) fail('userDisabled')
  const actor = { uid: by.uid ?? uid, username: by.username ?? username, ip: by.ip }
  const object = { object_type: 'user', object_id: uid } as const
  if (isNew) await insertAudit(tx, { ...actor, action: 'userAdded', ...object, detail: `${username}: LDAP` }, now)
  const name = person.name || account.name
  const email = person.email.toLowerCase() || account.email
  if (name !== account.name || email !== account.email) await updateDirectoryFields(tx, uid, { name, email })
  await applyRole(tx, actor, account, rights, now)
  for (const [team, isIn] of rights.teams) await applyTeamMembership(tx, actor, { team, uid, username, isIn }, now)
  return { uid, username, isNew }
}

/** Makes an account an administrator or an ordinary one, as the directory says. The last administrator stays one. */
async function applyRole(
  tx: Tx,
  actor: Actor,
  { uid, username, groupid }: { uid: number; username: string; groupid: number },
  { isAdministrator }: DirectoryRights,
  now: number,
): Promise<void> {
  if (isAdministrator === undefined || isAdministrator === (groupid === 1)) return
  const set = { groupid: isAdministrator ? 1 : 2 }
  await updateDirectoryFields(tx, uid, set)
  if (!(await hasAdministrator(tx))) return void (await updateDirectoryFields(tx, uid, { groupid }))
  const detail = `${username}: groupid ${set.groupid}, LDAP`
  await insertAudit(tx, { ...actor, action: 'userChanged', object_type: 'user', object_id: uid, detail }, now)
}

/** Disables the account of a person who is no longer in the directory, and ends its sessions. */
export async function disablePerson(
  tx: Tx,
  actor: Actor,
  { uid, username }: { uid: number; username: string },
  now: number,
): Promise<boolean> {
  await updateDirectoryFields(tx, uid, { is_disabled: 1 })
  if (!(await hasAdministrator(tx))) {
    await updateDirectoryFields(tx, uid, { is_disabled: 0 })
    return false
  }
  await removeTokens(tx, uid)
  const entry = { action: 'userChanged', object_type: 'user', object_id: uid } as const
  await insertAudit(tx, { ...actor, ...entry, detail: `${username}: is_disabled 1, LDAP` }, now)
  return true
}

/** Whether a person cannot have an account here, for a reason that a synchronisation reports. */
export const hasNoAccountHere = (error: unknown): error is AppError =>
  error instanceof AppError && ['directoryNameTaken', 'accountNameBad', 'userDisabled'].includes(error.errorName)
