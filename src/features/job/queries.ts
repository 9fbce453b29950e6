import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#src/db/database.ts'
import type { JobTable } from '#src/db/schema.ts'

/** A job as it is stored. */
export type JobRow = Selectable<JobTable>

/** Inserts a job. */
export const insertJob = (db: Db, row: Insertable<JobTable>) => db.insertInto('job').values(row).execute()

/** Returns the job `job_id` of a person, or undefined. */
export const findJob = (db: Db, uid: number, job_id: string): Promise<JobRow | undefined> =>
  db.selectFrom('job').selectAll().where('job_id', '=', job_id).where('uid', '=', uid).executeTakeFirst()

/** Lists a person's jobs since `addtime`, newest first. */
export const listJobs = (db: Db, uid: number, addtime: number): Promise<JobRow[]> =>
  db
    .selectFrom('job')
    .selectAll()
    .where('uid', '=', uid)
    .where('addtime', '>', addtime)
    .orderBy('addtime', 'desc')
    .orderBy('job_id')
    .execute()

/** Lists a person's jobs that wait for confirmation, newest first. */
export const listCheckedJobs = (db: Db, uid: number): Promise<JobRow[]> =>
  db
    .selectFrom('job')
    .selectAll()
    .where('uid', '=', uid)
    .where('state', '=', 'checked')
    .orderBy('addtime', 'desc')
    .orderBy('job_id')
    .execute()

/** Changes a job that is in `state`. Returns false if it is not, or no longer. */
export async function updateJob(db: Db, job_id: string, state: string, set: Updateable<JobTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set(set)
    .where('job_id', '=', job_id)
    .where('state', '=', state)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Replaces the result of a job that is done, if it still is `former`. Returns whether it was. */
export async function updateResult(db: Db, job_id: string, former: string, input: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ input })
    .where('job_id', '=', job_id)
    .where('state', '=', 'done')
    .where('input', '=', former)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Lists the jobs that the database has as running. */
export const listRunningJobs = (db: Db): Promise<JobRow[]> =>
  db.selectFrom('job').selectAll().where('state', '=', 'running').execute()

/** Lists the jobs from before `addtime` that are not running. */
export const listOldJobs = (db: Db, addtime: number): Promise<JobRow[]> =>
  db.selectFrom('job').selectAll().where('addtime', '<=', addtime).where('state', '<>', 'running').execute()

/** Removes a job, unless it is running. */
export const removeJob = (db: Db, job_id: string) =>
  db.deleteFrom('job').where('job_id', '=', job_id).where('state', '<>', 'running').execute()
