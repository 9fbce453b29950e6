import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { DateText, DigitString, EmptyList, Id, IdList, OptionalId } from './fields.ts'

/** Calls for the subscribers of a page. */
export const subscription = {
  getPageList: query({
    summary: ['List the subscribers of a page', '页面的订阅者'],
    access: 'user',
    input: z.object({ page_id: OptionalId }),
    output: z.array(
      z.object({
        id: DigitString,
        uid: DigitString,
        object_id: DigitString,
        object_type: z.string(),
        action_type: z.string(),
        sub_time: DateText,
        username: z.string(),
        name: z.string(),
      }),
    ),
    errors: ['pageGone', 'itemPasswordNeeded'],
  }),
  savePage: endpoint({
    summary: ['Add subscribers to a page; fails if any of them can’t read it', '添加页面的订阅者（须有阅读权限）'],
    access: { page: 'edit', by: 'page_id' },
    input: z.object({ page_id: Id, uids: IdList }),
    output: EmptyList,
    errors: ['subscriberMayNotRead', 'pageGone', 'itemArchived'],
  }),
  deletePage: endpoint({
    summary: ['Remove subscribers from a page', '取消页面的订阅者'],
    access: { page: 'edit', by: 'page_id' },
    input: z.object({ page_id: Id, uids: IdList }),
    output: EmptyList,
    errors: ['itemArchived'],
  }),
}
