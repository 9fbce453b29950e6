import type { WebhookEvent } from './webhooks.ts'

/** What a person can be informed of by mail. */
export const noticeKinds = ['page', 'reply', 'comment', 'lock', 'member', 'announce', 'api', 'run'] as const

/** What a person can be informed of by mail. */
export type NoticeKind = (typeof noticeKinds)[number]

/** When: at once, once a day, or never. */
export const noticeModes = ['now', 'digest', 'off'] as const

/** When a person is informed of something. */
export type NoticeMode = (typeof noticeModes)[number]

/** What is sent when a person has chosen nothing: what is addressed to them. Source: decision 56. */
export const defaultModes: Readonly<Record<NoticeKind, NoticeMode>> = {
  page: 'now',
  reply: 'now',
  comment: 'off',
  lock: 'now',
  member: 'now',
  announce: 'off',
  run: 'now',
  api: 'now',
}

/** The kind of notice that each event is. */
export const noticeOfEvent: Readonly<Partial<Record<WebhookEvent, NoticeKind>>> = {
  'page.updated': 'page',
  'reply.added': 'reply',
  'comment.added': 'comment',
  'lock.requested': 'lock',
  'member.added': 'member',
  'announcement.published': 'announce',
  'run.failed': 'run',
  'run.recovered': 'run',
  'api.breaking': 'api',
}
