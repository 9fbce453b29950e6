import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { DateText, DigitString, EmptyList, Id, OptionalId, pagingFields, Secret, Text } from './fields.ts'

/** Maximum length of a comment, in characters. Source: reference, api-facts 23. */
export const commentMost = 500

const comment = {
  comment_id: DigitString,
  page_id: DigitString,
  item_id: DigitString,
  /** The comment that this is a reply to; 0 for none. */
  parent_id: DigitString,
  uid: DigitString,
  username: z.string(),
  name: z.string(),
  /** Plain text. Empty for a deleted comment that still has replies. */
  content: z.string(),
  is_deleted: DigitString,
  addtime: DateText,
  /** When it was written, Unix seconds: `addtime` for clients in any zone. */
  time: DigitString,
  can_delete: z.boolean(),
}

const Reply = z.object(comment)

/** A comment with its replies, the oldest reply first. */
const Comment = z.object({ ...comment, replies: z.array(Reply) })

/** Calls for comments on pages: plain text, in two levels. */
export const pageComment = {
  getList: query({
    summary: [
      'List the comments of a page, newest first, each with all its replies',
      '页面的评论，新的在前，每条附带全部回复',
    ],
    access: { page: 'view', by: 'page_id' },
    input: z.object({ page_id: Id, ...pagingFields(20), _item_pwd: Secret.optional() }),
    output: z.object({
      /** The number of comments without replies: the pages of the list are counted by it. */
      total: z.number(),
      /** The number of comments and replies together. */
      comment_count: z.number(),
      list: z.array(Comment),
    }),
    errors: ['pageGone', 'itemPasswordNeeded', 'commentsOff'],
  }),
  add: endpoint({
    summary: [
      'Comment on a page or reply to a comment (`parent_id`), for signed-in people who can read the page',
      '评论页面，或回复评论（parent_id），需登录并有阅读权限',
    ],
    creates: true,
    access: { page: 'view', by: 'page_id', needs: 'user' },
    input: z.object({
      page_id: Id,
      content: Text(commentMost),
      /** The comment that is replied to, or any reply to it; 0 for none. */
      parent_id: OptionalId,
      _item_pwd: Secret.optional(),
    }),
    output: Reply,
    errors: [
      'pageGone',
      'itemPasswordNeeded',
      'commentsOff',
      'commentEmpty',
      'commentGone',
      'commentTooMany',
      'itemArchived',
      'tooManyRequests',
    ],
  }),
  delete: endpoint({
    summary: [
      'Delete a comment, for its author and people who can manage the project',
      '删除评论，限评论者本人和项目管理者',
    ],
    access: 'user',
    input: z.object({ comment_id: Id }),
    output: EmptyList,
    errors: ['commentGone', 'pageGone', 'itemPasswordNeeded', 'noRight', 'itemArchived'],
  }),
}
