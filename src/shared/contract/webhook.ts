import { z } from 'zod'
import {
  allEvents,
  formatOfAddress,
  isWebhookAddress,
  webhookEvents,
  webhookFormats,
  webhookScopes,
} from '#shared/webhooks.ts'
import { DeliveryRow } from './admin-mail.ts'
import { about, endpoint, query } from './endpoint.ts'
import { described, EmptyList, Id, OptionalFlag, OptionalId, SingleLine, Text, typeDescription } from './fields.ts'
import { outputs } from './shared-fields.ts'

const EventList = z
  .union([
    z.array(z.string()),
    z
      .string()
      .max(1000)
      .transform((text) =>
        text
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      ),
  ])
  .pipe(z.array(z.enum(allEvents)))
  .meta(typeDescription('events separated by commas', '以逗号分隔的事件'))

// As long as half of what the server makes itself: nobody guesses it.
const shortestSecret = 16

/** A webhook of the site as the settings of the start have it. */
const StartWebhook = z
  .strictObject({
    name: SingleLine(100),
    url: z.string().max(2000).refine(isWebhookAddress),
    format: z.enum(webhookFormats).optional(),
    secret: z.string().max(500).default(''),
    events: EventList.refine(
      (list) => list.length > 0 && list.every((event) => (webhookEvents.site as readonly string[]).includes(event)),
    ).default([...webhookEvents.site]),
    lang: z.enum(['en', 'zh']).optional(),
  })
  .transform(({ format, ...rest }) => ({ ...rest, format: format ?? formatOfAddress(rest.url) }))
  // the server cannot make one, because nobody would see it
  .refine(({ format, secret }) => format !== 'json' || secret.length >= shortestSecret)

/** The webhooks of the site as the settings of the start have them: each with a name of its own. */
export const StartWebhooks = z
  .array(StartWebhook)
  .max(20)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length)

const Webhook = z.object({
  webhook_id: outputs.id,
  scope: described(z.enum(webhookScopes), ['What it belongs to', '所属范围']),
  webhook_name: described(z.string(), ['Name', '名称']),
  format: described(z.enum(webhookFormats), ['Form of its messages', '消息格式']),
  url: described(z.string(), ['Address without what lets anyone send there', '地址，隐去可用于发送的部分']),
  secret: described(z.string(), ['A mask if one is set', '已设置时为掩码']),
  events: described(z.array(z.string()), ['Events that it is informed of', '接收的事件']),
  is_open: described(z.number().transform(String).pipe(z.string()), ['1 if it’s on', '启用时为 1']),
  closed_reason: described(z.string(), [
    'Why the server switched it off: `failing` for days, `gone`, or its owner lost the `right`',
    '被系统停用的原因：`failing` 连续数日失败，`gone` 地址已失效，`right` 其所有者失去权限',
  ]),
  fail_since: described(z.number(), [
    'Since when every attempt fails, Unix seconds; 0 if it works',
    '持续失败的起始时间，Unix 秒；正常时为 0',
  ]),
  last_time: described(z.number(), ['When it was last called, Unix seconds', '最近调用时间，Unix 秒']),
  last_answer: described(z.string(), ['Last response', '最近一次响应']),
  username: described(z.string(), [
    'Who saved it last; it has that person’s rights',
    '最后保存者，Webhook 的权限与其相同',
  ]),
  name: outputs.name,
  from_start: described(z.string(), [
    'Where the settings of the start have it, such as the configuration file; empty for one that can be changed here',
    '由启动设置指定时为其来源（如配置文件）；可在此修改的为空',
  ]),
})

const lang = described(z.enum(['en', 'zh']).optional(), [
  'Language of its messages; yours if left out',
  '消息的语言；缺省为当前语言',
])

const savedFields = {
  webhook_id: described(OptionalId, ['Webhook; 0 for a new one', 'Webhook；0 表示新建']),
  webhook_name: described(SingleLine(100, 0).optional(), ['Name', '名称']),
  format: described(z.enum(webhookFormats).optional(), [
    'Signed JSON, or the form of a chat program; found by the address if left out',
    '签名的 JSON，或某个聊天软件的格式；缺省时按地址识别',
  ]),
  url: described(Text(2000, 0).optional(), ['Address; empty keeps it', '地址；留空则不变']),
  secret: described(z.string().max(500).optional(), [
    'Secret for signing; the mask keeps it. For JSON, empty creates a new one',
    '签名密钥；提交掩码则保持不变。JSON 格式留空则新生成',
  ]),
  events: described(EventList.optional(), ['Events', '事件']),
  is_open: described(OptionalFlag, ['Whether it’s on', '是否启用']),
  lang,
}

const Saved = z.object({
  webhook_id: outputs.id,
  secret: described(z.string(), [
    'The secret if it was just created; it can’t be shown again',
    '新生成的密钥，之后无法再次查看；否则为空',
  ]),
})

const Tested = z.object({
  is_ok: described(z.boolean(), ['Whether it was accepted', '是否被接收']),
  answer: described(z.string(), ['Response', '响应']),
})

const saveErrors = [
  'webhookAddressBad',
  'webhookForbidden',
  'webhookEventsMissing',
  'webhookGone',
  'webhookTooMany',
] as const
const WebhookId = described(Id, ['Webhook', 'Webhook'])
const DeliveryId = described(Id, ['Delivery', '发送记录'])

const place = {
  item_id: described(OptionalId, ['Project; 0 for none', '项目；0 表示无']),
  team_id: described(OptionalId, ['Team; with neither, your own webhooks', '团队；两者都为 0 时为本人的 Webhook']),
}
const targets = { item: { item: 'manage', by: 'item_id' }, team: { team: 'manage', by: 'team_id' } } as const
const placeErrors = ['itemPasswordNeeded', 'noRight', 'teamGone'] as const

/** Calls for the webhooks of items, teams and people. */
export const webhook = {
  ...about({
    title: ['Webhooks', 'Webhook'],
    text: [
      'Addresses that are informed of events of a project, of a team’s projects, or of what concerns you.',
      '接收项目、团队项目或与本人相关事件通知的地址。',
    ],
  }),
  getList: query({
    summary: ['List the webhooks of a project, a team, or your own', '项目、团队或本人的 Webhook'],
    access: 'user',
    targets,
    input: () => z.object(place),
    output: () => z.array(Webhook),
    errors: placeErrors,
  }),
  save: endpoint({
    summary: ['Add a webhook or change one; omitted fields stay unchanged', '添加或修改 Webhook，未传的字段不变'],
    creates: true,
    access: 'user',
    targets,
    input: () => z.object({ ...place, ...savedFields }),
    output: Saved,
    errors: [...placeErrors, ...saveErrors],
  }),
  delete: endpoint({
    summary: ['Delete a webhook', '删除 Webhook'],
    access: 'user',
    targets,
    input: () => z.object({ ...place, webhook_id: WebhookId }),
    output: EmptyList,
    errors: [...placeErrors, 'webhookGone'],
  }),
  test: endpoint({
    summary: ['Send a message to a webhook at once', '立即发送一条测试消息'],
    access: 'user',
    targets,
    input: () => z.object({ ...place, webhook_id: WebhookId }),
    output: Tested,
    errors: [...placeErrors, 'webhookGone', 'tooManyTests'],
  }),
  deliveries: query({
    summary: ['List the last 50 deliveries to a webhook', 'Webhook 最近 50 次发送'],
    access: 'user',
    targets,
    input: () => z.object({ ...place, webhook_id: WebhookId }),
    output: () => z.array(DeliveryRow),
    errors: [...placeErrors, 'webhookGone'],
  }),
  retry: endpoint({
    summary: ['Try a delivery again at once', '立即重试一次发送'],
    access: 'user',
    targets,
    input: () => z.object({ ...place, webhook_id: WebhookId, outbox_id: DeliveryId }),
    output: EmptyList,
    errors: [...placeErrors, 'webhookGone', 'deliveryGone'],
  }),
}

/** Calls for the webhooks of the whole site. */
export const adminWebhook = {
  ...about({
    title: ['Webhooks of the site', '全站 Webhook'],
    text: [
      'Addresses that are informed of every project, for administrators.',
      '接收全部项目事件通知的地址，由管理员管理。',
    ],
  }),
  getList: query({
    summary: ['List the webhooks of the site', '全站的 Webhook'],
    access: 'admin',
    input: () => z.object({}),
    output: () => z.array(Webhook),
  }),
  save: endpoint({
    summary: ['Add a webhook or change one; omitted fields stay unchanged', '添加或修改 Webhook，未传的字段不变'],
    creates: true,
    access: 'admin',
    input: () => z.object(savedFields),
    output: Saved,
    errors: [...saveErrors, 'webhookFromStart'],
  }),
  delete: endpoint({
    summary: ['Delete a webhook', '删除 Webhook'],
    access: 'admin',
    input: () => z.object({ webhook_id: WebhookId }),
    output: EmptyList,
    errors: ['webhookGone', 'webhookFromStart'],
  }),
  test: endpoint({
    summary: ['Send a message to a webhook at once', '立即发送一条测试消息'],
    access: 'admin',
    input: () => z.object({ webhook_id: WebhookId }),
    output: Tested,
    errors: ['webhookGone', 'tooManyTests'],
  }),
  deliveries: query({
    summary: ['List the last 50 deliveries to a webhook', 'Webhook 最近 50 次发送'],
    access: 'admin',
    input: () => z.object({ webhook_id: WebhookId }),
    output: () => z.array(DeliveryRow),
    errors: ['webhookGone'],
  }),
  retry: endpoint({
    summary: ['Try a delivery again at once', '立即重试一次发送'],
    access: 'admin',
    input: () => z.object({ webhook_id: WebhookId, outbox_id: DeliveryId }),
    output: EmptyList,
    errors: ['webhookGone', 'deliveryGone'],
  }),
}

/** ShowDoc's calls for the push address of a person: the address of one webhook. */
export const pushAddress = {
  getPushUrl: query({
    summary: ['Get the address that is informed of what concerns you', '本人的推送地址'],
    access: 'user',
    input: () => z.object({}),
    output: () =>
      described(z.string(), [
        'Address without what lets anyone send there; empty for none',
        '地址，隐去可用于发送的部分；未设置时为空',
      ]),
  }),
  savePushUrl: endpoint({
    summary: [
      'Set the address that is informed of what concerns you; empty removes it',
      '设置本人的推送地址，留空则移除',
    ],
    access: 'user',
    input: () => z.object({ push_url: described(Text(2000, 0).default(''), ['Address', '地址']) }),
    output: EmptyList,
    errors: ['webhookAddressBad', 'webhookForbidden', 'webhookTooMany'],
  }),
}
