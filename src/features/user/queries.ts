import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { beginsWithText, containsText } from '#src/db/engine.ts'
import { prepared } from '#src/db/prepared.ts'
import type { UserTable, UserTokenTable } from '#src/db/schema.ts'

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

/** Another system that accounts come from; `ldap` is the directory service. */
export type IdentityProvider = 'ldap'

/** Returns what identifies an account at a provider, with its user name there; undefined when it does not come from there. */
export const findIdentity = (db: Db, uid: number, provider: IdentityProvider) =>
  db
    .selectFrom('user_identity')
    .select(['subject', 'provider_name'])
    .where('provider', '=', provider)
    .where('uid', '=', uid)
    .executeTakeFirst()

/** Stores the user name that an account has at its provider now. */
export const updateProviderName = (tx: Tx, uid: number, provider: IdentityProvider, provider_name: string) =>
  tx
    .updateTable('user_identity')
    .set({ provider_name })
    .where('provider', '=', provider)
    .where('uid', '=', uid)
    .execute()

/** Returns the account that `subject` has here, or undefined. */
export const findUserByIdentity = (db: Db, provider: IdentityProvider, subject: string) =>
  db
    .selectFrom('user_identity')
    .innerJoin('user', 'user.uid', 'user_identity.uid')
    .selectAll('user')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()

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
  subject: string
  /** The user name there, which can change. */
  provider_name: string
}

/** Links an account that has no password here to a provider. */
export const insertIdentity = (tx: Tx, identity: Identity, addtime: number) =>
  tx
    .insertInto('user_identity')
    .values({ ...identity, addtime })
    .execute()

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

/** Returns a token that a user still has, or undefined. */
export const findToken = (db: Db, uid: number, token_hash: Buffer) =>
  db
    .selectFrom('user_token')
    .select(['kind', 'name', 'token_expire'])
    .where('uid', '=', uid)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()

/** Removes one session of a user. */
export const removeToken = (db: Db, uid: number, token_hash: Buffer) =>
  db.deleteFrom('user_token').where('uid', '=', uid).where('token_hash', '=', token_hash).execute()

/** Removes a user's sessions: all, or all but `except`. */
export const removeTokens = (db: Db, uid: number, except?: Buffer) =>
  db
    .deleteFrom('user_token')
    .where('uid', '=', uid)
    .$if(except !== undefined, (query) => query.where('token_hash', '<>', except ?? Buffer.alloc(0)))
    .execute()

/** Removes tokens that expired before `now`. */
export const removeEndedTokens = (db: Db, now: number) =>
  db.deleteFrom('user_token').where('token_expire', '<=', now).execute()

/** Sets a user's e-mail address, and whether they have proved that it is theirs. */
export const updateEmail = (tx: Tx, uid: number, email: string, email_verify: 0 | 1) =>
  tx.updateTable('user').set({ email, email_verify }).where('uid', '=', uid).execute()
