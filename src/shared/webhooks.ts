/** Where a webhook belongs: the whole site, a project, a team, or a person. */
export const webhookScopes = ['site', 'item', 'team', 'user'] as const

/** Where a webhook belongs. */
export type WebhookScope = (typeof webhookScopes)[number]

/** The forms in which a webhook gets its messages: signed JSON, or the form of a chat program. */
export const webhookFormats = ['json', 'wecom', 'dingtalk', 'feishu', 'slack'] as const

/** The form in which a webhook gets its messages. */
export type WebhookFormat = (typeof webhookFormats)[number]

/** What happens in projects. */
const itemEvents = [
  'page.created',
  'page.updated',
  'page.deleted',
  'page.restored',
  'comment.added',
  'folder.changed',
  'member.added',
  'member.changed',
  'member.removed',
  'project.changed',
  'run.failed',
  'run.recovered',
  'api.breaking',
] as const

/** What a person is informed of: the pages they watch, their projects, and what others want from them. */
const personEvents = [
  'page.updated',
  'reply.added',
  'comment.added',
  'lock.requested',
  'member.added',
  'announcement.published',
  'run.failed',
  'run.recovered',
  'api.breaking',
] as const

/** The events that a webhook of each scope can choose. */
export const webhookEvents = {
  site: [...itemEvents, 'announcement.published'],
  item: itemEvents,
  team: itemEvents,
  user: personEvents,
} as const satisfies Record<WebhookScope, readonly string[]>

/** An event that a webhook can be informed of. */
export type WebhookEvent = (typeof webhookEvents)[WebhookScope][number]

/** All events. */
export const allEvents = [...new Set(Object.values(webhookEvents).flat())] as [WebhookEvent, ...WebhookEvent[]]

const hosts: readonly (readonly [host: RegExp, format: WebhookFormat])[] = [
  [/^qyapi\.weixin\.qq\.com$/, 'wecom'],
  [/^oapi\.dingtalk\.com$/, 'dingtalk'],
  [/^open\.(feishu\.cn|larksuite\.com)$/, 'feishu'],
  [/^hooks\.slack(-gov)?\.com$/, 'slack'],
]

/** Whether a text is an address that a webhook can have: http or https, without a user part. */
export function isWebhookAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** Returns the form that the service at an address understands. */
export function formatOfAddress(url: string): WebhookFormat {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return hosts.find(([pattern]) => pattern.test(host))?.[1] ?? 'json'
}
