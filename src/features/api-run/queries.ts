import { type Insertable, sql, type Updateable } from 'kysely'
import { runResultsMax } from '#shared/api-runs.ts'
import type { Db, Tx } from '#src/db/database.ts'
import type { ApiRunResultTable, ApiRunTable } from '#src/db/schema.ts'

/** Lists the runs of an item by name. */
export const listRuns = (db: Db, item_id: number) =>
  db
    .selectFrom('api_run')
    .select(['run_id', 'run_name', 'steps_total', 'schedule', 'next_time', 'is_failing'])
    .where('item_id', '=', item_id)
    .orderBy('run_name')
    .orderBy('run_id')
    .execute()

/** Returns a run of an item; undefined when it has none of this id. */
export const findRun = (db: Db, { item_id, run_id }: { item_id: number; run_id: number }) =>
  db.selectFrom('api_run').selectAll().where('run_id', '=', run_id).where('item_id', '=', item_id).executeTakeFirst()

/** A run as it is stored. */
export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>

/** Inserts a run and returns its id. */
export async function insertRun(tx: Tx, row: Insertable<ApiRunTable>): Promise<number> {
  const { run_id } = await tx.insertInto('api_run').values(row).returning('run_id').executeTakeFirstOrThrow()
  return run_id
}

/** Changes a run. */
export const updateRun = (tx: Tx, run_id: number, row: Updateable<ApiRunTable>) =>
  tx.updateTable('api_run').set(row).where('run_id', '=', run_id).execute()

/** Deletes a run with its results. Returns whether there was one. */
export async function removeRun(tx: Tx, { item_id, run_id }: { item_id: number; run_id: number }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_run')
    .where('run_id', '=', run_id)
    .where('item_id', '=', item_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Lists the runs that are due, of items that exist, the longest due first. */
export const listDueRuns = (db: Db, now: number, most: number) =>
  db
    .selectFrom('api_run')
    .innerJoin('item', 'item.item_id', 'api_run.item_id')
    .selectAll('api_run')
    .where('next_time', '>', sql.lit(0))
    .where('next_time', '<=', now)
    .where('item.is_del', '=', 0)
    .where('item.is_archived', '=', 0)
    .orderBy('next_time')
    .limit(most)
    .execute()

const resultColumns = [
  'result_id',
  'api_run_result.run_id',
  'outcome',
  'is_scheduled',
  'api_run_result.addtime',
  'time_ms',
  'api_run_result.steps_total',
  'steps_done',
  'steps_failed',
] as const

/** Lists the results of a run without their steps, the newest first. */
export const listResults = (db: Db, run_id: number) =>
  db
    .selectFrom('api_run_result')
    .leftJoin('user', 'user.uid', 'api_run_result.uid')
    .select([...resultColumns, 'user.username'])
    .where('run_id', '=', run_id)
    .orderBy('result_id', 'desc')
    .limit(runResultsMax)
    .execute()

/** Lists the newest result of each run of an item. */
export const listLastResults = (db: Db, item_id: number) =>
  db
    .selectFrom('api_run_result')
    .leftJoin('user', 'user.uid', 'api_run_result.uid')
    .select([...resultColumns, 'user.username'])
    .where('result_id', 'in', (query) =>
      query
        .selectFrom('api_run')
        .innerJoin('api_run_result', 'api_run_result.run_id', 'api_run.run_id')
        .select(({ fn }) => fn.max('result_id').as('newest'))
        .where('item_id', '=', item_id)
        .groupBy('api_run.run_id'),
    )
    .execute()

/** Returns a result of an item with its steps; undefined when there is none. */
export const findResult = (db: Db, { item_id, result_id }: { item_id: number; result_id: number }) =>
  db
    .selectFrom('api_run_result')
    .innerJoin('api_run', 'api_run.run_id', 'api_run_result.run_id')
    .leftJoin('user', 'user.uid', 'api_run_result.uid')
    .select([...resultColumns, 'user.username', 'steps'])
    .where('result_id', '=', result_id)
    .where('item_id', '=', item_id)
    .executeTakeFirst()

/** Returns the id of the result of a run that is in progress; undefined for none. */
export async function findRunning(db: Db, run_id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('api_run_result')
    .select('result_id')
    .where('run_id', '=', run_id)
    .where('outcome', '=', 'running')
    .executeTakeFirst()
  return row?.result_id
}

/** Inserts the result of a run that begins, and returns its id. Results beyond the stored number are deleted. */
export async function insertResult(tx: Tx, row: Insertable<ApiRunResultTable>): Promise<number> {
  const { result_id } = await tx
    .insertInto('api_run_result')
    .values(row)
    .returning('result_id')
    .executeTakeFirstOrThrow()
  const oldest = await tx
    .selectFrom('api_run_result')
    .select('result_id')
    .where('run_id', '=', row.run_id)
    .orderBy('result_id', 'desc')
    .offset(runResultsMax)
    .limit(1)
    .executeTakeFirst()
  if (oldest)
    await tx
      .deleteFrom('api_run_result')
      .where('run_id', '=', row.run_id)
      .where('result_id', '<=', oldest.result_id)
      .execute()
  return result_id
}

/** Changes a result that is still running. Returns whether it was. */
export async function updateResult(db: Db, result_id: number, row: Updateable<ApiRunResultTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_run_result')
    .set(row)
    .where('result_id', '=', result_id)
    .where('outcome', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends what a server that was killed has left running: everything but those that are in progress here. */
export const endInterruptedResults = (db: Db, inProgress: readonly number[]) =>
  db
    .updateTable('api_run_result')
    .set({ outcome: 'interrupted' })
    .where('outcome', '=', sql.lit('running'))
    .where('result_id', 'not in', [0, ...inProgress])
    .execute()

/** Returns a person as a run needs them; undefined when the account is gone or closed. */
export const findRunner = (db: Db, uid: number) =>
  db
    .selectFrom('user')
    .select(['uid', 'username', 'name', 'groupid', 'email', 'avatar', 'reg_time', 'is_sso'])
    .where('uid', '=', uid)
    .where('is_disabled', '=', 0)
    .executeTakeFirst()

/** Returns those of these pages that an item has. */
export async function listPagesOfItem(db: Db, item_id: number, page_ids: readonly number[]): Promise<Set<number>> {
  if (page_ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('page')
    .select('page_id')
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .where('page_id', 'in', page_ids)
    .execute()
  return new Set(rows.map(({ page_id }) => page_id))
}
