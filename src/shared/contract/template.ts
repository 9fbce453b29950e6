import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { DateText, DigitString, EmptyList, Id, IdList, OptionalId, PageText, SingleLine } from './fields.ts'

/** One share of a template. */
const Share = z.object({
  id: DigitString,
  template_id: DigitString,
  item_id: DigitString,
  uid: DigitString,
  username: z.string(),
  created_at: DateText,
})

const myList = query({
  summary: ['List your templates, newest first', '我的模板，最新的在前'],
  access: 'user',
  input: z.object({}),
  output: z.array(
    z.object({
      id: DigitString,
      uid: DigitString,
      username: z.string(),
      template_title: z.string(),
      template_content: z.string(),
      addtime: DateText,
      share_item: z.array(Share),
      share_item_count: z.number(),
    }),
  ),
})

/** Calls for templates: texts that a page may start from. */
export const template = {
  getMyList: myList,
  getList: myList,
  getItemList: query({
    summary: ['List the templates shared with a project, newest first', '共享到项目的模板，最新的在前'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: z.array(
      z.object({
        /** The id of the share, not of the template. */
        id: DigitString,
        template_id: DigitString,
        item_id: DigitString,
        /** Who shared it. */
        uid: DigitString,
        username: z.string(),
        /** Their name, if they have an account and a name. */
        name: z.string().optional(),
        template_title: z.string(),
        template_content: z.string(),
        addtime: DateText,
        created_at: DateText,
      }),
    ),
  }),
  save: endpoint({
    summary: [
      'Save a text as a template (`id` 0) or change one of your templates',
      '保存为模板（id 为 0），或修改我的模板',
    ],
    creates: true,
    access: 'user',
    input: z.object({
      id: OptionalId,
      template_title: SingleLine(),
      template_content: PageText.optional().default(''),
    }),
    output: z.object({ id: z.number() }),
    errors: ['templateGone', 'templateTooLarge', 'templateTooMany'],
  }),
  delete: endpoint({
    summary: ['Delete one of your templates and stop sharing it', '删除我的模板及其共享'],
    access: 'user',
    input: z.object({ id: Id }),
    output: EmptyList,
    errors: ['templateGone'],
  }),
  shareToItem: endpoint({
    summary: [
      'Share one of your templates with these projects and no others; an empty list stops all sharing',
      '将我的模板共享到指定项目（替换原有共享，留空则取消全部共享）',
    ],
    access: 'user',
    input: z.object({ template_id: Id, item_id: IdList }),
    output: EmptyList,
    errors: ['templateGone', 'itemPasswordNeeded', 'itemArchived'],
  }),
  getShareItemList: query({
    summary: ['List the projects that one of your templates is shared with', '我的模板共享到的项目'],
    access: 'user',
    input: z.object({ template_id: Id }),
    output: z.array(Share),
    errors: ['templateGone'],
  }),
}
