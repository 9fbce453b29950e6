import { sql } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'
import { queueItemChange } from '#src/features/webhook/index.ts'

/** One entry of an item's change log. */
export interface Change {
  item_id: number
  uid: number
  op_action_type: 'create' | 'update' | 'delete' | 'recover' | 'import' | 'export' | 'binding' | 'unbound' | 'drag'
  op_object_type: 'page' | 'catalog' | 'item' | 'team' | 'member' | 'tree'
  op_object_id: number
  op_object_name: string
  remark?: string
}

// The newest entries that are stored. Source: specification 9.
const most = 300

const insert = prepared<Required<Change> & { optime: number }>()((db, at) =>
  db.insertInto('item_change_log').values({
    item_id: at('item_id'),
    uid: at('uid'),
    op_action_type: at('op_action_type'),
    op_object_type: at('op_object_type'),
    op_object_id: at('op_object_id'),
    op_object_name: at('op_object_name'),
    remark: at('remark'),
    optime: at('optime'),
  }),
)

const removeOldest = prepared<{ item_id: number }>()((db, at) =>
  db
    .deleteFrom('item_change_log')
    .where('item_id', '=', at('item_id'))
    .where('id', '<=', (select) =>
      select
        .selectFrom('item_change_log')
        .select('id')
        .where('item_id', '=', at('item_id'))
        .orderBy('id', 'desc')
        .limit(1)
        .offset(sql.lit(most)),
    ),
)

/** Adds an entry, deletes those beyond the newest 300, and informs the webhooks that listen. */
export async function insertChange(tx: Tx, change: Change, optime: number): Promise<void> {
  await insert.all(tx, { remark: '', ...change, optime })
  await removeOldest.all(tx, { item_id: change.item_id })
  await queueItemChange(tx, change, optime)
}

/**
 * Returns the stored entries of an item, newest first, with their users and the current position of the pages and
 * catalogs they name.
 */
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

/**
 * Returns the number of stored entries of all items in each period: from each of these moments (Unix seconds,
 * ascending) to the next, and since the last.
 */
export const countChangesByDay = (db: Db, day_starts: readonly number[]): Promise<number[]> =>
  Promise.all(
    day_starts.map(async (from, at) => {
      const to = day_starts[at + 1] ?? Number.MAX_SAFE_INTEGER
      return (await between.first(db, { from, to }))?.count ?? 0
    }),
  )
