import type { User } from '#src/access/caller.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { insertAudit } from '#src/features/audit/index.ts'
import { queueAccountChange } from '#src/features/notice/index.ts'
import type { OutsidePerson, Provider } from '#src/features/sign-in-provider/index.ts'
import {
  findIdentity,
  findUser,
  findUserByIdentity,
  findUserByName,
  hasIdentity,
  insertAccount,
  insertIdentity,
  isRenamedByScim,
  listUsersByEmail,
  newToken,
  parseAccountName,
  updateProviderName,
  usernameKey,
} from '#src/features/user/index.ts'
import type { Attempt } from './attempts.ts'
import { isOfSite } from './directory-accounts.ts'
import { updateDirectoryFields, updateSsoUser } from './queries.ts'

// The token in the address is exchanged for a session at once, because browser histories and proxy logs store the
// address.
const linkTokenDays = 5 / 1440

/** Returns the first user name that is possible here. @throws {AppError} providerNoUsername */
function usernameOf(provider: Provider, { usernames }: OutsidePerson): string {
  for (const username of usernames) {
    try {
      return parseAccountName(username)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return fail('providerNoUsername', { provider: provider.name })
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** @throws {AppError} providerNoAccess when the provider's settings let only others in */
function requireAllowed({ form, name }: Provider, { email, isEmailVerified }: OutsidePerson): void {
  const domains = (form['allowed_domains'] ?? '')
    .toLowerCase()
    .split(/[\s,;，；]+/)
    .filter(Boolean)
  if (domains.length === 0) return
  const isAllowed = isEmailVerified && email.includes('@') && domains.includes(domainOf(email))
  if (!isAllowed) fail('providerNoAccess', { provider: name })
}

type Account = Pick<User, 'uid' | 'username' | 'name' | 'email' | 'is_sso'> & { is_disabled: number }

// So many people with one name are a mistake in the settings.
const numbersMost = 50

/**
 * Returns the user name of a new account: that of the person, or where it is taken one with a number.
 *
 * @throws {AppError} providerNameTaken, providerNoUsername
 */
async function freeUsername(tx: Tx, provider: Provider, person: OutsidePerson): Promise<string> {
  const username = usernameOf(provider, person)
  if (!(await findUserByName(tx, usernameKey(username)))) return username
  if (provider.form['username_taken'] === 'number') {
    for (let number = 2; number <= numbersMost; number++) {
      const numbered = `${username.slice(0, 46)}-${number}`
      if (!(await findUserByName(tx, usernameKey(numbered)))) return numbered
    }
  }
  return fail('providerNameTaken', { provider: provider.name, name: username })
}

/**
 * Returns the account that a person may have by their name, where the provider's settings allow that: one that came from
 * another system and is linked with nobody. An account of this site is never taken over.
 */
async function accountByName(tx: Tx, provider: Provider, person: OutsidePerson): Promise<Account | undefined> {
  if (provider.form['link_by_name'] !== '1') return undefined
  const key = usernameKey(usernameOf(provider, person))
  const named = await findUserByName(tx, key)
  if (!named || isOfSite(named) || named.password !== '' || (await hasIdentity(tx, named.uid))) return undefined
  return (await isRenamedByScim(tx, named.uid, key)) ? undefined : named
}

/**
 * Returns the account of a person: the one that is linked with them, one of the same name where the settings allow it, or
 * a new one. Never one that only has the same e-mail address.
 *
 * @throws {AppError} providerNoAccount, providerNameTaken, providerNoUsername, userDisabled
 */
async function accountOf(
  tx: Tx,
  app: App,
  { provider, person, ip, now }: { provider: Provider; person: OutsidePerson; ip: string; now: number },
): Promise<Account> {
  const { provider_id, form } = provider
  const { authority, subject } = person
  const provider_name = (person.usernames[0] ?? '').slice(0, 200)
  const linked = await findUserByIdentity(tx, provider_id, subject, authority)
  if (linked) {
    if (linked.is_disabled) fail('userDisabled')
    await updateProviderName(tx, linked.uid, provider_id, provider_name, authority)
    return linked
  }
  const named = await accountByName(tx, provider, person)
  if (!named && form['new_accounts'] !== '1') fail('providerNoAccount', { provider: provider.name })
  if (named?.is_disabled) fail('userDisabled')
  const username = named?.username ?? (await freeUsername(tx, provider, person))
  const account = named ?? {
    uid: await insertAccount(tx, { username, name: person.name, password: '', is_sso: 1 }, now),
    username,
    name: person.name,
    email: '',
    is_sso: 1,
    is_disabled: 0,
  }
  const { uid } = account
  await insertIdentity(tx, { uid, provider: provider_id, authority, subject, provider_name }, now)
  const entry = {
    uid,
    username,
    ip,
    object_type: 'user',
    object_id: uid,
    detail: `${username}: ${provider_id}`,
  } as const
  await insertAudit(tx, { ...entry, action: named ? 'providerLinked' : 'userAdded' }, now)
  if (named) await queueAccountChange(tx, app, 'providerLinked', uid, { now, name: provider.name, ip })
  return account
}

/**
 * Takes name and address from the provider: an address only when it is verified, and nobody else has it. People with an
 * account of this site have chosen their name here, and an address where they have one.
 */
async function refreshAccount(tx: Tx, account: Account, person: OutsidePerson): Promise<void> {
  const { uid } = account
  if (account.is_sso === 1 && person.name !== '' && person.name !== account.name)
    await updateSsoUser(tx, uid, person.name)
  const email = person.email.toLowerCase()
  if (!person.isEmailVerified || email === '' || email === account.email) return
  if (account.is_sso === 0 && account.email !== '') return
  const others = (await listUsersByEmail(tx, email)).filter((other) => other.uid !== uid)
  if (others.length === 0) await updateDirectoryFields(tx, uid, { email })
}

/**
 * Signs in a person for whom a provider has vouched, with the account that is linked with them, or a new one.
 *
 * @returns a token that must be exchanged for a session within five minutes
 * @throws {AppError} providerNoAccess, providerNoAccount, providerNameTaken, providerNoUsername, userDisabled
 */
async function signInPerson(
  app: App,
  from: { ip: string; agent: string },
  provider: Provider,
  person: OutsidePerson,
): Promise<string> {
  const now = nowSeconds(app)
  const { provider_id } = provider
  return transact(app.db, async (tx) => {
    const account = await accountOf(tx, app, { provider, person, ip: from.ip, now })
    await refreshAccount(tx, account, person)
    const { uid, username } = account
    await insertAudit(tx, { uid, username, action: 'login', detail: provider_id, ip: from.ip }, now)
    const use = { kind: 'link', name: '', days: linkTokenDays, ...from } as const
    return newToken(app, tx, uid, { ...use, provider_id, sign_out_hint: person.signOutHint })
  })
}

/**
 * Links a person for whom a provider has vouched with the account of a signed-in user.
 *
 * @throws {AppError} providerTaken, providerLinked, userDisabled
 */
async function linkPerson(app: App, ip: string, uid: number, provider: Provider, person: OutsidePerson): Promise<void> {
  const { provider_id, name } = provider
  const { authority, subject } = person
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const user = (await findUser(tx, uid)) ?? fail('notLoggedIn')
    if (user.is_disabled) fail('userDisabled')
    const owner = await findUserByIdentity(tx, provider_id, subject, authority)
    if (owner?.uid === uid) return
    if (owner) fail('providerTaken', { provider: name })
    if (await findIdentity(tx, uid, provider_id, authority)) fail('providerLinked', { provider: name })
    const provider_name = (person.usernames[0] ?? '').slice(0, 200)
    await insertIdentity(tx, { uid, provider: provider_id, authority, subject, provider_name }, now)
    const entry = { uid, username: user.username, ip, object_type: 'user', object_id: uid } as const
    await insertAudit(tx, { ...entry, action: 'providerLinked', detail: `${user.username}: ${provider_id}` }, now)
    await queueAccountChange(tx, app, 'providerLinked', uid, { now, name, ip })
  })
}

/**
 * Finishes what a person began with a provider of any type, once it has vouched for them: signs them in, or links them with
 * the user who began it.
 *
 * @param user who is signed in to the browser
 * @returns the path of this site to open, without the base path
 * @throws {AppError} signInExpired when another user is signed in now than the one who wanted to link; those of
 *   `signInPerson` and `linkPerson`
 */
export async function finishOutsidePerson(
  app: App,
  from: { ip: string; agent: string; user: User | undefined },
  { provider, attempt, person }: { provider: Provider; attempt: Attempt; person: OutsidePerson },
): Promise<string> {
  const { ip, agent, user } = from
  requireAllowed(provider, person)
  if (attempt.uid !== 0) {
    if (user?.uid !== attempt.uid) fail('signInExpired')
    await linkPerson(app, ip, attempt.uid, provider, person)
    return attempt.redirect
  }
  const user_token = await signInPerson(app, { ip, agent }, provider, person)
  return `/user/loginByUserToken?${new URLSearchParams({ user_token, redirect_uri: attempt.redirect })}`
}
