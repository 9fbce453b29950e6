import type { User } from '#src/access/caller.ts'
import { hasPermission, type ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { findItemOfPage } from '#src/access/queries.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { type Db, type Tx, transact } from '#src/db/database.ts'
import { findReaderSettings } from '#src/features/item/index.ts'
import { notifyOfComment, removeCommentContents } from '#src/features/message/index.ts'
import { authorName } from '#src/features/user/index.ts'
import {
  type CommentRow,
  countComments,
  emptyComment,
  findComment,
  hasReplies,
  insertComment,
  listComments,
  listReplies,
  removeComment,
  removeEmptied,
} from './queries.ts'

const perMinute = 20

// Limits the size of one page of the list: all replies are sent with their comment.
const mostOfPage = 1000

/** Requires that readers may comment. @throws {AppError} commentsOff */
async function requireComments(db: Db, item: ItemAccess): Promise<void> {
  const { allow_comment } = await findReaderSettings(db, item.item_id)
  if (!allow_comment) fail('commentsOff')
}

const mayDelete = (item: ItemAccess, user: User | undefined, { uid }: Pick<CommentRow, 'uid'>): boolean =>
  user !== undefined && (user.uid === uid || hasPermission(item, 'manage'))

/** Returns a comment as its reader sees it. */
const shown = (item: ItemAccess, user: User | undefined, row: CommentRow, lang: Lang) => ({
  ...row,
  name: authorName(row, lang),
  time: row.addtime,
  can_delete: row.is_deleted === 0 && !item.is_archived && mayDelete(item, user, row),
})

/**
 * Returns some of the comments on a page, the newest first, each with all its replies.
 *
 * @throws {AppError} commentsOff
 */
export async function getComments(
  app: App,
  item: ItemAccess,
  user: User | undefined,
  part: { page_id: number; limit: number; offset: number },
  lang: Lang,
) {
  const { page_id } = part
  await requireComments(app.db, item)
  const rows = await listComments(app.db, part)
  const [first, last] = [rows.at(-1)?.comment_id ?? 0, rows[0]?.comment_id ?? 0]
  const answers = rows.length === 0 ? [] : await listReplies(app.db, page_id, { first, last })
  const byParent = Map.groupBy(answers, (row) => row.parent_id)
  const list = rows.map((row) => ({
    ...shown(item, user, row, lang),
    replies: (byParent.get(row.comment_id) ?? []).map((reply) => shown(item, user, reply, lang)),
  }))
  return { ...(await countComments(app.db, page_id)), list }
}

/** Returns the comment on the page that is replied to; undefined for none. @throws {AppError} commentGone */
async function findAnswered(tx: Tx, page_id: number, parent_id: number) {
  if (parent_id === 0) return undefined
  const comment = await findComment(tx, parent_id)
  return comment?.page_id === page_id ? comment : fail('commentGone')
}

/**
 * Adds a comment, or a reply: under the comment that is replied to, or under the parent of that reply.
 *
 * @throws {AppError} commentEmpty, tooManyRequests, itemArchived, commentsOff, pageGone, commentGone, commentTooMany
 */
export async function addComment(
  app: App,
  item: ItemAccess,
  user: User,
  input: { page_id: number; content: string; parent_id: number },
  lang: Lang,
) {
  const { page_id } = input
  const content = input.content.trim()
  if (content === '') fail('commentEmpty')
  if (!app.limiter.take(`comment:${user.uid}`, perMinute, 60_000)) fail('tooManyRequests')
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    await requireComments(tx, item)
    const found = await findItemOfPage(tx, { page_id })
    if (found?.item.item_id !== item.item_id) fail('pageGone')
    const answered = await findAnswered(tx, page_id, input.parent_id)
    const { comment_count } = await countComments(tx, page_id)
    if (comment_count >= mostOfPage) fail('commentTooMany')
    const row = {
      page_id,
      item_id: item.item_id,
      parent_id: answered ? answered.parent_id || answered.comment_id : 0,
      uid: user.uid,
      username: user.username,
      content,
      is_deleted: 0,
      addtime: now,
    }
    const comment_id = await insertComment(tx, row)
    const over = answered && row.parent_id !== answered.comment_id ? await findComment(tx, row.parent_id) : undefined
    const people = [answered, over].flatMap((one) => one?.uid ?? [])
    await notifyOfComment(tx, app, { item_id: item.item_id, page_id, from: user, content, repliedTo: people, now })
    return shown(item, user, { ...row, comment_id, name: user.name }, lang)
  })
}

/**
 * Deletes a comment and the notifications of it. A comment with replies leaves an empty placeholder as long as there
 * are replies.
 *
 * @param item the item of the comment's page, with the caller's access
 * @throws {AppError} commentGone, noRight, itemArchived
 */
export async function deleteComment(app: App, item: ItemAccess, user: User, comment_id: number): Promise<void> {
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const comment = await findComment(tx, comment_id)
    if (comment?.item_id !== item.item_id) return fail('commentGone')
    if (!mayDelete(item, user, comment)) fail('noRight')
    const { page_id, parent_id } = comment
    if (await hasReplies(tx, page_id, comment_id)) await emptyComment(tx, comment_id)
    else await removeComment(tx, comment_id)
    if (parent_id !== 0 && !(await hasReplies(tx, page_id, parent_id))) await removeEmptied(tx, parent_id)
    await removeCommentContents(tx, comment)
  })
}
