import { zstdCompressSync } from 'node:zlib'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import type { PageCommentTable, PageHistoryTable } from '#src/db/schema.ts'

/** Inserts a former version of a page with its text. */
export async function insertVersion(tx: Tx, row: Insertable<PageHistoryTable>, page_content: string): Promise<void> {
  const { page_history_id } = await tx
    .insertInto('page_history')
    .values(row)
    .returning('page_history_id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('page_history_content')
    .values({ page_history_id, page_content: zstdCompressSync(page_content) })
    .execute()
}

/** Inserts a comment and returns its id. */
export async function insertComment(tx: Tx, row: Insertable<PageCommentTable>): Promise<number> {
  const { comment_id } = await tx
    .insertInto('page_comment')
    .values(row)
    .returning('comment_id')
    .executeTakeFirstOrThrow()
  return comment_id
}

/** Returns the teams of this name that the account of this name has created. */
export const listTeamsNamed = (db: Db, team_name: string, owner_key: string) =>
  db
    .selectFrom('team')
    .innerJoin('user', 'user.uid', 'team.uid')
    .select(['team.id'])
    .where('team_name', '=', team_name)
    .where('user.username_key', '=', owner_key)
    .execute()
