import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { Id, Int, Secret } from './fields.ts'

/** Identifies a visitor without an account: a text that their browser generates and stores. */
const ClientId = z
  .string()
  .regex(/^[\w-]{0,64}$/)
  .optional()
  .default('')

const Stat = z.object({
  /** How many found it helpful, and how many did not; only for those who may edit the page. */
  helpful_count: z.number().optional(),
  unhelpful_count: z.number().optional(),
  /** The caller's vote: 1 helpful, 2 not helpful; 0 none. */
  my_feedback: z.number(),
})

/** Calls for feedback on pages: one vote for each person, and for each browser of a visitor without an account. */
export const pageFeedback = {
  getStat: query({
    summary: [
      'Get your feedback on a page and, if you can edit it, how many people found it helpful',
      '我对页面的评价；编辑者还可看到统计',
    ],
    access: { page: 'view', by: 'page_id' },
    input: z.object({ page_id: Id, client_id: ClientId, _item_pwd: Secret.optional() }),
    output: Stat,
    errors: ['pageGone', 'itemPasswordNeeded', 'feedbackOff'],
  }),
  submit: endpoint({
    summary: [
      'Rate a page as helpful (1) or not helpful (2), or withdraw your rating (0)',
      '评价页面有帮助（1）或没有帮助（2），或撤回评价（0）',
    ],
    access: { page: 'view', by: 'page_id' },
    input: z.object({
      page_id: Id,
      feedback_type: Int(0, 2),
      client_id: ClientId,
      _item_pwd: Secret.optional(),
    }),
    output: Stat,
    errors: ['pageGone', 'itemPasswordNeeded', 'feedbackOff', 'itemArchived', 'tooManyRequests'],
  }),
}
