import type { contract } from '#shared/contract/index.ts'
import { requirePage } from '#src/access/permissions.ts'
import { fail } from '#src/core/errors.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { findComment } from './queries.ts'
import { addComment, deleteComment, getComments } from './service.ts'

/** Implements the calls for comments on pages. */
export const pageComment: Handlers<typeof contract.pageComment> = {
  getList({ app, item, user, page, input, request: { lang } }) {
    const part = { page_id: page.page_id, limit: input.count, offset: (input.page - 1) * input.count }
    return getComments(app, item, user, part, lang)
  },

  add: ({ app, item, user, page, input, request: { lang } }) =>
    addComment(app, item, user, { ...input, page_id: page.page_id }, lang),

  async delete({ app, user, input, request }) {
    const comment = (await findComment(app.db, input.comment_id)) ?? fail('commentGone')
    const { item } = await requirePage(app, request.visitor, comment.page_id, 'view')
    await deleteComment(app, item, user, comment.comment_id)
    return []
  },
}
