import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { ScimRequest } from '#src/core/scim-exchange.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { type Actor, type AuditEntry, insertAudit } from '#src/features/audit/index.ts'
import { disablePerson, isOfSite } from '#src/features/sign-in/index.ts'
import { findUserByName, insertAccount, listEmails, parseAccountName, usernameKey } from '#src/features/user/index.ts'
import type { ScimClient } from './client.ts'
import { parseFilter } from './filter.ts'
import { readUserPatch } from './patch.ts'
import {
  countScimUsers,
  findScimAccount,
  findScimUser,
  findScimUserByName,
  insertScimUser,
  listGroupsOf,
  listScimUsers,
  removeFromGroups,
  type ScimUser,
  updateAccountFields,
  updateScimUser,
} from './queries.ts'
import {
  attributesOf,
  joinNames,
  listOf,
  type Resource,
  rangeOf,
  schemaNames,
  select,
  selectionOf,
  timeText,
  type UserChange,
  userChangeOf,
  withVersion,
} from './resource.ts'

function userResource(user: ScimUser, groups: readonly { team_id: number; display_name: string }[], base: string) {
  const { uid, external_id, user_name, name, given_name, family_name, email } = user
  const resource: Resource = {
    schemas: [schemaNames.user],
    id: String(uid),
    ...(external_id !== '' && { externalId: external_id }),
    userName: user_name,
    name: { formatted: name, givenName: given_name, familyName: family_name },
    displayName: name,
    active: user.is_active === 1,
    ...(email !== '' && { emails: [{ value: email, type: 'work', primary: true }] }),
    groups: groups.map(({ team_id, display_name }) => ({ value: String(team_id), display: display_name })),
    meta: {
      resourceType: 'User',
      created: timeText(user.addtime),
      lastModified: timeText(user.change_time),
      location: `${base}/Users/${uid}`,
    },
  }
  return withVersion(resource)
}

async function userResources(app: App, users: readonly ScimUser[], base: string): Promise<Resource[]> {
  if (users.length === 0) return []
  const groups = await listGroupsOf(
    app.db,
    users.map(({ uid }) => uid),
  )
  return users.map((user) =>
    userResource(
      user,
      groups.filter((group) => group.member_uid === user.uid),
      base,
    ),
  )
}

/** Lists users. @throws {AppError} scimFilterBad */
export async function listUsers(app: App, _client: ScimClient, { query, base }: ScimRequest): Promise<object> {
  const filter = query.get('filter') ? parseFilter(query.get('filter') ?? '') : undefined
  const { startIndex, count } = rangeOf(query)
  const total = await countScimUsers(app.db, filter)
  const users = count === 0 ? [] : await listScimUsers(app.db, filter, { offset: startIndex - 1, limit: count })
  const selection = selectionOf(query)
  const resources = await userResources(app, users, base)
  return listOf(
    resources.map((resource) => select(resource, selection)),
    total,
    startIndex,
  )
}

/** Returns a user. @throws {AppError} scimGone */
export async function getUser(app: App, _client: ScimClient, uid: number, base: string): Promise<Resource> {
  const user = (await findScimUser(app.db, uid)) ?? fail('scimGone')
  const [resource] = await userResources(app, [user], base)
  return resource ?? fail('scimGone')
}

const logChange = (tx: Tx, actor: Actor, action: AuditEntry['action'], uid: number, detail: string, now: number) =>
  insertAudit(tx, { ...actor, action, object_type: 'user', object_id: uid, detail }, now)

/** Returns the name of an account after a change. */
function nameAfter(user: Pick<ScimUser, 'name' | 'given_name' | 'family_name'>, change: UserChange): string {
  const { displayName, formatted, givenName, familyName } = change
  if (displayName) return displayName
  if (formatted) return formatted
  if (givenName === undefined && familyName === undefined) return user.name
  // a name of its own is not replaced by one that is put together
  const former = joinNames(user.given_name, user.family_name)
  if (user.name !== '' && user.name !== former) return user.name
  return joinNames(givenName ?? user.given_name, familyName ?? user.family_name)
}

/**
 * Applies what another system says to the account of a user. An account that ends loses its sessions and tokens.
 *
 * @throws {AppError} scimNameTaken, scimValueBad, lastAdministrator
 */
async function applyChange(tx: Tx, actor: Actor, user: ScimUser, change: UserChange, now: number): Promise<void> {
  const { uid, username } = user
  const user_name = change.userName ?? user.user_name
  const user_name_key = usernameKey(user_name)
  if (user_name === '') fail('scimValueBad', { attribute: 'userName' })
  if (user_name_key !== user.user_name_key && (await findScimUserByName(tx, user_name_key))) {
    fail('scimNameTaken', { name: user_name })
  }
  const name = nameAfter(user, change)
  const email = change.email ?? user.email
  // with the address of an administrator one could get their password reset
  const keepsEmail = change.email === undefined || email === user.account_email || user.groupid === 1
  const account_email = keepsEmail ? user.account_email : await freeEmail(tx, user, email)
  if (name !== user.name || account_email !== user.account_email) {
    await updateAccountFields(tx, uid, { name, email: account_email })
    const what = [name !== user.name && 'name', account_email !== user.account_email && 'email'].filter(Boolean)
    await logChange(tx, actor, 'userChanged', uid, `${username}: ${what.join(', ')}, SCIM`, now)
  }
  const isActive = change.active ?? user.is_active === 1
  const has_disabled = await applyActive(tx, actor, user, isActive, now)
  const said = {
    external_id: change.externalId ?? user.external_id,
    user_name,
    user_name_key,
    given_name: change.givenName ?? user.given_name,
    family_name: change.familyName ?? user.family_name,
    email,
    is_active: isActive ? 1 : 0,
    has_disabled,
    is_deleted: 0,
  }
  const isSame = Object.entries(said).every(([key, value]) => user[key as keyof typeof said] === value)
  if (!isSame || name !== user.name) await updateScimUser(tx, uid, { ...said, change_time: now })
}

/** Returns the address that an account gets. Of two people with one address, the first has it. */
async function freeEmail(tx: Tx, { uid, account_email, email: former }: ScimUser, email: string): Promise<string> {
  const others = email === '' ? [] : await listEmails(tx, [email])
  if (others.every((other) => other.uid === uid)) return email
  return account_email === former ? '' : account_email
}

/**
 * Enables or disables an account. One that was disabled here stays so, whatever the other system says.
 *
 * @returns whether it is disabled because the other system said so
 */
async function applyActive(tx: Tx, actor: Actor, user: ScimUser, isActive: boolean, now: number): Promise<number> {
  const { uid, username, is_disabled, has_disabled } = user
  if (!isActive) {
    if (is_disabled) return has_disabled
    if (!(await disablePerson(tx, actor, { uid, username }, now, 'SCIM'))) fail('lastAdministrator')
    return 1
  }
  if (!has_disabled) return 0
  if (is_disabled) {
    await updateAccountFields(tx, uid, { is_disabled: 0 })
    await logChange(tx, actor, 'userChanged', uid, `${username}: is_disabled 0, SCIM`, now)
  }
  return 0
}

/**
 * Returns the uid of the account that a new user gets: one that ended by SCIM and is the same person, one that another
 * system made and that is linked with nobody here, or a new one. An account of this site is never taken over.
 *
 * @throws {AppError} scimNameTaken, scimNameEnded, scimNameOfSite, userDisabled, accountNameBad
 */
async function accountFor(tx: Tx, actor: Actor, change: UserChange, now: number): Promise<number> {
  const { userName = '', externalId = '' } = change
  const user_name_key = usernameKey(userName)
  const known = await findScimUserByName(tx, user_name_key)
  if (known) {
    if (!known.is_deleted) fail('scimNameTaken', { name: userName })
    // another person of the same name must not get the account
    if (known.external_id !== externalId) fail('scimNameEnded', { name: known.username })
    return known.uid
  }
  const named = await findUserByName(tx, user_name_key)
  let uid = named?.uid
  if (named) {
    if (isOfSite(named) || (await findScimAccount(tx, named.uid))) fail('scimNameOfSite', { name: named.username })
    if (named.is_disabled) fail('scimNameDisabled', { name: named.username })
  } else {
    const username = parseAccountName(userName)
    uid = await insertAccount(tx, { username, password: '', is_sso: 1 }, now)
    await logChange(tx, actor, 'userAdded', uid, `${username}: SCIM`, now)
  }
  const row = { external_id: externalId, user_name: userName, user_name_key }
  const more = { given_name: '', family_name: '', email: named?.email ?? '', is_active: 1, has_disabled: 0 }
  await insertScimUser(tx, { uid: uid ?? 0, ...row, ...more, addtime: now, change_time: now })
  return uid ?? 0
}

/** Creates a user. @returns the uid @throws {AppError} scimSyntaxBad, scimValueBad, and those of the account */
export function createUser(app: App, { actor }: ScimClient, body: unknown): Promise<number> {
  const change = userChangeOf(attributesOf(body))
  if (!change.userName) return fail('scimValueBad', { attribute: 'userName' })
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    const uid = await accountFor(tx, actor, change, now)
    const user = (await findScimAccount(tx, uid)) ?? fail('scimGone')
    await applyChange(tx, actor, user, { active: true, ...change }, now)
    return uid
  })
}

/** How a request changes a user. */
type Reading = (body: unknown, user: ScimUser) => UserChange

const readings: Record<'PUT' | 'PATCH', Reading> = {
  // what is left out stays as it is, as RFC 7644, 3.5.1, allows
  PUT: (body) => userChangeOf(attributesOf(body)),
  PATCH: (body, user) => readUserPatch(body, user.email),
}

/** Requires that a client has the current version, if it says which one it has. @throws {AppError} scimVersionOld */
export function requireVersion(ifMatch: string, resource: () => Promise<Resource>): Promise<void> | undefined {
  const versions = ifMatch.split(',').map((version) => version.trim())
  if (ifMatch === '' || versions.includes('*')) return undefined
  return resource().then(({ meta }) => {
    if (!versions.includes(String(meta['version']))) fail('scimVersionOld')
  })
}

/** Changes a user. @throws {AppError} scimGone, scimVersionOld, and those of `applyChange` */
export async function changeUser(
  app: App,
  client: ScimClient,
  uid: number,
  { method, ifMatch, base }: Pick<ScimRequest, 'method' | 'ifMatch' | 'base'>,
  body: unknown,
): Promise<void> {
  await requireVersion(ifMatch, () => getUser(app, client, uid, base))
  const read = readings[method === 'PUT' ? 'PUT' : 'PATCH']
  await transact(app.db, async (tx) => {
    const user = (await findScimUser(tx, uid)) ?? fail('scimGone')
    await applyChange(tx, client.actor, user, read(body, user), nowSeconds(app))
  })
}

/**
 * Ends a user: the account is disabled, without its sessions and tokens, and leaves the teams that come by SCIM. It and
 * everything it has written stay.
 *
 * @throws {AppError} scimGone, lastAdministrator, scimVersionOld
 */
export async function deleteUser(
  app: App,
  client: ScimClient,
  uid: number,
  { ifMatch, base }: Pick<ScimRequest, 'ifMatch' | 'base'>,
): Promise<void> {
  await requireVersion(ifMatch, () => getUser(app, client, uid, base))
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const user = (await findScimUser(tx, uid)) ?? fail('scimGone')
    const has_disabled = await applyActive(tx, client.actor, user, false, now)
    await updateScimUser(tx, uid, { is_active: 0, has_disabled, is_deleted: 1, change_time: now })
    await removeFromGroups(tx, uid)
    await logChange(tx, client.actor, 'userChanged', uid, `${user.username}: deleted there, SCIM`, now)
  })
}
