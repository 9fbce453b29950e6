import type { Insertable } from 'kysely'
import { containsText } from '#src/db/like.ts'
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
// Who does not see a person among so many types one letter more.
const mostFound = 20

const options = (db: Db) =>
  db.selectFrom('user').select(['uid', 'username', 'name', 'username as value']).where('is_disabled', '=', 0)

/** Who can sign in and has `text` in the user name or the name: those whose user name it is or begins with first; 20 at most. */
export const findUserOptions = (db: Db, text: string, username_key: string) =>
  options(db)
    .where((or) => or.or([containsText('username', text), containsText('name', text)]))
    .orderBy((by) => by('username_key', '=', username_key), 'desc')
    .orderBy((by) => by(by.fn('instr', ['username_key', by.val(username_key)]), '=', 1), 'desc')
    .orderBy('username_key')
    .limit(mostFound)
    .execute()

/** Everybody who can sign in, by user name; 1,000 at most. */
export const listUserOptions = (db: Db) => options(db).orderBy('username_key').limit(mostOptions).execute()

/** Who can sign in and is in an item that a person manages, or in a team that they made or manage, by user name; 1,000 at most. */
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
