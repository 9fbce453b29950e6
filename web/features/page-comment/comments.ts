import type { api } from '#web/lib/api.ts'
import { displayName } from '#web/lib/display-name.ts'

/** The comments of a page, or some of them. */
export type Comments = Awaited<ReturnType<typeof api.pageComment.getList>>

/** A comment with its replies. */
export type Comment = Comments['list'][number]

/** A comment or a reply. */
export type AnyComment = Omit<Comment, 'replies'>

/** How long a comment may be, in characters. Source: reference, api-facts 23. */
export const maxCommentLength = 500

/** What to call whoever wrote a comment. */
export const commentAuthor = (comment: Pick<AnyComment, 'name' | 'username'>): string => displayName(comment)

/** A piece of a comment: words, or an address that can be followed. */
export interface CommentSegment {
  /** Where it stands in the comment. */
  at: number
  text: string
  isLink: boolean
}

// An address ends before the punctuation that ends a sentence, Chinese too.
const address = /https?:\/\/[^\s<>"'，。；：！？、（）【】《》]*[^\s<>"'，。；：！？、（）【】《》.,;:!?)\]]/g

/** The words of a comment, parted at the addresses in them. */
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

/** Parts of a list that were read one after the other, as one: what has slipped into the next part meanwhile is there once. */
export function mergeComments(parts: readonly Comments[]): Comments {
  const byId = new Map(parts.flatMap(({ list }) => list).map((comment) => [comment.comment_id, comment]))
  const last = parts.at(-1)
  return { total: last?.total ?? 0, comment_count: last?.comment_count ?? 0, list: [...byId.values()] }
}
