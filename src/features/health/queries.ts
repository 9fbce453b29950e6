import type { Db } from '#src/db/database.ts'

/** Returns the newest time that the database has from the clock of its server, in Unix seconds; 0 when it has none. */
export async function findNewestTime(db: Db): Promise<number> {
  const newest = await Promise.all([
    db
      .selectFrom('page')
      .select((select) => select.fn.max('addtime').as('time'))
      .executeTakeFirst(),
    db
      .selectFrom('user')
      .select((select) => select.fn.max('last_login_time').as('time'))
      .executeTakeFirst(),
    db
      .selectFrom('audit_log')
      .select((select) => select.fn.max('addtime').as('time'))
      .executeTakeFirst(),
  ])
  return Math.max(0, ...newest.map((row) => row?.time ?? 0))
}
