import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { type Actor, insertAudit, insertAudits } from '#src/features/audit/index.ts'
import type { DirectoryPerson, DirectoryRights } from '#src/features/directory/index.ts'
import { applyTeamMembership, type DecidedTeam, findMembers, findTeamByName } from '#src/features/team/index.ts'
import {
  findUserByIdentity,
  findUserByName,
  hasAdministrator,
  hasIdentity,
  insertAccount,
  insertIdentity,
  insertProviderUsers,
  isRenamedByScim,
  linkIdentity,
  listEmails,
  listUsersByIdentities,
  listUsersByNames,
  parseAccountName,
  removeTokens,
  updateProviderName,
  usernameKey,
} from '#src/features/user/index.ts'
import { updateDirectoryFields } from './queries.ts'

/** Who the audit log names: the directory itself in a synchronisation, the person at their own sign-in. */
type By = Pick<Actor, 'ip'> & Partial<Actor>

/** What a person of the directory has here. */
interface AppliedPerson {
  uid: number
  username: string
  isNew: boolean
  /** Whether another account has the person's address, so that this one has none. */
  isEmailTaken: boolean
}

/** A person of the directory with what their groups mean. */
interface PersonWithRights {
  person: DirectoryPerson
  rights: DirectoryRights
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
  const key = usernameKey(person.username)
  const named = await findUserByName(tx, key)
  const link = { provider: 'ldap', subject: person.subject, provider_name: person.username } as const
  if (named) {
    if (isOfSite(named) || (await hasIdentity(tx, named.uid)) || (await isRenamedByScim(tx, named.uid, key))) {
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
): Promise<AppliedPerson> =>
  transact(app.db, async (tx) => {
    const teams = await findDecidedTeams(tx, [...rights.teams.keys()])
    return applyPersonIn(tx, by, { person, rights }, teams, nowSeconds(app))
  })

/** The teams that the directory decides, by their names. */
type DecidedTeams = ReadonlyMap<string, DecidedTeam>

/** Returns the teams of these names; names that no team has are left out, and of several teams it is the oldest. */
async function findDecidedTeams(tx: Tx, names: readonly string[]): Promise<DecidedTeams> {
  const teams = new Map<string, DecidedTeam>()
  for (const name of names) {
    const team = await findTeamByName(tx, name)
    if (team) teams.set(name, team)
  }
  return teams
}

const addressOf = ({ email }: DirectoryPerson): string => email.toLowerCase()

/** Returns the address that an account gets: its former one when another account has the new one. */
async function emailFor(tx: Tx, uid: number, former: string, wanted: string) {
  if (wanted === '' || wanted === former) return { email: former, isEmailTaken: false }
  const isEmailTaken = (await listEmails(tx, [wanted])).some((other) => other.uid !== uid)
  return { email: isEmailTaken ? former : wanted, isEmailTaken }
}

/** As `applyPerson`, in a transaction that is open. @throws {AppError} */
async function applyPersonIn(
  tx: Tx,
  by: By,
  { person, rights }: PersonWithRights,
  teams: DecidedTeams,
  now: number,
): Promise<AppliedPerson> {
  const account = await accountOf(tx, person, now)
  const { uid, username, isNew } = account
  if (account.is_disabled) fail('userDisabled')
  const actor = { uid: by.uid ?? uid, username: by.username ?? username, ip: by.ip }
  const object = { object_type: 'user', object_id: uid } as const
  if (isNew) await insertAudit(tx, { ...actor, action: 'userAdded', ...object, detail: `${username}: LDAP` }, now)
  const name = person.name || account.name
  const { email, isEmailTaken } = await emailFor(tx, uid, account.email, addressOf(person))
  if (name !== account.name || email !== account.email) await updateDirectoryFields(tx, uid, { name, email })
  await applyRole(tx, actor, account, rights, now)
  for (const [name, isIn] of rights.teams) {
    const team = teams.get(name)
    if (team) await applyTeamMembership(tx, actor, team, { people: [{ uid, username }], isIn, via: 'LDAP' }, now)
  }
  return { uid, username, isNew, isEmailTaken }
}

type Known = Awaited<ReturnType<typeof listUsersByIdentities>>[number]

/** Whether an account already is as the directory says, its teams aside. */
const isCurrent = (known: Known, { person, rights }: PersonWithRights): boolean =>
  !known.is_disabled &&
  known.provider_name === person.username &&
  known.name === (person.name || known.name) &&
  known.email === (addressOf(person) || known.email) &&
  (rights.isAdministrator === undefined || rights.isAdministrator === (known.groupid === 1))

/** Returns the name of a new account; undefined when it cannot have this one. */
function newAccountName(username: string): string | undefined {
  try {
    return parseAccountName(username)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** What became of a person in a synchronisation. */
type Outcome = AppliedPerson | AppError

/**
 * As `applyPerson`, for many people at once, 200 at most: those of whom nothing has changed cost nothing, and those who
 * are plainly new are inserted together. The outcome of each, in their order.
 */
export async function applyPeople(
  tx: Tx,
  actor: Actor,
  people: readonly PersonWithRights[],
  now: number,
): Promise<Outcome[]> {
  const rows = await listUsersByIdentities(
    tx,
    'ldap',
    people.map(({ person }) => person.subject),
  )
  const known = new Map(rows.map((row) => [row.subject, row]))
  const strangers = people.filter(({ person }) => !known.has(person.subject)).map(({ person }) => person)
  const names = await listUsersByNames(
    tx,
    strangers.map((person) => usernameKey(person.username)),
  )
  const addresses = await listEmails(tx, strangers.map(addressOf).filter(Boolean))
  const takenNames = new Set(names.map((row) => row.username_key))
  const takenAddresses = new Set(addresses.map((row) => row.email))

  const outcomes = new Map<PersonWithRights, Outcome>()
  const added: { one: PersonWithRights; row: Parameters<typeof insertProviderUsers>[2][number] }[] = []
  const others: PersonWithRights[] = []
  for (const one of people) {
    const { person, rights } = one
    const account = known.get(person.subject)
    const username_key = usernameKey(person.username)
    const username = account ? undefined : newAccountName(person.username)
    const email = addressOf(person)
    if (account && isCurrent(account, one)) {
      const { uid, username } = account
      outcomes.set(one, { uid, username, isNew: false, isEmailTaken: false })
    } else if (username !== undefined && !takenNames.has(username_key) && rights.isAdministrator !== true) {
      const isEmailTaken = takenAddresses.has(email)
      takenNames.add(username_key)
      if (email !== '') takenAddresses.add(email)
      const { name, subject } = person
      added.push({ one, row: { username, username_key, name, email: isEmailTaken ? '' : email, subject } })
      outcomes.set(one, { uid: 0, username, isNew: true, isEmailTaken })
    } else others.push(one)
  }
  if (added.length > 0) {
    const uids = await insertProviderUsers(
      tx,
      'ldap',
      added.map(({ row }) => row),
      now,
    )
    const entries = added.map(({ one, row: { username, username_key } }) => {
      const uid = uids.get(username_key) ?? 0
      outcomes.set(one, { ...(outcomes.get(one) as AppliedPerson), uid })
      const object = { object_type: 'user', object_id: uid } as const
      return { ...actor, action: 'userAdded', ...object, detail: `${username}: LDAP` } as const
    })
    await insertAudits(tx, entries, now)
  }
  const teams = await findDecidedTeams(tx, [...(people[0]?.rights.teams.keys() ?? [])])
  for (const one of others) {
    const outcome = await applyPersonIn(tx, actor, one, new Map(), now).catch((error: unknown) => {
      if (hasNoAccountHere(error)) return error
      throw error
    })
    outcomes.set(one, outcome)
  }
  for (const [name, team] of teams) await applyTeam(tx, actor, { name, team }, outcomes, now)
  return people.map((one) => outcomes.get(one) as Outcome)
}

/** Puts those of the people who belong into a team into it, and takes the others out. */
async function applyTeam(
  tx: Tx,
  actor: Actor,
  { name, team }: { name: string; team: DecidedTeam },
  outcomes: ReadonlyMap<PersonWithRights, Outcome>,
  now: number,
): Promise<void> {
  const accounts = [...outcomes].flatMap(([{ rights }, outcome]) =>
    outcome instanceof AppError ? [] : [{ ...outcome, isIn: rights.teams.get(name) === true }],
  )
  const members = await findMembers(
    tx,
    team.id,
    accounts.map(({ uid }) => uid),
  )
  for (const isIn of [true, false]) {
    const people = accounts.filter((account) => account.isIn === isIn && members.has(account.uid) !== isIn)
    if (people.length > 0) await applyTeamMembership(tx, actor, team, { people, isIn, via: 'LDAP' }, now)
  }
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

/**
 * Disables the account of a person who is no longer in the other system, and ends its sessions and tokens. Returns
 * whether it did: the last administrator stays.
 */
export async function disablePerson(
  tx: Tx,
  actor: Actor,
  { uid, username }: { uid: number; username: string },
  now: number,
  via: 'LDAP' | 'SCIM' = 'LDAP',
): Promise<boolean> {
  await updateDirectoryFields(tx, uid, { is_disabled: 1 })
  if (!(await hasAdministrator(tx))) {
    await updateDirectoryFields(tx, uid, { is_disabled: 0 })
    return false
  }
  await removeTokens(tx, uid)
  const entry = { action: 'userChanged', object_type: 'user', object_id: uid } as const
  await insertAudit(tx, { ...actor, ...entry, detail: `${username}: is_disabled 1, ${via}` }, now)
  return true
}

/** Whether a person cannot have an account here, for a reason that a synchronisation reports. */
const hasNoAccountHere = (error: unknown): error is AppError =>
  error instanceof AppError && ['directoryNameTaken', 'accountNameBad', 'userDisabled'].includes(error.errorName)
