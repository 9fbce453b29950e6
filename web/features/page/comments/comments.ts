import type { api } from '#web/lib/api.ts'
import { displayName } from '#web/lib/display-name.ts'

/** The comments of a page, or some of them. */
export type Comments = Awaited<ReturnType<typeof api.pageComment.getList>>

/** A comment with its replies. */
export type Comment = Comments['list'][number]

/** A comment or a reply. */
export type AnyComment = Omit<Comment, 'replies'>

/** The longest comment, in characters. Source: reference, api-facts 23. */
export const maxCommentLength = 500

/** Returns the display name of a comment's author. */
export const commentAuthor = (comment: Pick<AnyComment, 'name' | 'username'>): string => displayName(comment)

/** A segment of a comment: text, or a link. */
interface CommentSegment {
  /** Its offset in the comment. */
  at: number
  text: string
  isLink: boolean
}

// A URL ends before the punctuation that ends a sentence, including Chinese punctuation.
const address = /https?:\/\/[^\s<>"'，。；：！？、（）【】《》]*[^\s<>"'，。；：！？、（）【】《》.,;:!?)\]]/g

/** Splits the text of a comment at its URLs. */
export function splitLinks(text: string): CommentSegment[] {
  const pieces: CommentSegment[] = []
  const add = (from: number, to: number, isAddress: boolean) => {
    if (to > from) pieces.push({ at: from, text: text.slice(from, to), isLink: isAddress })
  }
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    add(end, index, false)
    end = index + found.length
    add(index, end, true)
  }
  add(end, text.length, false)
  return pieces
}

/**
 * Merges parts of a list that were read one after another; a comment that moved into the next part in the meantime
 * appears once.
 */
export function mergeComments(parts: readonly Comments[]): Comments {
  const byId = new Map(parts.flatMap(({ list }) => list).map((comment) => [comment.comment_id, comment]))
  const last = parts.at(-1)
  return { total: last?.total ?? 0, comment_count: last?.comment_count ?? 0, list: [...byId.values()] }
}
