import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { DigitString, described, EmptyList, Id, OptionalId, pagingFields, Text } from './fields.ts'
import { inputs, outputs } from './shared-fields.ts'

/** Maximum length of a comment, in characters. Source: reference, api-facts 23. */
const commentMost = 500

const comment = {
  comment_id: described(DigitString, ['Comment', '评论编号']),
  page_id: outputs.page_id,
  item_id: outputs.item_id,
  parent_id: described(DigitString, [
    'Comment or reply that this replies to; 0 for none',
    '要回复的评论或其回复；0 表示不是回复',
  ]),
  uid: described(DigitString, ['Who wrote it', '评论者']),
  username: outputs.username,
  name: outputs.name,
  /** Plain text. Empty for a deleted comment that still has replies. */
  content: described(z.string(), ['Text', '文本']),
  is_deleted: described(DigitString, ['1 if it was deleted but still has replies', '已删除但仍有回复时为 1']),
  addtime: outputs.created,
  time: outputs.time,
  can_delete: described(z.boolean(), ['Whether the caller may delete it', '调用者能否删除']),
}

const Reply = z.object(comment)

/** A comment with its replies, the oldest reply first. */
const Comment = z.object({
  ...comment,
  replies: described(z.array(Reply), ['Replies to it, oldest first', '该评论的回复，早的在前']),
})

/** Calls for comments on pages: plain text, in two levels. */
export const pageComment = {
  ...about({
    title: ['Comments', '评论'],
    text: [
      'Comments that readers write below a page, in projects that allow them.',
      '读者在页面下的评论，需项目允许。',
    ],
  }),
  getList: query({
    summary: [
      'List the comments of a page, newest first, each with all its replies',
      '页面的评论，新的在前，每条附带全部回复',
    ],
    access: { page: 'view', by: 'page_id' },
    input: () => z.object({ page_id: inputs.page_id, ...pagingFields(20), _item_pwd: inputs._item_pwd }),
    output: () =>
      z.object({
        /** The number of comments without replies: the pages of the list are counted by it. */
        total: described(z.number(), ['Number of comments, without replies', '评论数，不含回复']),
        comment_count: described(z.number(), ['Number of comments and replies', '评论与回复的总数']),
        list: described(z.array(Comment), ['Rows', '列表']),
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
    input: () =>
      z.object({
        page_id: inputs.page_id,
        content: described(Text(commentMost), ['Comment, plain text', '评论内容，纯文本']),
        parent_id: described(OptionalId, [
          'Comment or reply that this replies to; 0 for none',
          '要回复的评论或其回复；0 表示不是回复',
        ]),
        _item_pwd: inputs._item_pwd,
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
    input: () => z.object({ comment_id: described(Id, ['Comment', '评论']) }),
    output: EmptyList,
    errors: ['commentGone', 'pageGone', 'itemPasswordNeeded', 'noRight', 'itemArchived'],
  }),
}
