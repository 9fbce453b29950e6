import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { beginsWithText, containsText } from '#src/db/engine.ts'
import { prepared } from '#src/db/prepared.ts'
import type { SignInTicketTable, UserTable, UserTokenTable } from '#src/db/schema.ts'

const anyAdministrator = prepared<Record<never, never>>({ remember: 1 })((db) =>
  db.selectFrom('user').select('uid').where('groupid', '=', 1).where('is_disabled', '=', 0).limit(1),
)

/** Returns whether there is anyone who can administer the site. */
export const hasAdministrator = async (db: Db): Promise<boolean> => (await anyAdministrator.first(db, {})) !== undefined

/** Returns the number of administrators that can sign in. */
export async function countAdministrators(db: Db): Promise<number> {
  const row = await db
    .selectFrom('user')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('groupid', '=', 1)
    .where('is_disabled', '=', 0)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Returns the user with this name (normalized), or undefined. */
export const findUserByName = (db: Db, username_key: string) =>
  db.selectFrom('user').selectAll().where('username_key', '=', username_key).executeTakeFirst()

/** Lists the users with this e-mail address (in lower case), in whatever case it was stored; two at most. */
export const listUsersByEmail = (db: Db, email: string) =>
  db
    .selectFrom('user')
    .selectAll()
    .where((where) => where.fn<string>('lower', ['email']), '=', email)
    .limit(2)
    .execute()

// Source: the list of existing clients has no pagination; nobody can choose from a longer list.
const mostOptions = 1000
// A person who is not among so many is found by typing one more letter.
const mostFound = 20

const options = (db: Db) =>
  db.selectFrom('user').select(['uid', 'username', 'name', 'username as value']).where('is_disabled', '=', 0)

/**
 * Finds users who can sign in and have `text` in the user name or the name; first those whose user name equals it or
 * begins with it; 20 at most.
 */
export const findUserOptions = (db: Db, text: string, username_key: string) =>
  options(db)
    .where((or) => or.or([containsText('username', text), containsText('name', text)]))
    .orderBy((by) => by('username_key', '=', username_key), 'desc')
    .orderBy(beginsWithText('username_key', username_key), 'desc')
    .orderBy('username_key')
    .limit(mostFound)
    .execute()

/** Lists all users who can sign in, by user name; 1,000 at most. */
export const listUserOptions = (db: Db) => options(db).orderBy('username_key').limit(mostOptions).execute()

/**
 * Lists users who can sign in and are in an item that a person manages, or in a team that they created or manage, by
 * user name; 1,000 at most.
 */
export const listKnownUserOptions = (db: Db, uid: number) =>
  db
    .with('my_item', (my) =>
      my
        .selectFrom('item')
        .select('item_id')
        .where('uid', '=', uid)
        .union(my.selectFrom('item_member').select('item_id').where('uid', '=', uid).where('member_group_id', '=', 2))
        .union(
          my
            .selectFrom('team_item_member')
            .select('item_id')
            .where('member_uid', '=', uid)
            .where('member_group_id', '=', 2),
        ),
    )
    .with('my_team', (my) =>
      my
        .selectFrom('team')
        .select('id')
        .where('uid', '=', uid)
        .union(
          my
            .selectFrom('team_member')
            .select('team_id as id')
            .where('member_uid', '=', uid)
            .where('team_member_group_id', '=', 2),
        ),
    )
    .with('known', (of) =>
      of
        .selectFrom('item')
        .innerJoin('my_item', 'my_item.item_id', 'item.item_id')
        .select('item.uid')
        .where('item.is_del', '=', 0)
        .union(
          of
            .selectFrom('item_member')
            .innerJoin('my_item', 'my_item.item_id', 'item_member.item_id')
            .innerJoin('item', 'item.item_id', 'item_member.item_id')
            .select('item_member.uid')
            .where('item.is_del', '=', 0),
        )
        .union(of.selectFrom('team').innerJoin('my_team', 'my_team.id', 'team.id').select('team.uid'))
        .union(
          of
            .selectFrom('team_member')
            .innerJoin('my_team', 'my_team.id', 'team_member.team_id')
            .select('team_member.member_uid as uid'),
        )
        .union(
          of
            .selectFrom('team_item_member')
            .innerJoin('my_item', 'my_item.item_id', 'team_item_member.item_id')
            .innerJoin('item', 'item.item_id', 'team_item_member.item_id')
            .select('team_item_member.member_uid as uid')
            .where('item.is_del', '=', 0),
        ),
    )
    .selectFrom('user')
    .innerJoin('known', 'known.uid', 'user.uid')
    .select(['user.uid', 'username', 'name', 'username as value'])
    .where('is_disabled', '=', 0)
    .orderBy('username_key')
    .limit(mostOptions)
    .execute()

/** Returns the user, or undefined. */
export const findUser = (db: Db, uid: number) =>
  db.selectFrom('user').selectAll().where('uid', '=', uid).executeTakeFirst()

/** Lists all users in the order of registration. */
export const listUsers = (db: Db) =>
  db
    .selectFrom('user')
    .select(['uid', 'username', 'name', 'groupid', 'email', 'is_disabled', 'reg_time', 'last_login_time'])
    .orderBy('uid')
    .execute()

/** Inserts a user and returns the uid. */
export async function insertUser(db: Db, row: Insertable<UserTable>): Promise<number> {
  const { uid } = await db.insertInto('user').values(row).returning('uid').executeTakeFirstOrThrow()
  return uid
}

/** Changes a user's name. */
export const updateName = (db: Db, uid: number, name: string) =>
  db.updateTable('user').set({ name }).where('uid', '=', uid).execute()

/** Another system that accounts come from: `ldap` is the directory service, others are providers of sign-in by their id. */
type IdentityProvider = string

/** Returns what identifies an account at a provider, with its user name there; undefined when it does not come from there. */
export const findIdentity = (db: Db, uid: number, provider: IdentityProvider, authority = '') =>
  db
    .selectFrom('user_identity')
    .select(['subject', 'provider_name'])
    .where('provider', '=', provider)
    .where('authority', '=', authority)
    .where('uid', '=', uid)
    .executeTakeFirst()

/** Whether an account is linked with anybody at any provider. */
export const hasIdentity = async (db: Db, uid: number): Promise<boolean> =>
  (await db.selectFrom('user_identity').select('uid').where('uid', '=', uid).limit(1).executeTakeFirst()) !== undefined

/** Lists the identities of an account. */
export const listIdentitiesOf = (db: Db, uid: number) =>
  db
    .selectFrom('user_identity')
    .select(['provider', 'authority', 'provider_name', 'addtime'])
    .where('uid', '=', uid)
    .execute()

/** Counts the accounts that are linked at each provider, by authority. */
export const countIdentities = (db: Db) =>
  db
    .selectFrom('user_identity')
    .select((select) => ['provider', 'authority', select.fn.countAll<number>().as('count')])
    .groupBy(['provider', 'authority'])
    .execute()

/** Makes the people of a provider's former authorities those of `authority`, as far as they are not linked there already. */
export async function moveIdentities(tx: Tx, provider: IdentityProvider, authority: string): Promise<void> {
  await tx
    .updateTable('user_identity')
    .set({ authority })
    .where('provider', '=', provider)
    .where('authority', '<>', authority)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('user_identity as there')
            .select('there.uid')
            .where('there.provider', '=', provider)
            .where('there.authority', '=', authority)
            .whereRef('there.subject', '=', 'user_identity.subject'),
        ),
      ),
    )
    .execute()
}

/** Stores the user name that an account has at its provider now. */
export const updateProviderName = (
  tx: Tx,
  uid: number,
  provider: IdentityProvider,
  provider_name: string,
  authority = '',
) =>
  tx
    .updateTable('user_identity')
    .set({ provider_name })
    .where('provider', '=', provider)
    .where('authority', '=', authority)
    .where('uid', '=', uid)
    .execute()

/** Returns the account that `subject` has here, or undefined. */
export const findUserByIdentity = (db: Db, provider: IdentityProvider, subject: string, authority = '') =>
  db
    .selectFrom('user_identity')
    .innerJoin('user', 'user.uid', 'user_identity.uid')
    .selectAll('user')
    .where('provider', '=', provider)
    .where('authority', '=', authority)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Lists the accounts of people by what identifies them at a provider; 500 at most. */
export const listUsersByIdentities = (db: Db, provider: IdentityProvider, subjects: readonly string[]) =>
  db
    .selectFrom('user_identity')
    .innerJoin('user', 'user.uid', 'user_identity.uid')
    .select(['subject', 'provider_name', 'user.uid', 'username', 'name', 'email', 'groupid', 'is_disabled'])
    .where('provider', '=', provider)
    .where('subject', 'in', subjects)
    .execute()

/** Lists the users with these names (normalized); 500 at most. */
export const listUsersByNames = (db: Db, username_keys: readonly string[]) =>
  db.selectFrom('user').select(['uid', 'username_key']).where('username_key', 'in', username_keys).execute()

/** Lists the users with these e-mail addresses (in lower case), as they are stored; 500 at most. */
export const listEmails = (db: Db, emails: readonly string[]) =>
  db.selectFrom('user').select(['uid', 'email']).where('email', 'in', emails).execute()

/** Inserts accounts that come from a provider. Returns the uids by their names (normalized). */
export async function insertProviderUsers(
  tx: Tx,
  provider: IdentityProvider,
  people: readonly { username: string; username_key: string; name: string; email: string; subject: string }[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = people.map(({ username, username_key, name, email }) => {
    return { username, username_key, name, email, password: '', is_sso: 1, reg_time: now }
  })
  const made = await tx.insertInto('user').values(rows).returning(['uid', 'username_key']).execute()
  const uids = new Map(made.map(({ uid, username_key }) => [username_key, uid]))
  const identities = people.map(({ username, username_key, subject }) => {
    return { provider, subject, provider_name: username, uid: uids.get(username_key) ?? 0, addtime: now }
  })
  await tx.insertInto('user_identity').values(identities).execute()
  return uids
}

/** Lists the accounts that come from a provider. */
export const listIdentities = (db: Db, provider: IdentityProvider) =>
  db
    .selectFrom('user_identity')
    .innerJoin('user', 'user.uid', 'user_identity.uid')
    .select(['user.uid', 'username', 'subject', 'is_disabled', 'groupid'])
    .where('provider', '=', provider)
    .execute()

interface Identity {
  uid: number
  provider: IdentityProvider
  /** Who vouches for the subject; left out for the directory. */
  authority?: string
  subject: string
  /** The user name there, which can change. */
  provider_name: string
}

/** Links an account with a provider; a password that it has here stays. */
export const insertIdentity = (tx: Tx, identity: Identity, addtime: number) =>
  tx
    .insertInto('user_identity')
    .values({ ...identity, addtime })
    .execute()

/** Ends the links of an account with a provider. Returns how many there were. */
export async function removeIdentities(tx: Tx, uid: number, provider: IdentityProvider): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('user_identity')
    .where('uid', '=', uid)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Links an account to a provider, which has its password from now on; the one that is stored here is removed. */
export async function linkIdentity(tx: Tx, identity: Identity, addtime: number): Promise<void> {
  const { uid, provider } = identity
  await tx.deleteFrom('user_identity').where('provider', '=', provider).where('uid', '=', uid).execute()
  await insertIdentity(tx, identity, addtime)
  await tx.updateTable('user').set({ password: '', is_sso: 1 }).where('uid', '=', uid).execute()
}

/** Changes a user's password hash. An account that came from another system is one of this site from now on. */
export async function updatePassword(tx: Tx, uid: number, password: string): Promise<void> {
  await tx.deleteFrom('user_identity').where('uid', '=', uid).where('provider', '=', 'ldap').execute()
  await tx.updateTable('user').set({ password, is_sso: 0 }).where('uid', '=', uid).execute()
}

/** Changes a user's password hash, if it still is `former`. Returns whether it was. */
export async function replacePassword(db: Db, uid: number, former: string, password: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ password })
    .where('uid', '=', uid)
    .where('password', '=', former)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Records the time of a sign-in. */
export const updateLastLogin = (db: Db, uid: number, last_login_time: number) =>
  db.updateTable('user').set({ last_login_time }).where('uid', '=', uid).execute()

/** Inserts a session or an access token. */
export const insertToken = (db: Db, row: Insertable<UserTokenTable>) =>
  db.insertInto('user_token').values(row).execute()

/** Lists a user's sessions and tokens that have not expired, the most recently used first. */
export const listTokens = (db: Db, uid: number, now: number) =>
  db
    .selectFrom('user_token')
    .selectAll()
    .where('uid', '=', uid)
    .where('token_expire', '>', now)
    .where('kind', '<>', 'link')
    .orderBy('last_use_time', 'desc')
    .execute()

/** Lists the sessions that began with a provider. */
export const listTokensOfProvider = (db: Db, provider_id: string) =>
  db
    .selectFrom('user_token')
    .innerJoin('user', 'user.uid', 'user_token.uid')
    .select(['user_token.uid', 'user.username', 'user_token.token_hash', 'user_token.sign_out_hint'])
    .where('user_token.provider_id', '=', provider_id)
    .where('user_token.provider_id', '<>', '')
    .where('user_token.kind', '<>', 'access')
    .execute()

/** Lists the tickets of half-finished sign-ins that began with a provider. */
export const listTicketsOfProvider = (db: Db, provider_id: string) =>
  db
    .selectFrom('sign_in_ticket')
    .select(['ticket_hash', 'sign_out_hint'])
    .where('provider_id', '=', provider_id)
    .where('provider_id', '<>', '')
    .execute()

/** Ends what a user began with a provider, but not the session with `except`; access tokens stay. */
export async function removeTokensOfProvider(
  db: Db,
  uid: number,
  provider_id: string,
  except: Buffer | undefined,
): Promise<void> {
  await db.deleteFrom('sign_in_ticket').where('uid', '=', uid).where('provider_id', '=', provider_id).execute()
  await db
    .deleteFrom('user_token')
    .where('uid', '=', uid)
    .where('provider_id', '=', provider_id)
    .where('kind', '<>', 'access')
    .$if(except !== undefined, (query) => query.where('token_hash', '<>', except ?? Buffer.alloc(0)))
    .execute()
}

/** Whether an account came by SCIM and has another name there by now: its former name can be another person's. */
export async function isRenamedByScim(db: Db, uid: number, username_key: string): Promise<boolean> {
  const row = await db.selectFrom('scim_user').select('user_name_key').where('uid', '=', uid).executeTakeFirst()
  return row !== undefined && row.user_name_key !== username_key
}

/** Returns a token that a user still has, or undefined. */
export const findToken = (db: Db, uid: number, token_hash: Buffer) =>
  db
    .selectFrom('user_token')
    .select(['kind', 'name', 'addtime', 'token_expire', 'provider_id', 'sign_out_hint'])
    .where('uid', '=', uid)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()

/** Removes one session of a user. */
export const removeToken = (db: Db, uid: number, token_hash: Buffer) =>
  db.deleteFrom('user_token').where('uid', '=', uid).where('token_hash', '=', token_hash).execute()

/** Removes a user's sessions and half-finished sign-ins: all, or all but `except`. */
export async function removeTokens(db: Db, uid: number, except?: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_ticket').where('uid', '=', uid).execute()
  await db
    .deleteFrom('user_token')
    .where('uid', '=', uid)
    .$if(except !== undefined, (query) => query.where('token_hash', '<>', except ?? Buffer.alloc(0)))
    .execute()
}

/** Removes a user's sessions, sign-in links and half-finished sign-ins, all but `except`; access tokens stay. */
export async function removeSessions(db: Db, uid: number, except: Buffer | undefined): Promise<void> {
  await db.deleteFrom('sign_in_ticket').where('uid', '=', uid).execute()
  await db
    .deleteFrom('user_token')
    .where('uid', '=', uid)
    .where('kind', '<>', 'access')
    .$if(except !== undefined, (query) => query.where('token_hash', '<>', except ?? Buffer.alloc(0)))
    .execute()
}

/** Removes tokens, and tickets of half-finished sign-ins, that expired before `now`. */
export async function removeEndedTokens(db: Db, now: number): Promise<void> {
  await db.deleteFrom('user_token').where('token_expire', '<=', now).execute()
  await db.deleteFrom('sign_in_ticket').where('expire_time', '<=', now).execute()
}

/** Inserts the ticket of a half-finished sign-in. */
export const insertTicket = (tx: Tx, row: Insertable<SignInTicketTable>) =>
  tx.insertInto('sign_in_ticket').values(row).execute()

/** Returns a ticket that is still valid at `now`, with its account, or undefined. */
export const findTicket = (db: Db, ticket_hash: Buffer, now: number) =>
  db
    .selectFrom('sign_in_ticket')
    .innerJoin('user', 'user.uid', 'sign_in_ticket.uid')
    .select(['user.uid', 'user.username', 'action', 'way', 'wrong_count'])
    .where('ticket_hash', '=', ticket_hash)
    .where('expire_time', '>', now)
    .executeTakeFirst()

/**
 * Removes a ticket in one statement, so that no two requests can use it. Returns who vouched for the user in the first
 * step; undefined when there was no ticket.
 */
export const takeTicket = (tx: Tx, ticket_hash: Buffer) =>
  tx
    .deleteFrom('sign_in_ticket')
    .where('ticket_hash', '=', ticket_hash)
    .returning(['provider_id', 'sign_out_hint'])
    .executeTakeFirst()

/** Counts a wrong code for a ticket, and removes it after `most` of them. */
export async function countWrongCode(tx: Tx, ticket_hash: Buffer, most: number): Promise<void> {
  await tx
    .updateTable('sign_in_ticket')
    .set((row) => ({ wrong_count: row('wrong_count', '+', 1) }))
    .where('ticket_hash', '=', ticket_hash)
    .execute()
  await tx
    .deleteFrom('sign_in_ticket')
    .where('ticket_hash', '=', ticket_hash)
    .where('wrong_count', '>=', most)
    .execute()
}

/** Sets a user's e-mail address, and whether they have proved that it is theirs. */
export const updateEmail = (tx: Tx, uid: number, email: string, email_verify: 0 | 1) =>
  tx.updateTable('user').set({ email, email_verify }).where('uid', '=', uid).execute()
