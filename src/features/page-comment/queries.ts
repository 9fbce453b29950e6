import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'
import type { PageCommentTable } from '#src/db/schema.ts'

const columns = [
  'page_comment.comment_id',
  'page_comment.page_id',
  'page_comment.item_id',
  'page_comment.parent_id',
  'page_comment.uid',
  'page_comment.username',
  'page_comment.content',
  'page_comment.is_deleted',
  'page_comment.addtime',
] as const

/** The requested part of the comments on a page. */
interface Part {
  page_id: number
  limit: number
  offset: number
}

const comments = prepared<{ page_id: number; limit: number; offset: number }>()((db, at) =>
  db
    .selectFrom('page_comment')
    .leftJoin('user', 'user.uid', 'page_comment.uid')
    .select(columns)
    .select('user.name')
    .where('page_comment.page_id', '=', at('page_id'))
    .where('page_comment.parent_id', '=', 0)
    .orderBy('page_comment.comment_id', 'desc')
    .limit(at('limit'))
    .offset(at('offset')),
)

/**
 * Lists some of the top-level comments on a page, the newest first, with the names of authors who still have an
 * account.
 */
export const listComments = (db: Db, part: Part) => comments.all(db, { ...part })

/** A comment as the lists return it. */
export type CommentRow = Awaited<ReturnType<typeof listComments>>[number]

const replies = prepared<{ page_id: number; first: number; last: number }>()((db, at) =>
  db
    .selectFrom('page_comment')
    .leftJoin('user', 'user.uid', 'page_comment.uid')
    .select(columns)
    .select('user.name')
    .where('page_comment.page_id', '=', at('page_id'))
    .where('page_comment.parent_id', '>=', at('first'))
    .where('page_comment.parent_id', '<=', at('last'))
    .orderBy('page_comment.comment_id'),
)

/** Lists the replies to the comments on a page from id `first` to id `last`, the oldest first. */
export const listReplies = (db: Db, page_id: number, { first, last }: { first: number; last: number }) =>
  replies.all(db, { page_id, first, last })

const counts = prepared<{ page_id: number }>()((db, at) =>
  db
    .selectFrom('page_comment')
    .select((select) => [
      select.fn.countAll<number>().filterWhere('parent_id', '=', 0).as('total'),
      select.fn.countAll<number>().filterWhere('is_deleted', '=', 0).as('comment_count'),
    ])
    .where('page_id', '=', at('page_id')),
)

/** Counts the top-level comments on a page, and all comments and replies that are not deleted. */
export const countComments = async (db: Db, page_id: number): Promise<{ total: number; comment_count: number }> =>
  (await counts.first(db, { page_id })) ?? { total: 0, comment_count: 0 }

const one = prepared<{ comment_id: number }>()((db, at) =>
  db.selectFrom('page_comment').select(columns).where('comment_id', '=', at('comment_id')).where('is_deleted', '=', 0),
)

/** Returns a comment that is not deleted, or undefined. */
export const findComment = (db: Db, comment_id: number) => one.first(db, { comment_id })

const answers = prepared<{ page_id: number; comment_id: number }>()((db, at) =>
  db
    .selectFrom('page_comment')
    .select('comment_id')
    .where('page_id', '=', at('page_id'))
    .where('parent_id', '=', at('comment_id'))
    .limit(1),
)

/** Returns whether a comment has replies. */
export const hasReplies = async (db: Db, page_id: number, comment_id: number): Promise<boolean> =>
  (await answers.first(db, { page_id, comment_id })) !== undefined

/** Inserts a comment and returns its id. */
export async function insertComment(tx: Tx, row: Insertable<PageCommentTable>): Promise<number> {
  const { comment_id } = await tx
    .insertInto('page_comment')
    .values(row)
    .returning('comment_id')
    .executeTakeFirstOrThrow()
  return comment_id
}

/** Clears the content and the author of a comment, and leaves an empty placeholder. */
export const emptyComment = (tx: Tx, comment_id: number) =>
  tx
    .updateTable('page_comment')
    .set({ is_deleted: 1, uid: 0, username: '', content: '' })
    .where('comment_id', '=', comment_id)
    .execute()

/** Removes a comment. */
export const removeComment = (tx: Tx, comment_id: number) =>
  tx.deleteFrom('page_comment').where('comment_id', '=', comment_id).execute()

/** Removes the placeholder of a deleted comment; does nothing to a comment that is not deleted. */
export const removeEmptied = (tx: Tx, comment_id: number) =>
  tx.deleteFrom('page_comment').where('comment_id', '=', comment_id).where('is_deleted', '=', 1).execute()
