import type { Db, Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'

/** The page and the voter: a person's `uid`, or 0 and the id of a visitor's browser. */
export interface Voter {
  page_id: number
  uid: number
  client_id: string
}

const stat = prepared<{ page_id: number }>()((db, at) =>
  db
    .selectFrom('page_feedback')
    .select((select) => [
      select.fn.countAll<number>().filterWhere('feedback_type', '=', 1).as('helpful_count'),
      select.fn.countAll<number>().filterWhere('feedback_type', '=', 2).as('unhelpful_count'),
    ])
    .where('page_id', '=', at('page_id')),
)

/** Counts how many people found a page helpful, and how many did not. */
export const countVotes = async (
  db: Db,
  page_id: number,
): Promise<{ helpful_count: number; unhelpful_count: number }> =>
  (await stat.first(db, { page_id })) ?? { helpful_count: 0, unhelpful_count: 0 }

const vote = prepared<{ page_id: number; uid: number; client_id: string }>()((db, at) =>
  db
    .selectFrom('page_feedback')
    .select('feedback_type')
    .where('page_id', '=', at('page_id'))
    .where('uid', '=', at('uid'))
    .where('client_id', '=', at('client_id')),
)

/** Returns a voter's vote on a page: 1 helpful, 2 not helpful; 0 none. */
export const findVote = async (db: Db, voter: Voter): Promise<number> =>
  (await vote.first(db, { ...voter }))?.feedback_type ?? 0

/** Inserts a vote, or replaces the former one. */
export const upsertVote = (tx: Tx, row: Voter & { item_id: number; feedback_type: number; addtime: number }) =>
  tx
    .insertInto('page_feedback')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['page_id', 'uid', 'client_id'])
        .doUpdateSet({ feedback_type: row.feedback_type, addtime: row.addtime }),
    )
    .execute()

/** Removes a vote. */
export const removeVote = (tx: Tx, { page_id, uid, client_id }: Voter) =>
  tx
    .deleteFrom('page_feedback')
    .where('page_id', '=', page_id)
    .where('uid', '=', uid)
    .where('client_id', '=', client_id)
    .execute()
