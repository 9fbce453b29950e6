import { noticeOfEvent } from '#shared/notices.ts'
import type { WebhookEvent } from '#shared/webhooks.ts'
import { siteAddress } from '#src/access/site-policy.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fillText, type Lang, mailTexts } from '#src/core/i18n.ts'
import type { Tx } from '#src/db/database.ts'
import {
  changeLines,
  type EventFacts,
  eventSentence,
  findPerson,
  readFacts,
  type StoredEvent,
} from '#src/features/event/index.ts'
import { type MailContent, nextDigestTime, readMailForm, sendMailNow } from '#src/features/mail/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { type Delivery, endHeld, listHeld, queueDigest, type SendResult } from '#src/features/outbox/index.ts'
import { listPeopleWithWebhook, queuePersonEvent, queueSiteEvent } from '#src/features/webhook/index.ts'
import { isReachable, parseModes, readMailLang, readModes } from './modes.ts'
import { findAnnouncement, listChoices } from './queries.ts'
import { queueNotices } from './queue.ts'
import { type UnsubscribeKind, unsubscribeLink } from './unsubscribe.ts'

/** Returns the end of a mail: why it was sent, and the links that end it. */
async function footer(app: App, uid: number, kind: UnsubscribeKind, lang: Lang): Promise<Partial<MailContent>> {
  const texts = mailTexts(lang)
  const { site_name } = await readOptions(app.db)
  const url = await siteAddress(app, app.db)
  const why = fillText(texts.why, { site: site_name, what: texts.kinds[kind] })
  if (url === '') return { footer: [why] }
  const link = await unsubscribeLink(app, uid, kind)
  return {
    footer: [why],
    unsubscribe: {
      label: texts.unsubscribe,
      url: `${url}/user/login?do=unsubscribe#${new URLSearchParams(link)}`,
      // a mail program posts a body of its own, so that the fields are in the path
      oneClick: `${url}/server/api/notice/unsubscribe/${Object.entries(link).flat().join('/')}`,
    },
  }
}

const dropped = (answer: string): SendResult => ({ outcome: 'dropped', answer })

/** Sends a mail about one event, to a person who may know of it at this moment and still wants to. */
export async function sendNotice(app: App, delivery: Delivery, signal: AbortSignal): Promise<SendResult> {
  const { uid } = delivery
  const event = delivery.event as WebhookEvent
  const kind = noticeOfEvent[event]
  const person = await findPerson(app.db, uid)
  if (!person || !kind || !isReachable(person)) return dropped('no confirmed address')
  if ((await readModes(app.db, uid))[kind] === 'off') return dropped('not wanted any more')
  const lang = await readMailLang(app, app.db, uid)
  const facts = await readFacts(app, event, JSON.parse(delivery.payload) as StoredEvent, person, lang)
  if (!facts) return dropped('gone, or no longer allowed')
  const { open } = mailTexts(lang)
  const sentence = eventSentence(facts, lang)
  const where = facts.project?.name ?? facts.site.name
  const content: MailContent = {
    subject: `[${where}] ${sentence}`,
    lines: [sentence, facts.summary, ...changeLines(facts), facts.text].filter(Boolean),
    ...(facts.url !== '' && {
      link: { label: fillText(open, { site: facts.page?.title ?? where }), url: facts.url },
    }),
    ...(await footer(app, uid, kind, lang)),
  }
  return sendMailNow(app, { to: person.email, lang, content }, delivery, signal)
}

// A summary names the newest; more would not be read.
const mostInDigest = 100
const mostHeld = 1_000

/** Sends the daily summary of a person: what has waited for it, they may know of, and still want. */
export async function sendDigest(app: App, delivery: Delivery, signal: AbortSignal): Promise<SendResult> {
  const { uid } = delivery
  const now = nowSeconds(app)
  const held = await listHeld(app.db, uid, mostHeld)
  const ids = held.map((one) => one.outbox_id)
  /** What came while this one was on its way waits for the next one. */
  const queueRest = async (tx: Tx) => {
    const { digest_time = '' } = await readMailForm(app, tx)
    if ((await listHeld(tx, uid, 1)).length > 0) await queueDigest(tx, uid, nextDigestTime(app, digest_time), now)
  }
  const drop = (answer: string): SendResult => ({
    outcome: 'dropped',
    answer,
    record: async (tx) => {
      if (ids.length > 0) await endHeld(tx, ids, 'dropped', now)
      await queueRest(tx)
    },
  })
  const person = await findPerson(app.db, uid)
  if (!person || !isReachable(person)) return drop('no confirmed address')
  const modes = await readModes(app.db, uid)
  const lang = await readMailLang(app, app.db, uid)
  const found: EventFacts[] = []
  for (const one of held) {
    const event = one.event as WebhookEvent
    const kind = noticeOfEvent[event]
    if (!kind || modes[kind] === 'off') continue
    const facts = await readFacts(app, event, JSON.parse(one.payload) as StoredEvent, person, lang)
    if (facts) found.push(facts)
  }
  if (found.length === 0) return drop('nothing left to say')
  const { digest, open } = mailTexts(lang)
  const { site_name } = await readOptions(app.db)
  const url = await siteAddress(app, app.db)
  const values = { site: site_name, count: found.length }
  const content: MailContent = {
    subject: fillText(digest.subject, values),
    lines: [fillText(digest.text, values)],
    entries: found.slice(-mostInDigest).map((facts) => ({
      title: eventSentence(facts, lang),
      text: [facts.project?.name ?? '', facts.summary].filter(Boolean).join(' · '),
      url: facts.url,
    })),
    ...(url !== '' && { link: { label: fillText(open, { site: site_name }), url: `${url}/message/index` } }),
    ...(await footer(app, uid, 'digest', lang)),
  }
  const result = await sendMailNow(app, { to: person.email, lang, content }, delivery, signal)
  if (result.outcome !== 'sent') return result
  return {
    ...result,
    record: async (tx) => {
      await endHeld(tx, ids, 'done', now)
      await queueRest(tx)
    },
  }
}

const textOf = (html: string): string =>
  html
    .replaceAll(/<br ?\/?>|<\/(p|li|h\d|div)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()

/** Queues an announcement, once it is published, for the people and webhooks that want to be informed of it. */
export async function publishAnnouncement(app: App, delivery: Delivery): Promise<SendResult> {
  const { id } = JSON.parse(delivery.payload) as { id: number }
  const announcement = await findAnnouncement(app.db, id)
  if (!announcement) return dropped('withdrawn')
  const stored: StoredEvent = { uid: 0, text: textOf(announcement.message_content), time: nowSeconds(app) }
  const choices = await listChoices(app.db)
  const wanting = choices.flatMap(({ uid, key_value }) => (parseModes(key_value).announce === 'off' ? [] : [uid]))
  const others = (await listPeopleWithWebhook(app.db)).filter((uid) => !wanting.includes(uid))
  return {
    outcome: 'sent',
    answer: `queued for ${wanting.length} people`,
    record: async (tx) => {
      await queueSiteEvent(tx, 'announcement.published', stored)
      for (const uid of others) await queuePersonEvent(tx, uid, 'announcement.published', stored)
      await queueNotices(tx, app, wanting, 'announcement.published', stored)
    },
  }
}
