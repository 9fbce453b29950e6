import type { Db } from '#src/db/database.ts'

/** Returns the number and the size of all uploaded files, in bytes. */
export async function sumFiles(db: Db): Promise<{ count: number; bytes: number }> {
  const row = await db
    .selectFrom('upload_file')
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.sum<number | null>('file_size').as('bytes'),
    ])
    .executeTakeFirst()
  return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 }
}

/** Returns how many jobs there are in each state. */
export async function countJobs(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('job')
    .select((select) => ['state', select.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return new Map(rows.map(({ state, count }) => [state, count]))
}
