import type { Insertable } from 'kysely'
import { holdsText } from '#src/db/like.ts'
import type { Db } from '#src/db/open.ts'
import type { UserTable, UserTokenTable } from '#src/db/schema.ts'

/** Whether somebody can administer the site. */
export const hasAdministrator = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('user')
    .select('uid')
    .where('groupid', '=', 1)
    .where('is_disabled', '=', 0)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The person with this name (folded), or undefined. */
export const findUserByName = (db: Db, username_key: string) =>
  db.selectFrom('user').selectAll().where('username_key', '=', username_key).executeTakeFirst()

/** Who has this e-mail address (in lower case), whatever the case it was stored in; two at most. */
export const listUsersByEmail = (db: Db, email: string) =>
  db
    .selectFrom('user')
    .selectAll()
    .where((where) => where.fn<string>('lower', ['email']), '=', email)
    .limit(2)
    .execute()

// Source: the list of existing clients has no pages; more than this is no list to choose from.
const mostOptions = 1000

/** Who can sign in and has `text` in the user name or the name, by user name; 1,000 at most. */
export const listUserOptions = (db: Db, text: string) =>
  db
    .selectFrom('user')
    .select(['uid', 'username', 'name', 'username as value'])
    .where('is_disabled', '=', 0)
    .$if(text !== '', (query) => query.where((or) => or.or([holdsText('username', text), holdsText('name', text)])))
    .orderBy('username_key')
    .limit(mostOptions)
    .execute()

/** The person, or undefined. */
export const findUser = (db: Db, uid: number) =>
  db.selectFrom('user').selectAll().where('uid', '=', uid).executeTakeFirst()

/** Everybody, in the order of their coming. */
export const listUsers = (db: Db) =>
  db
    .selectFrom('user')
    .select(['uid', 'username', 'name', 'groupid', 'email', 'is_disabled', 'reg_time', 'last_login_time'])
    .orderBy('uid')
    .execute()

/** Adds a person and gives their uid. */
export async function insertUser(db: Db, row: Insertable<UserTable>): Promise<number> {
  const { insertId } = await db.insertInto('user').values(row).executeTakeFirstOrThrow()
  return Number(insertId)
}

/** Changes a person's name. */
export const updateName = (db: Db, uid: number, name: string) =>
  db.updateTable('user').set({ name }).where('uid', '=', uid).execute()

/** Changes a person's password hash. */
export const updatePassword = (db: Db, uid: number, password: string) =>
  db.updateTable('user').set({ password }).where('uid', '=', uid).execute()

/** Writes down a sign-in. */
export const updateLastLogin = (db: Db, uid: number, last_login_time: number) =>
  db.updateTable('user').set({ last_login_time }).where('uid', '=', uid).execute()

/** Adds a session or an access token. */
export const insertToken = (db: Db, row: Insertable<UserTokenTable>) =>
  db.insertInto('user_token').values(row).execute()

/** A person's sessions and tokens that have not ended, the last used first. */
export const listTokens = (db: Db, uid: number, now: number) =>
  db
    .selectFrom('user_token')
    .selectAll()
    .where('uid', '=', uid)
    .where('token_expire', '>', now)
    .where('kind', '<>', 'link')
    .orderBy('last_use_time', 'desc')
    .execute()

/** A token that a person still has, or undefined. */
export const findToken = (db: Db, uid: number, token_hash: Buffer) =>
  db
    .selectFrom('user_token')
    .select(['kind', 'token_expire'])
    .where('uid', '=', uid)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()

/** Ends one session of a person. */
export const removeToken = (db: Db, uid: number, token_hash: Buffer) =>
  db.deleteFrom('user_token').where('uid', '=', uid).where('token_hash', '=', token_hash).execute()

/** Ends a person's sessions, all or all but one. */
export const removeTokens = (db: Db, uid: number, except?: Buffer) =>
  db
    .deleteFrom('user_token')
    .where('uid', '=', uid)
    .$if(except !== undefined, (query) => query.where('token_hash', '<>', except ?? Buffer.alloc(0)))
    .execute()

/** Removes what has expired before `now`. */
export const removeEndedTokens = (db: Db, now: number) =>
  db.deleteFrom('user_token').where('token_expire', '<=', now).execute()
