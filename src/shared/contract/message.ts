import { z } from 'zod'
import { about, endpoint, eventsEndpoint, query } from './endpoint.ts'
import {
  DateText,
  type Description,
  DigitString,
  described,
  EmptyList,
  Flag,
  Id,
  Int,
  OptionalId,
  pagingFields,
  Text,
  typeDescription,
} from './fields.ts'
import { inputs, outputs, texts } from './shared-fields.ts'

const fromUidText: Description = ['Sender of the message; 0 for an announcement', '发送者；公告为 0']
const messageContentText: Description = [
  'Text of the message; announcements are HTML with a few tags',
  '消息内容；公告为少量标签的 HTML',
]

/** The page that a reminder is about, in its present state. */
const PageData = z.object({
  page_id: outputs.page_id,
  author_uid: outputs.author_uid,
  author_username: outputs.author_username,
  item_id: outputs.item_id,
  cat_id: outputs.cat_id,
  page_title: outputs.page_title,
  s_number: outputs.s_number,
  addtime: outputs.created_seconds,
  page_comments: outputs.page_comments,
  is_del: outputs.is_del,
  page_addtime: outputs.page_addtime,
  ext_info: outputs.ext_info,
  is_draft: outputs.is_draft,
  item_name: outputs.item_name,
})

const Reminder = z.object({
  id: outputs.id,
  from_uid: described(DigitString, fromUidText),
  from_name: described(z.string(), [
    'Username of the sender; for an announcement, the site name',
    '发送者的用户名；公告为站点名称',
  ]),
  sender_name: described(z.string().optional(), [
    'Name of the sender; missing or empty if there is none',
    '发送者的姓名；没有时缺省或为空',
  ]),
  to_uid: described(DigitString, ['Recipient', '接收者']),
  message_type: described(z.string(), ['Message type', '消息类型']),
  message_content_id: described(DigitString, texts.message_content_id),
  status: described(DigitString, ['0 unread, 1 read', '0 未读，1 已读']),
  addtime: outputs.created,
  readtime: described(DateText, ['When it was read', '阅读时间']),
  object_type: outputs.object_type,
  object_id: described(z.number(), ['What it’s about', '相关对象']),
  action_type: outputs.action_type,
  /** What the sender wrote; empty with `page_data` missing. */
  message_content: described(z.string(), messageContentText),
  /** Missing when the page is gone, or the reader may no longer see it; also for a message that is not about a page. */
  page_data: described(PageData.optional(), [
    'The page as it is now; missing if it was deleted or the caller can’t read it',
    '页面当前信息；页面已删除或无权查看时不提供',
  ]),
  page_history_id: described(z.number(), [
    'The version before the change, for page/diff; 0 if it isn’t kept or the caller can’t read it',
    '修改前的版本，用于 page/diff；未保留或无权查看时为 0',
  ]),
})

const announcement = {
  id: outputs.id,
  from_uid: described(DigitString, fromUidText),
  from_name: described(z.string(), [
    'Username of the sender; for an announcement, the site name',
    '发送者的用户名；公告为站点名称',
  ]),
  message_type: described(z.string(), ['Message type', '消息类型']),
  message_content: described(z.string(), messageContentText),
  action_type: outputs.action_type,
  object_type: outputs.object_type,
  object_id: outputs.object_id,
  addtime: outputs.created,
  message_content_id: described(DigitString, texts.message_content_id),
}

const Announcement = z.object({
  ...announcement,
  status: described(z.number(), ['0 unread, 1 read', '0 未读，1 已读']),
})

// Identifies a reminder by its sender, and an announcement by 0.
const oneMessage = z.object({
  message_content_id: described(Id, ['Message', '消息编号']),
  from_uid: described(OptionalId, fromUidText),
})

const unreadPart = {
  ...pagingFields(15),
  unread: described(Flag, ['Only unread', '仅未读']),
}

/** Calls for messages to a person: reminders about pages, and announcements to everyone. */
export const message = {
  ...about({
    title: ['Messages', '消息'],
    text: ['Page notifications, and announcements to everyone.', '页面提醒和系统公告。'],
  }),
  getAnnouncementList: query({
    summary: ['List the announcements, newest first', '系统公告，最新的在前'],
    access: 'user',
    input: () => z.object(unreadPart),
    output: () => z.array(Announcement),
  }),
  getRemindList: query({
    summary: ['List your page notifications, newest first', '我的系统提醒，最新的在前'],
    access: 'user',
    input: () => z.object(unreadPart),
    output: () => z.object({ total: outputs.total, list: described(z.array(Reminder), ['Rows', '列表']) }),
  }),
  getUnread: query({
    summary: [
      'Get your newest unread page notification, your oldest unread announcement and the number of each',
      '最新的未读提醒、最早的未读公告及各自的未读数',
    ],
    access: 'user',
    input: () => z.object({}),
    output: () =>
      z.object({
        remind: described(z.union([Reminder, EmptyList]), [
          'Newest unread page notification; an empty list if there is none',
          '最新的未读提醒；没有时为空数组',
        ]),
        announce: described(z.union([Announcement, EmptyList]), [
          'Oldest unread announcement; an empty list if there is none',
          '最早的未读公告；没有时为空数组',
        ]),
        remind_count: outputs.unread_count,
        announce_count: described(z.number(), ['Number of unread announcements', '未读公告数']),
      }),
  }),
  watch: {
    ...eventsEndpoint({
      summary: [
        'Get the number of your unread messages and the version of the page you’re reading; a stream of events repeats them on every change, for five minutes',
        '未读消息数和正在阅读的页面的版本；以事件流返回时，有变化即再次推送，持续五分钟',
      ],
      access: 'user',
      input: z.object({ page_id: inputs.page_id_optional }),
      output: z.object({
        remind_count: outputs.unread_count,
        announce_count: described(z.number(), ['Number of unread announcements', '未读公告数']),
        /** Missing without `page_id`, and when the caller may not (or no longer) read that page. */
        page_version: described(z.number().optional(), texts.page_version),
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
    input: () =>
      z.object({
        message_type: described(z.enum(['remind', 'announce']), ['Where the announcement is shown', '公告的展示范围']),
      }),
    output: EmptyList,
  }),
  sendFeedback: endpoint({
    summary: [
      'Send feedback about the site to the administrators, who get it as a message',
      '向管理员反馈意见；管理员会收到一条提醒',
    ],
    creates: true,
    access: 'user',
    input: () =>
      z.object({
        content: described(Text(2000, 1), ['Your feedback', '反馈内容']),
        contact: described(Text(200).optional(), ['How to contact you', '联系方式']),
        picture: described(Text(500).optional(), ['URL of an image you uploaded', '发送者已上传图片的地址']),
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
  ...about({
    title: ['Announcements', '公告'],
    text: ['Manage announcements to everyone, for administrators.', '面向全体用户的公告，由管理员管理。'],
  }),
  addAnnouncement: endpoint({
    summary: ['Publish an announcement to everyone, now or later', '发布公告（可定时）'],
    creates: true,
    access: 'admin',
    input: () =>
      z.object({
        message_content: described(Text(20_000, 1), [
          'Announcement: text, or HTML with a few tags',
          '公告内容：文本或少量标签的 HTML',
        ]),
        message_type: described(
          z.enum(['announce', 'announce_web', 'announce_all']).optional().default('announce_web'),
          ['Where the announcement is shown', '公告的展示范围'],
        ),
        send_at: described(Moment, ['When to publish it; empty for now', '发布时间；留空表示立即']),
      }),
    output: () => z.object({ id: outputs.id_number }),
    errors: ['announcementEmpty'],
  }),
  listAnnouncements: query({
    summary: ['List all announcements, including scheduled ones', '全部公告（含定时公告）'],
    access: 'admin',
    input: () => z.object(pagingFields(15)),
    output: () => z.array(z.object(announcement)),
  }),
  deleteAnnouncement: endpoint({
    summary: ['Withdraw an announcement', '撤回公告'],
    access: 'admin',
    input: () => z.object({ id: described(Id, ['Announcement', '公告']) }),
    output: EmptyList,
    errors: ['messageGone'],
  }),
}
