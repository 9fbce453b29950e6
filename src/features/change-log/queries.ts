import type { Db, Tx } from '#src/db/open.ts'
import { prepared } from '#src/db/prepared.ts'

/** One line of an item's change log. */
export interface Change {
  item_id: number
  uid: number
  op_action_type: 'create' | 'update' | 'delete' | 'recover' | 'import' | 'export' | 'binding' | 'unbound' | 'drag'
  op_object_type: 'page' | 'catalog' | 'item' | 'team' | 'member' | 'tree'
  op_object_id: number
  op_object_name: string
  remark?: string
}

// Source: specification 9; the newest are kept.
const kept = 300

/** Writes a line, and lets go of what is older than the newest 300. */
export async function insertChange(tx: Tx, change: Change, optime: number): Promise<void> {
  await tx
    .insertInto('item_change_log')
    .values({ ...change, optime })
    .execute()
  const oldest = await tx
    .selectFrom('item_change_log')
    .select('id')
    .where('item_id', '=', change.item_id)
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst()
  if (oldest)
    await tx.deleteFrom('item_change_log').where('item_id', '=', change.item_id).where('id', '<=', oldest.id).execute()
}

/** The kept lines of an item, newest first, with who they are of and where the pages and catalogs that they name lie now. */
export const listChanges = (db: Db, item_id: number) =>
  db
    .selectFrom('item_change_log as log')
    .leftJoin('user', 'user.uid', 'log.uid')
    .leftJoin('page', (join) =>
      join.onRef('page.page_id', '=', 'log.op_object_id').on('log.op_object_type', '=', 'page'),
    )
    .selectAll('log')
    .select(['user.username', 'user.name', 'page.cat_id', 'page.is_draft', 'page.author_uid'])
    .where('log.item_id', '=', item_id)
    .orderBy('log.id', 'desc')
    .execute()

const between = prepared<{ from: number; to: number }>()((db, at) =>
  db
    .selectFrom('item_change_log')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('optime', '>=', at('from'))
    .where('optime', '<', at('to')),
)

/** How many kept lines all items have together from each of these moments (Unix seconds, ascending) to the next, and since the last. */
export const countChangesByDay = (db: Db, day_starts: readonly number[]): Promise<number[]> =>
  Promise.all(
    day_starts.map(async (from, at) => {
      const to = day_starts[at + 1] ?? Number.MAX_SAFE_INTEGER
      return (await between.first(db, { from, to }))?.count ?? 0
    }),
  )
