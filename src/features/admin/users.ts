import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { type Actor, insertAudit } from '#src/features/audit/index.ts'
import { setItemOwner } from '#src/features/item/index.ts'
import { queueAccountChange } from '#src/features/notice/index.ts'
import {
  findUser,
  hasAdministrator,
  hashNewPassword,
  insertAccount,
  parseAccountName,
  removeTokens,
  updatePassword,
} from '#src/features/user/index.ts'
import { listOwnedItems, removeAccount, transferTeams, updateAccount } from './queries.ts'

/** The fields of an account form; fields that are undefined stay unchanged. */
interface AccountInput {
  username?: string | undefined
  password?: string | undefined
  name?: string | undefined
  groupid?: 1 | 2 | undefined
  is_disabled?: boolean | undefined
}

/** Creates an account. @throws {AppError} passwordNeeded, accountNameBad, usernameTaken, and those of a new password */
export async function addUser(app: App, actor: Actor, input: AccountInput): Promise<void> {
  const username = parseAccountName(input.username ?? '')
  if (!input.password) return fail('passwordNeeded')
  const password = await hashNewPassword(app.db, username, input.password)
  const now = nowSeconds(app)
  const { name, groupid } = input
  await transact(app.db, async (tx) => {
    const uid = await insertAccount(tx, { username, password, name, groupid }, now)
    if (input.is_disabled) await updateAccount(tx, uid, { is_disabled: 1 })
    await insertAudit(tx, { ...actor, action: 'userAdded', object_type: 'user', object_id: uid, detail: username }, now)
  })
}

/** Sets a password that an administrator has chosen, and queues a mail to the owner of the account. */
async function setHash(tx: Tx, app: App, uid: number, hash: string, now: number): Promise<void> {
  // an account of the directory has its address from there until now
  await queueAccountChange(tx, app, 'passwordSet', uid, { now })
  await updatePassword(tx, uid, hash)
}

async function requireAdministratorLeft(tx: Tx): Promise<void> {
  if (!(await hasAdministrator(tx))) fail('lastAdministrator')
}

/**
 * Changes an account; an empty password keeps the current one. Setting a password or disabling the account ends all its
 * sessions.
 *
 * @throws {AppError} userNotFound, notYourself for disabling oneself, lastAdministrator, and those of a new password
 */
export async function changeUser(app: App, actor: Actor, uid: number, input: AccountInput): Promise<void> {
  const user = (await findUser(app.db, uid)) ?? fail('userNotFound')
  if (input.is_disabled && uid === actor.uid) fail('notYourself')
  const hash = input.password ? await hashNewPassword(app.db, user.username, input.password) : undefined
  const set = {
    ...(input.name !== undefined && input.name !== user.name ? { name: input.name } : {}),
    ...(input.groupid !== undefined && input.groupid !== user.groupid ? { groupid: input.groupid } : {}),
    ...(input.is_disabled === undefined ? {} : { is_disabled: input.is_disabled ? 1 : 0 }),
    ...(hash === undefined ? {} : { password: hash }),
  }
  if (Object.keys(set).length === 0) return
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    if (!(await findUser(tx, uid))) fail('userNotFound')
    const { password: _, ...others } = set
    if (Object.keys(others).length > 0) await updateAccount(tx, uid, others)
    if (hash !== undefined) await setHash(tx, app, uid, hash, now)
    await requireAdministratorLeft(tx)
    if (hash !== undefined || input.is_disabled) await removeTokens(tx, uid)
    const changes = Object.entries(set).map(([name, value]) => (typeof value === 'number' ? `${name} ${value}` : name))
    const detail = `${user.username}: ${changes.join(', ')}`
    await insertAudit(tx, { ...actor, action: 'userChanged', object_type: 'user', object_id: uid, detail }, now)
  })
}

/**
 * Sets the password of an account and ends all its sessions.
 *
 * @throws {AppError} userNotFound, and those of a new password
 */
export async function changeUserPassword(app: App, actor: Actor, uid: number, new_password: string): Promise<void> {
  const { username } = (await findUser(app.db, uid)) ?? fail('userNotFound')
  const password = await hashNewPassword(app.db, username, new_password)
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await setHash(tx, app, uid, password, now)
    await removeTokens(tx, uid)
    const entry = { action: 'passwordSet', object_type: 'user', object_id: uid, detail: username } as const
    await insertAudit(tx, { ...actor, ...entry }, now)
  })
}

/** Ends all sessions and access tokens of another user. @throws {AppError} userNotFound, notYourself */
export async function signOutUser(app: App, actor: Actor, uid: number): Promise<void> {
  if (uid === actor.uid) fail('notYourself')
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const { username } = (await findUser(tx, uid)) ?? fail('userNotFound')
    await removeTokens(tx, uid)
    const entry = { action: 'signedOut', object_type: 'user', object_id: uid, detail: username } as const
    await insertAudit(tx, { ...actor, ...entry }, now)
  })
}

/**
 * Deletes an account that owns no items. Its texts keep its name; its teams and its deleted items, which can still be
 * restored, become the administrator's.
 *
 * @throws {AppError} userNotFound, notYourself, userOwnsItems, lastAdministrator
 */
export async function deleteUser(app: App, actor: Actor, uid: number): Promise<void> {
  if (uid === actor.uid) fail('notYourself')
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const { username } = (await findUser(tx, uid)) ?? fail('userNotFound')
    const owned = await listOwnedItems(tx, uid)
    const live = owned.filter((item) => item.is_del === 0)
    if (live.length > 0) fail('userOwnsItems', { count: live.length })
    for (const { item_id } of owned) await setItemOwner(tx, item_id, actor.uid)
    await transferTeams(tx, uid, actor.uid)
    await removeAccount(tx, uid)
    await requireAdministratorLeft(tx)
    const entry = { action: 'userDeleted', object_type: 'user', object_id: uid, detail: username } as const
    await insertAudit(tx, { ...actor, ...entry }, now)
  })
}
