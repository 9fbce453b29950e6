import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { DateText, described, EmptyList, IdList } from './fields.ts'
import { inputs, outputs } from './shared-fields.ts'

/** Calls for the subscribers of a page. */
export const subscription = {
  ...about({
    title: ['Subscriptions', '订阅'],
    text: ['Who is notified when a page changes.', '页面变更时通知哪些人。'],
  }),
  getPageList: query({
    summary: ['List the subscribers of a page', '页面的订阅者'],
    access: 'user',
    targets: { page: { page: 'edit', by: 'page_id' } },
    input: () => z.object({ page_id: inputs.page_id_optional }),
    output: () =>
      z.array(
        z.object({
          id: outputs.id,
          uid: outputs.uid,
          object_id: outputs.object_id,
          object_type: outputs.object_type,
          action_type: outputs.action_type,
          sub_time: described(DateText, ['Since when', '订阅时间']),
          username: outputs.username,
          name: outputs.name,
        }),
      ),
    errors: ['pageGone', 'itemPasswordNeeded'],
  }),
  savePage: endpoint({
    summary: ['Add subscribers to a page; fails if any of them can’t read it', '添加页面的订阅者（须有阅读权限）'],
    access: { page: 'edit', by: 'page_id' },
    input: () => z.object({ page_id: inputs.page_id, uids: described(IdList, ['Users', '多个用户']) }),
    output: EmptyList,
    errors: ['subscriberMayNotRead', 'pageGone', 'itemArchived'],
  }),
  deletePage: endpoint({
    summary: ['Remove subscribers from a page', '取消页面的订阅者'],
    access: { page: 'edit', by: 'page_id' },
    input: () => z.object({ page_id: inputs.page_id, uids: described(IdList, ['Users', '多个用户']) }),
    output: EmptyList,
    errors: ['itemArchived'],
  }),
}
