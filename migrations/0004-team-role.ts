import { type Kysely, sql } from 'kysely'

/** Adds the permission that a team's members get on an item that is assigned to it: current and future members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'ALTER TABLE team_item ADD COLUMN member_group_id INTEGER NOT NULL DEFAULT 1 CHECK (member_group_id IN (0, 1, 2))',
    )
    .execute(db)
}
