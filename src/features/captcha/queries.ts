import type { Insertable } from 'kysely'
import type { Db } from '#src/db/database.ts'
import type { CaptchaTable } from '#src/db/schema.ts'

/** Inserts a captcha. */
export const insertCaptcha = (db: Db, row: Insertable<CaptchaTable>) => db.insertInto('captcha').values(row).execute()

/** Returns the captcha if it is still valid at `now`, or undefined. */
export const findCaptcha = (db: Db, captcha_id: string, now: number) =>
  db
    .selectFrom('captcha')
    .selectAll()
    .where('captcha_id', '=', captcha_id)
    .where('expire_time', '>', now)
    .executeTakeFirst()

/** Replaces the answer of a captcha that is still valid at `now`. */
export const updateCaptcha = (db: Db, captcha_id: string, captcha: string, now: number) =>
  db
    .updateTable('captcha')
    .set({ captcha })
    .where('captcha_id', '=', captcha_id)
    .where('expire_time', '>', now)
    .executeTakeFirstOrThrow()

/** Deletes a captcha and returns it in one statement, so that no two attempts can use it. */
export const takeCaptcha = (db: Db, captcha_id: string) =>
  db.deleteFrom('captcha').where('captcha_id', '=', captcha_id).returningAll().executeTakeFirst()

/** Deletes captchas that expired before `now`. */
export const removeEndedCaptchas = (db: Db, now: number) =>
  db.deleteFrom('captcha').where('expire_time', '<=', now).execute()
