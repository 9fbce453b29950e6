import { z } from 'zod'
import { noticeKinds, noticeModes } from '#shared/notices.ts'
import { about, endpoint, query } from './endpoint.ts'
import { type Description, described, EmptyList, Id, Text } from './fields.ts'

const kindTexts: Record<(typeof noticeKinds)[number], Description> = {
  page: [
    'Pages you watch: `now`, in the daily `digest`, or `off`',
    '关注的页面：`now` 立即，`digest` 每日汇总，`off` 不发送',
  ],
  reply: ['Replies to your comments', '对我的评论的回复'],
  comment: ['Comments in projects you manage', '我管理的项目中的评论'],
  lock: ['Someone asks you to hand over a page', '有人请求接手我正在编辑的页面'],
  member: ['You got access to a project', '我被加入项目'],
  announce: ['Announcements', '公告'],
  run: ['A scheduled API run begins to fail, or works again', '定时运行的接口流程开始失败或恢复正常'],
  api: ['Breaking changes of the API on pages you watch', '关注的页面中的接口发生不兼容变更'],
}

const modes = z.enum(noticeModes)
const fields = Object.fromEntries(noticeKinds.map((kind) => [kind, described(modes, kindTexts[kind])])) as Record<
  (typeof noticeKinds)[number],
  typeof modes
>
const optional = Object.fromEntries(
  noticeKinds.map((kind) => [kind, described(modes.optional(), kindTexts[kind])]),
) as Record<(typeof noticeKinds)[number], z.ZodOptional<typeof modes>>

const langText: Description = ['Language of your mail', '邮件的语言']

/** Calls for what a person is informed of by mail. */
export const notice = {
  ...about({
    title: ['Mail to you', '邮件通知'],
    text: ['What you are informed of by mail, and when.', '通过邮件通知你的内容和时间。'],
  }),
  get: query({
    summary: ['Get what you are informed of by mail', '邮件通知设置'],
    access: 'user',
    input: () => z.object({}),
    output: () =>
      z.object({
        ...fields,
        lang: described(z.enum(['en', 'zh']), langText),
        email: described(z.string(), ['Your address; empty for none', '你的邮箱；未设置时为空']),
        is_reachable: described(z.boolean(), [
          'Whether mail is sent there: it must be confirmed',
          '是否向其发送邮件（须已确认）',
        ]),
        can_mail: described(z.boolean(), ['Whether this site sends mail', '本站是否发送邮件']),
      }),
  }),
  save: endpoint({
    summary: ['Choose what you are informed of by mail; omitted kinds stay unchanged', '设置邮件通知，未传的不变'],
    access: 'user',
    input: () => z.object({ ...optional, lang: described(z.enum(['en', 'zh']).optional(), langText) }),
    output: EmptyList,
  }),
  unsubscribe: endpoint({
    summary: ['End a kind of mail by the signed link in it, without signing in', '通过邮件中的签名链接退订，无需登录'],
    access: 'anyone',
    input: () =>
      z.object({
        uid: described(Id, ['User', '用户']),
        kind: described(z.enum([...noticeKinds, 'digest']), ['What to end', '退订的内容']),
        sign: described(Text(100), ['Signature from the link', '链接中的签名']),
      }),
    output: EmptyList,
    errors: ['mailLinkWrong'],
  }),
}
