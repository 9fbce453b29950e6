import type { Db } from '#src/db/database.ts'

/** Returns an account as messages name it, and as permission checks need it; undefined when it is gone. */
export const findPerson = (db: Db, uid: number) => people(db).where('uid', '=', uid).executeTakeFirst()

const people = (db: Db) =>
  db
    .selectFrom('user')
    .select(['uid', 'username', 'name', 'groupid', 'is_disabled', 'reg_time', 'email', 'email_verify', 'is_sso'])

/** Returns the oldest administrator who can sign in: the person who stands for the site itself. */
export const findSitePerson = (db: Db) =>
  people(db).where('groupid', '=', 1).where('is_disabled', '=', 0).orderBy('uid').executeTakeFirst()

/** An account as messages need it. */
export type EventPerson = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/** Returns the title of a page and the note about its newest version. */
export const findPageTexts = (db: Db, page_id: number) =>
  db.selectFrom('page').select(['page_title', 'page_comments']).where('page_id', '=', page_id).executeTakeFirst()
