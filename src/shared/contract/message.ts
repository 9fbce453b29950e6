import { z } from 'zod'
import { endpoint, eventsEndpoint, query } from './endpoint.ts'
import {
  DateText,
  DigitString,
  EmptyList,
  Flag,
  Id,
  Int,
  OptionalId,
  pagingFields,
  Text,
  typeDescription,
} from './fields.ts'

/** The page that a reminder is about, in its present state. */
const PageData = z.object({
  page_id: DigitString,
  author_uid: DigitString,
  author_username: z.string(),
  item_id: DigitString,
  cat_id: DigitString,
  page_title: z.string(),
  s_number: DigitString,
  addtime: DigitString,
  page_comments: z.string(),
  is_del: DigitString,
  page_addtime: DigitString,
  ext_info: z.string(),
  is_draft: DigitString,
  item_name: z.string(),
})

const Reminder = z.object({
  id: DigitString,
  from_uid: DigitString,
  from_name: z.string(),
  /** The sender's name, if they have an account and a name. */
  sender_name: z.string().optional(),
  to_uid: DigitString,
  message_type: z.string(),
  message_content_id: DigitString,
  /** 0 unread, 1 read. */
  status: DigitString,
  addtime: DateText,
  readtime: DateText,
  object_type: z.string(),
  object_id: z.number(),
  action_type: z.string(),
  /** What the sender wrote; empty with `page_data` missing. */
  message_content: z.string(),
  /** Missing when the page is gone, or the reader may no longer see it; also for a message that is not about a page. */
  page_data: PageData.optional(),
  /** The version before the change; 0 when it is not kept, or not for this reader. */
  page_history_id: z.number(),
})

const announcement = {
  id: DigitString,
  from_uid: DigitString,
  from_name: z.string(),
  message_type: z.string(),
  /** HTML of a few tags. */
  message_content: z.string(),
  action_type: z.string(),
  object_type: z.string(),
  object_id: DigitString,
  addtime: DateText,
  message_content_id: DigitString,
}

const Announcement = z.object({
  ...announcement,
  /** 0 unread, 1 read. */
  status: z.number(),
})

// Identifies a reminder by its sender, and an announcement by 0.
const oneMessage = z.object({ message_content_id: Id, from_uid: OptionalId })

const unreadPart = {
  ...pagingFields(15),
  /** Unread ones only. */
  unread: Flag,
}

/** Calls for messages to a person: reminders about pages, and announcements to everyone. */
export const message = {
  getAnnouncementList: query({
    summary: ['List the announcements, newest first', '系统公告，最新的在前'],
    access: 'user',
    input: z.object(unreadPart),
    output: z.array(Announcement),
  }),
  getRemindList: query({
    summary: ['List your page notifications, newest first', '我的系统提醒，最新的在前'],
    access: 'user',
    input: z.object(unreadPart),
    output: z.object({ total: z.number(), list: z.array(Reminder) }),
  }),
  getUnread: query({
    summary: [
      'Get your newest unread page notification, your oldest unread announcement and the number of each',
      '最新的未读提醒、最早的未读公告及各自的未读数',
    ],
    access: 'user',
    input: z.object({}),
    output: z.object({
      remind: z.union([Reminder, EmptyList]),
      announce: z.union([Announcement, EmptyList]),
      remind_count: z.number(),
      announce_count: z.number(),
    }),
  }),
  watch: {
    ...eventsEndpoint({
      summary: [
        'Get the number of your unread messages and the version of the page you’re reading; a stream of events repeats them on every change, for five minutes',
        '未读消息数和正在阅读的页面的版本；以事件流返回时，有变化即再次推送，持续五分钟',
      ],
      access: 'user',
      input: z.object({ page_id: OptionalId }),
      output: z.object({
        remind_count: z.number(),
        announce_count: z.number(),
        /** Missing without `page_id`, and when the caller may not (or no longer) read that page. */
        page_version: z.number().optional(),
      }),
      errors: ['tooManyRequests'],
    }),
    isReadOnly: true,
  },
  setRead: endpoint({
    summary: ['Mark one of your messages as read', '将消息标为已读'],
    access: 'user',
    input: oneMessage,
    output: EmptyList,
    errors: ['messageGone'],
  }),
  setAllRead: endpoint({
    summary: ['Mark all your page notifications or all your announcements as read', '将全部提醒或全部公告标为已读'],
    access: 'user',
    input: z.object({ message_type: z.enum(['remind', 'announce']) }),
    output: EmptyList,
  }),
  sendFeedback: endpoint({
    summary: [
      'Send feedback about the site to the administrators, who get it as a message',
      '向管理员反馈意见；管理员会收到一条提醒',
    ],
    creates: true,
    access: 'user',
    input: z.object({
      content: Text(2000, 1),
      contact: Text(200).optional(),
      picture: Text(500).optional(),
    }),
    output: EmptyList,
    errors: ['feedbackEmpty', 'fileGone', 'tooManyRequests'],
  }),
  delete: endpoint({
    summary: ['Remove a message from your lists', '删除我的一条消息'],
    access: 'user',
    input: oneMessage,
    output: EmptyList,
    errors: ['messageGone'],
  }),
}

const dateTime = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/

/**
 * A time as `YYYY-MM-DD HH:MM:SS` in the server's zone or in Unix seconds; Unix seconds in the code, 0 when left out.
 */
const Moment = z
  .union([
    z.literal(['', 0]),
    Int(0, 2 ** 40),
    z
      .string()
      .regex(dateTime)
      .transform((text) => Math.floor(Date.parse(text.includes(':') ? text.replace(' ', 'T') : `${text}T00:00`) / 1000))
      .pipe(z.int().min(0)),
  ])
  .optional()
  .transform((value) => Number(value ?? 0))
  .meta(typeDescription('date and time, or Unix seconds', '日期时间，或 Unix 秒'))

/** Calls for announcements, for administrators. */
export const adminMessage = {
  addAnnouncement: endpoint({
    summary: ['Publish an announcement to everyone, now or later', '发布公告（可定时）'],
    creates: true,
    access: 'admin',
    input: z.object({
      message_content: Text(20_000, 1),
      message_type: z.enum(['announce', 'announce_web', 'announce_all']).optional().default('announce_web'),
      send_at: Moment,
    }),
    output: z.object({ id: z.number() }),
    errors: ['announcementEmpty'],
  }),
  listAnnouncements: query({
    summary: ['List all announcements, including scheduled ones', '全部公告（含定时公告）'],
    access: 'admin',
    input: z.object(pagingFields(15)),
    output: z.array(z.object(announcement)),
  }),
  deleteAnnouncement: endpoint({
    summary: ['Withdraw an announcement', '撤回公告'],
    access: 'admin',
    input: z.object({ id: Id }),
    output: EmptyList,
    errors: ['messageGone'],
  }),
}
