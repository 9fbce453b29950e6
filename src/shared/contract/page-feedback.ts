import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { type Description, described, Int } from './fields.ts'
import { inputs } from './shared-fields.ts'

const clientIdText: Description = [
  'Guest ID, for people without an account: letters and digits that their browser generates and stores',
  '供未登录者使用：由浏览器生成并保存的一段字母和数字',
]

/** Identifies a visitor without an account: a text that their browser generates and stores. */
const ClientId = z
  .string()
  .regex(/^[\w-]{0,64}$/)
  .optional()
  .default('')

const Stat = z.object({
  helpful_count: described(z.number().optional(), [
    'Number of people who found it helpful; only for people who can edit the page',
    '认为有帮助的人数；仅编辑者可见',
  ]),
  unhelpful_count: described(z.number().optional(), [
    'Number of people who didn’t find it helpful; only for people who can edit the page',
    '认为没有帮助的人数；仅编辑者可见',
  ]),
  my_feedback: described(z.number(), [
    'The caller’s feedback: 1 helpful, 2 not helpful, 0 none',
    '调用者的评价：1 有帮助，2 没有帮助，0 未评价',
  ]),
})

/** Calls for feedback on pages: one vote for each person, and for each browser of a visitor without an account. */
export const pageFeedback = {
  ...about({
    title: ['Page feedback', '页面评价'],
    text: [
      'Whether readers found a page helpful, in projects that turn this on.',
      '读者认为页面是否有帮助，需项目开启。',
    ],
  }),
  getStat: query({
    summary: [
      'Get your feedback on a page and, if you can edit it, how many people found it helpful',
      '我对页面的评价；编辑者还可看到统计',
    ],
    access: { page: 'view', by: 'page_id' },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        client_id: described(ClientId, clientIdText),
        _item_pwd: inputs._item_pwd,
      }),
    output: Stat,
    errors: ['pageGone', 'itemPasswordNeeded', 'feedbackOff'],
  }),
  submit: endpoint({
    summary: [
      'Rate a page as helpful (1) or not helpful (2), or withdraw your rating (0)',
      '评价页面有帮助（1）或没有帮助（2），或撤回评价（0）',
    ],
    access: { page: 'view', by: 'page_id' },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        feedback_type: described(Int(0, 2), [
          '1 helpful, 2 not helpful, 0 withdraws the feedback',
          '1 有帮助，2 没有帮助，0 撤回评价',
        ]),
        client_id: described(ClientId, clientIdText),
        _item_pwd: inputs._item_pwd,
      }),
    output: Stat,
    errors: ['pageGone', 'itemPasswordNeeded', 'feedbackOff', 'itemArchived', 'tooManyRequests'],
  }),
}
