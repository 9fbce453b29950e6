import type { Db, Tx } from '#src/db/database.ts'

/** Returns the stored levels of an item's rules, as JSON; undefined when it has the defaults. */
export const findLintRules = (db: Db, item_id: number) =>
  db.selectFrom('api_lint').select('rules').where('item_id', '=', item_id).executeTakeFirst()

/** Stores the levels of an item's rules. */
export const upsertLintRules = (tx: Tx, item_id: number, rules: string) =>
  tx
    .insertInto('api_lint')
    .values({ item_id, rules })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ rules }))
    .execute()
