import type { Insertable } from 'kysely'
import type { Db } from '#src/db/open.ts'
import type { CaptchaTable } from '#src/db/schema.ts'

/** Adds a captcha. */
export const insertCaptcha = (db: Db, row: Insertable<CaptchaTable>) => db.insertInto('captcha').values(row).execute()

/** The captcha that is still valid at `now`, or undefined. */
export const findCaptcha = (db: Db, captcha_id: string, now: number) =>
  db
    .selectFrom('captcha')
    .selectAll()
    .where('captcha_id', '=', captcha_id)
    .where('expire_time', '>', now)
    .executeTakeFirst()

/** Gives a captcha that is still valid at `now` another answer. */
export const updateCaptcha = (db: Db, captcha_id: string, captcha: string, now: number) =>
  db
    .updateTable('captcha')
    .set({ captcha })
    .where('captcha_id', '=', captcha_id)
    .where('expire_time', '>', now)
    .executeTakeFirstOrThrow()

/** Takes a captcha away and gives it, in one statement, so that no two tries can use it. */
export const takeCaptcha = (db: Db, captcha_id: string) =>
  db.deleteFrom('captcha').where('captcha_id', '=', captcha_id).returningAll().executeTakeFirst()

/** Removes captchas that have ended before `now`. */
export const removeEndedCaptchas = (db: Db, now: number) =>
  db.deleteFrom('captcha').where('expire_time', '<=', now).execute()
