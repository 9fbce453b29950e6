import { z } from 'zod'
import { mailSettings, settingForms } from '#shared/settings.ts'
import { asTexts, inputFields } from './admin-setting.ts'
import { about, endpoint, query } from './endpoint.ts'
import {
  type Description,
  DigitString,
  described,
  EmptyList,
  Id,
  JsonText,
  OptionalFlag,
  pagingFields,
  Text,
} from './fields.ts'
import { outputs } from './shared-fields.ts'

const MailForm = z.object(inputFields(settingForms.mail_form))
const formText: Description = ['Settings; omitted ones stay unchanged', '邮件设置，未传的不变']

/** Where a delivery stands. */
const deliveryStatuses = ['waiting', 'sending', 'held', 'done', 'failed', 'dropped'] as const

/** The steps of sending a mail. */
const mailSteps = ['connect', 'encrypt', 'signIn', 'sender', 'recipient', 'send'] as const

/** One mail or message of a webhook, and what became of it. */
export const DeliveryRow = z.object({
  outbox_id: outputs.id,
  delivery_id: described(z.string(), [
    'ID in the headers of every attempt, by which a receiver recognises a repetition',
    '每次尝试都相同的编号，接收方据此识别重复',
  ]),
  kind: described(z.string(), [
    '`mail`, `notice`, `digest`, `webhook`, ...',
    '`mail`、`notice`、`digest`、`webhook` 等',
  ]),
  event: described(z.string(), ['What happened', '发生的事件']),
  target: described(z.string(), ['Where it goes', '发往何处']),
  status: described(z.enum(deliveryStatuses), [
    '`waiting` for its next attempt, `sending`, `held` for the daily summary, `done`, `failed` for good, `dropped` because nobody wants it any more or may have it',
    '`waiting` 等待下次尝试，`sending` 正在发送，`held` 等待每日汇总，`done` 已送达，`failed` 已放弃，`dropped` 不再需要或无权接收',
  ]),
  attempts: described(DigitString, ['Attempts so far', '已尝试次数']),
  next_time: described(DigitString, ['When it is tried next, Unix seconds', '下次尝试时间，Unix 秒']),
  addtime: described(DigitString, ['When it happened, Unix seconds', '事件时间，Unix 秒']),
  end_time: described(DigitString, ['When it ended, Unix seconds; 0 for not yet', '结束时间，Unix 秒；未结束为 0']),
  answer: described(z.string(), ['Last response', '最近一次响应']),
})

/** Calls for outgoing mail and for what the server has sent. */
export const adminMail = {
  ...about({
    title: ['Mail', '邮件'],
    text: [
      'The mail server, and everything the site has sent or tries to send, for administrators.',
      '邮件服务器，以及站点已发送和正在尝试发送的内容，由管理员管理。',
    ],
  }),
  load: query({
    summary: ['Get the mail settings; the password is masked', '邮件设置，密码以掩码代替'],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        mail_open: described(z.enum(['0', '1']), mailSettings.mail_open.text),
        mail_form: described(asTexts(settingForms.mail_form), formText),
        from_start: described(z.string(), [
          'Where the server’s settings come from when they are set at the start; else empty',
          '邮件服务器由启动设置决定时的来源，否则为空',
        ]),
        has_address: described(z.boolean(), [
          'Whether the public address of the site is set, which links in mails need',
          '是否已设置站点的公开地址（邮件中的链接需要）',
        ]),
      }),
  }),
  save: endpoint({
    summary: ['Save the mail settings; omitted ones stay unchanged', '保存邮件设置，未传的不变'],
    access: 'admin',
    input: () =>
      z.object({
        mail_open: described(OptionalFlag, mailSettings.mail_open.text),
        mail_form: described(JsonText(MailForm).optional(), formText),
      }),
    output: EmptyList,
    errors: ['mailHostMissing', 'mailFromMissing', 'mailFromStart', 'settingFromStart', 'mailTimeBad'],
  }),
  test: endpoint({
    summary: [
      'Try the mail settings step by step, saved or not: connection, encryption, account, sender, recipient, mail',
      '逐步测试邮件设置（可以尚未保存）：连接、加密、账号、发件人、收件人、发送',
    ],
    access: 'admin',
    input: () =>
      z.object({
        mail_form: described(JsonText(MailForm).optional(), formText),
        to: described(Text(254, 0).default(''), [
          'Where to send a mail; empty to stop after signing in',
          '测试邮件的收件人；留空则登录后结束',
        ]),
      }),
    output: () =>
      z.object({
        steps: described(
          z.array(
            z.object({
              step: described(z.enum(mailSteps), ['Step', '步骤']),
              outcome: described(z.enum(['ok', 'failed']), ['Outcome', '结果']),
              values: described(z.record(z.string(), z.string()), [
                'What was used or answered, by name',
                '所用或返回的内容，按名称',
              ]),
              error_message: described(z.string(), [
                'Why it failed and what to try next; else empty',
                '失败原因和处理办法，否则为空',
              ]),
            }),
          ),
          ['The steps in order, up to the first that failed', '依次执行的步骤，到第一个失败为止'],
        ),
      }),
    errors: ['mailHostMissing', 'mailFromMissing', 'mailAddressBad', 'tooManyTests'],
  }),
  deliveryList: query({
    summary: ['List what the site has sent or tries to send, newest first', '站点已发送和正在尝试发送的内容，新的在前'],
    access: 'admin',
    input: () =>
      z.object({
        status: described(z.enum(deliveryStatuses).or(z.literal('')).optional(), [
          'Only these; empty for all',
          '仅列出该状态；留空为全部',
        ]),
        text: described(Text(200, 0).optional(), ['Part of the target or the event', '目标或事件包含的文字']),
        ...pagingFields(20),
      }),
    output: () => z.object({ total: outputs.total, list: described(z.array(DeliveryRow), ['Deliveries', '发送记录']) }),
  }),
  retryDelivery: endpoint({
    summary: ['Try a delivery again at once', '立即重试'],
    access: 'admin',
    input: () => z.object({ outbox_id: described(Id, ['Delivery', '发送记录']) }),
    output: EmptyList,
    errors: ['deliveryGone'],
  }),
}
