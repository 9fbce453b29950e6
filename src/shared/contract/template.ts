import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import {
  DateText,
  type Description,
  DigitString,
  described,
  EmptyList,
  Id,
  IdList,
  OptionalId,
  PageText,
  SingleLine,
} from './fields.ts'
import { inputs, outputs } from './shared-fields.ts'

const templateIdText: Description = ['Template', '模板']
const templateTitleText: Description = ['Template title', '模板标题']
const templateContentText: Description = ['Template text', '模板内容']
const TemplateId = described(Id, templateIdText)

/** One share of a template. */
const Share = z.object({
  id: outputs.id,
  template_id: described(DigitString, templateIdText),
  item_id: outputs.item_id,
  uid: outputs.uid,
  username: outputs.username,
  created_at: outputs.created,
})

const myList = query({
  summary: ['List your templates, newest first', '我的模板，最新的在前'],
  access: 'user',
  input: z.object({}),
  output: z.array(
    z.object({
      id: outputs.id,
      uid: outputs.uid,
      username: outputs.username,
      template_title: described(z.string(), templateTitleText),
      template_content: described(z.string(), templateContentText),
      addtime: outputs.created,
      share_item: described(z.array(Share), ['Projects it’s shared with', '共享到的项目']),
      share_item_count: described(z.number(), ['Number of projects it’s shared with', '共享到的项目数']),
    }),
  ),
})

/** Calls for templates: texts that a page may start from. */
export const template = {
  ...about({
    title: ['Templates', '模板'],
    text: [
      'Starting texts for pages, for your own use or shared with projects.',
      '页面的起始内容，可自用，也可共享到项目。',
    ],
  }),
  getMyList: myList,
  getList: myList,
  getItemList: query({
    summary: ['List the templates shared with a project, newest first', '共享到项目的模板，最新的在前'],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: () =>
      z.array(
        z.object({
          id: described(DigitString, ['ID of the share, not of the template', '共享记录编号（不是模板编号）']),
          template_id: described(DigitString, templateIdText),
          item_id: outputs.item_id,
          uid: described(DigitString, ['Who shared it', '共享者']),
          username: outputs.username,
          name: outputs.name_optional,
          template_title: described(z.string(), templateTitleText),
          template_content: described(z.string(), templateContentText),
          addtime: outputs.created,
          created_at: described(DateText, ['When it was shared', '共享时间']),
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
    input: () =>
      z.object({
        id: described(OptionalId, ['Template; 0 for a new one', '模板；0 表示新建']),
        template_title: described(SingleLine(), templateTitleText),
        template_content: described(PageText.optional().default(''), templateContentText),
      }),
    output: () => z.object({ id: outputs.id_number }),
    errors: ['templateGone', 'templateTooLarge', 'templateTooMany'],
  }),
  delete: endpoint({
    summary: ['Delete one of your templates and stop sharing it', '删除我的模板及其共享'],
    access: 'user',
    input: () => z.object({ id: TemplateId }),
    output: EmptyList,
    errors: ['templateGone'],
  }),
  shareToItem: endpoint({
    summary: [
      'Share one of your templates with these projects and no others; an empty list stops all sharing',
      '将我的模板共享到指定项目（替换原有共享，留空则取消全部共享）',
    ],
    access: 'user',
    targets: { items: { items: 'edit', by: 'item_id' } },
    input: () => z.object({ template_id: TemplateId, item_id: described(IdList, ['Projects', '多个项目']) }),
    output: EmptyList,
    errors: ['templateGone', 'itemPasswordNeeded', 'itemArchived'],
  }),
  getShareItemList: query({
    summary: ['List the projects that one of your templates is shared with', '我的模板共享到的项目'],
    access: 'user',
    input: () => z.object({ template_id: TemplateId }),
    output: () => z.array(Share),
    errors: ['templateGone'],
  }),
}
