import { createHmac } from 'node:crypto'
import type { WebhookFormat } from '#shared/webhooks.ts'
import { fillText, type Lang, mailTexts } from '#src/core/i18n.ts'
import { changeLines, type EventFacts, eventSentence } from '#src/features/event/index.ts'
import type { Webhook } from './queries.ts'

/** A request to a webhook. */
export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** What to send. */
interface Message {
  webhook: Pick<Webhook, 'url' | 'secret'>
  facts: EventFacts
  lang: Lang
  /** The id of the delivery, the same in every attempt. */
  id: string
  /** Which attempt this is, from 1: more than 1 says that the receiver may have had the message before. */
  attempt: number
  /** Unix seconds, of this attempt. */
  now: number
}

const base64Hmac = (key: string | Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64')

/** Returns the key of a secret as the Standard Webhooks write it: `whsec_` and base64; any other text as it is. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)

/** Returns the signature of a message. Source: standardwebhooks.com, symmetric signatures. */
export const signatureOf = (secret: string, id: string, timestamp: number, body: string): string =>
  `v1,${base64Hmac(keyOf(secret), `${id}.${timestamp}.${body}`)}`

function json({ webhook: { url, secret }, facts, id, attempt, now }: Message): WebhookRequest {
  const { event, time, ...data } = facts
  const body = JSON.stringify({ type: event, timestamp: new Date(time * 1000).toISOString(), id, data })
  return {
    url,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(now),
      // the standard has no header for it, and keeps those that begin with `webhook-` for itself
      'docstead-attempt': String(attempt),
      ...(secret !== '' && { 'webhook-signature': signatureOf(secret, id, now, body) }),
    },
    body,
  }
}

/** The parts of a message to a chat: one sentence, a summary and a text, a link. */
function parts({ facts, lang }: Message) {
  const { open } = mailTexts(lang)
  return {
    title: facts.project ? `${facts.project.name} · ${facts.site.name}` : facts.site.name,
    sentence: eventSentence(facts, lang),
    quotes: [facts.summary, ...changeLines(facts), facts.text].filter(Boolean),
    link:
      facts.url === ''
        ? undefined
        : {
            label: fillText(open, { site: facts.page?.title ?? facts.project?.name ?? facts.site.name }),
            url: facts.url,
          },
  }
}

// Their Markdown has no escapes that every client honours. The characters that make links, mentions and markup are
// replaced by their full-width twins, which read the same.
const twins: Readonly<Record<string, string>> = {
  '[': '［',
  ']': '］',
  '(': '（',
  ')': '）',
  '<': '＜',
  '>': '＞',
  '*': '＊',
  _: '＿',
  '`': '｀',
  '#': '＃',
  '@': '＠',
  '!': '！',
  '~': '～',
}
const plain = (text: string): string =>
  text.replaceAll(/[[\]()<>*_`#@!~]/g, (one) => twins[one] ?? one).replaceAll(/\s+/g, ' ')

function markdown(message: Message): { title: string; text: string } {
  const { title, sentence, quotes, link } = parts(message)
  const lines = [
    `**${plain(title)}**`,
    plain(sentence),
    ...quotes.map((quote) => `> ${plain(quote)}`),
    ...(link ? [`[${plain(link.label)}](${link.url})`] : []),
  ]
  return { title: plain(sentence), text: lines.join('\n\n') }
}

// The longest message of WeCom is 4096 bytes. Source: WeCom, group robots, Markdown.
const wecomBytes = 4_000

function cutBytes(text: string, most: number): string {
  let end = text.length
  while (Buffer.byteLength(text.slice(0, end)) > most) end -= 100
  return text.slice(0, Math.max(end, 0))
}

const post = (url: string, body: object): WebhookRequest => ({ url, headers: {}, body: JSON.stringify(body) })

const wecom = (message: Message): WebhookRequest =>
  post(message.webhook.url, {
    msgtype: 'markdown',
    markdown: { content: cutBytes(markdown(message).text, wecomBytes) },
  })

/** Source: DingTalk, custom robots, signing: HMAC-SHA256 over timestamp and secret, in milliseconds, in the address. */
function dingtalk(message: Message): WebhookRequest {
  const {
    webhook: { url, secret },
    now,
  } = message
  const address = new URL(url)
  if (secret !== '') {
    const timestamp = String(now * 1000)
    address.searchParams.set('timestamp', timestamp)
    address.searchParams.set('sign', base64Hmac(secret, `${timestamp}\n${secret}`))
  }
  return post(address.href, { msgtype: 'markdown', markdown: markdown(message) })
}

/** Source: Feishu, custom robots, signing: the text is the key, and nothing is signed. */
function feishu(message: Message): WebhookRequest {
  const {
    webhook: { url, secret },
    now,
    lang,
  } = message
  const { title, sentence, quotes, link } = parts(message)
  const content = [
    [{ tag: 'text', text: sentence }],
    ...quotes.map((text) => [{ tag: 'text', text }]),
    ...(link ? [[{ tag: 'a', text: link.label, href: link.url }]] : []),
  ]
  return post(url, {
    ...(secret !== '' && { timestamp: String(now), sign: base64Hmac(`${now}\n${secret}`, '') }),
    msg_type: 'post',
    content: { post: { [lang === 'zh' ? 'zh_cn' : 'en_us']: { title, content } } },
  })
}

// Source: Slack, formatting text for messages: these three are escaped, and nothing else is markup then.
const slackText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[*_~`]/g, (one) => twins[one] ?? one)

function slack(message: Message): WebhookRequest {
  const { title, sentence, quotes, link } = parts(message)
  const lines = [
    `*${slackText(title)}*`,
    slackText(sentence),
    ...quotes.map((quote) =>
      slackText(quote)
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n'),
    ),
    ...(link ? [`<${link.url}|${slackText(link.label).replaceAll('|', '｜')}>`] : []),
  ]
  return post(message.webhook.url, { text: lines.join('\n') })
}

const formats: Record<WebhookFormat, (message: Message) => WebhookRequest> = { json, wecom, dingtalk, feishu, slack }

/** Returns the request that tells a webhook of an event. */
export function buildRequest(format: WebhookFormat, message: Message): WebhookRequest {
  const { url, headers, body } = formats[format](message)
  return {
    url,
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Docstead', ...headers },
  }
}

/** Returns what a chat program says went wrong although it answered with 200; undefined when nothing did. */
export function rejectionIn(format: WebhookFormat, text: string): string | undefined {
  if (format === 'json' || format === 'slack') return undefined
  let answer: Record<string, unknown>
  try {
    answer = JSON.parse(text) as Record<string, unknown>
  } catch {
    return `unreadable response: ${text.slice(0, 100)}`
  }
  const code = answer['errcode'] ?? answer['code'] ?? answer['StatusCode']
  if (code === 0) return undefined
  return `${String(code)} ${String(answer['errmsg'] ?? answer['msg'] ?? answer['StatusMessage'] ?? '')}`.trim()
}
