import type { WebhookEvent, WebhookFormat } from '#shared/webhooks.ts'
import { findOwnRight } from '#src/access/permissions.ts'
import { findItem, findTeam } from '#src/access/queries.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fillText, type Lang, mailTexts } from '#src/core/i18n.ts'
import {
  connectionErrorText,
  isCertificateError,
  OutboundError,
  readResponseText,
  safeFetch,
} from '#src/core/safe-fetch.ts'
import type { Db, Tx } from '#src/db/database.ts'
import { insertAudit } from '#src/features/audit/index.ts'
import { type EventPerson, findPerson, findSitePerson, readFacts, type StoredEvent } from '#src/features/event/index.ts'
import { canMail, queueMail } from '#src/features/mail/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { type Delivery, endForWebhook, type SendResult } from '#src/features/outbox/index.ts'
import { buildRequest, rejectionIn, type WebhookRequest } from './formats.ts'
import { findWebhook, updateWebhook, type Webhook } from './queries.ts'
import { withAddress } from './start-webhooks.ts'

// A chat program answers within a second. A small answer is enough to say yes or no.
const limits = { connectMs: 5_000, totalMs: 15_000, answerBytes: 64_000 }

// A webhook that has failed for so long is closed: somebody has to look at it. In seconds.
const closedAfter = 3 * 86_400

const longestPause = 3_600

/** Returns the person whose rights a webhook has; undefined when the account is gone. */
const ownerOf = async (db: Db, { uid }: Pick<Webhook, 'uid'>): Promise<EventPerson | undefined> =>
  uid === null ? findSitePerson(db) : findPerson(db, uid)

/** Whether the person whose rights a webhook has may still have one there. */
async function mayHave(app: App, { scope, scope_id }: Webhook, owner: EventPerson): Promise<boolean> {
  if (owner.is_disabled) return false
  if (scope === 'user') return scope_id === owner.uid
  if (scope === 'site') return owner.groupid === 1
  if (scope === 'item') {
    const item = await findItem(app.db, { item_id: scope_id })
    return item !== undefined && (await findOwnRight(app.db, owner, item))?.right === 'manage'
  }
  const team = await findTeam(app.db, { team_id: scope_id, uid: owner.uid })
  return team !== undefined && (team.uid === owner.uid || team.team_member_group_id === 2 || owner.groupid === 1)
}

/** Why the server closes a webhook. */
type Reason = 'failing' | 'gone' | 'right'

/** Closes a webhook that the server gives up: with an entry in the audit log, and a mail to the person who saved it. */
async function closeWebhook(tx: Tx, app: App, webhook: Webhook, closed_reason: Reason, now: number): Promise<void> {
  await updateWebhook(tx, webhook.webhook_id, { is_open: 0, closed_reason })
  await endForWebhook(tx, webhook.webhook_id, now, `the webhook was switched off: ${closed_reason}`)
  const detail = `${webhook.webhook_name || hostOf(webhook.url)}: ${closed_reason}`
  await insertAudit(
    tx,
    {
      uid: 0,
      username: '',
      ip: '',
      action: 'webhookClosed',
      object_type: objectOf(webhook),
      object_id: webhook.scope_id,
      detail,
    },
    now,
  )
  await queueClosed(tx, app, webhook, closed_reason, now)
}

/** Queues a mail to the person whose webhook was closed; not when it was closed because their rights have ended. */
async function queueClosed(tx: Tx, app: App, webhook: Webhook, reason: Reason, now: number) {
  const { lang, url, webhook_name } = webhook
  const person = await ownerOf(tx, webhook)
  const isReachable = person !== undefined && person.is_disabled === 0 && person.email_verify === 1
  if (reason === 'right' || !isReachable || !(await canMail(app, tx))) return
  const texts = mailTexts(lang as Lang).webhookClosed
  const values = { site: (await readOptions(tx)).site_name, name: webhook_name || hostOf(url), host: hostOf(url) }
  const content = { subject: fillText(texts.subject, values), lines: [fillText(texts[reason], values), texts.next] }
  await queueMail(tx, { event: 'webhook.closed', to: person.email, uid: person.uid, lang: lang as Lang, content }, now)
}

/** Returns what a webhook belongs to, as the audit log names it. */
export const objectOf = ({ scope }: Pick<Webhook, 'scope'>) =>
  scope === 'item' || scope === 'team' || scope === 'user' ? scope : 'setting'

/** Returns the host of an address: the rest of it may be a secret. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

/** How an attempt ended: the status, what was answered, and how long to wait. */
interface Attempt {
  isOk: boolean
  answer: string
  pauseSeconds?: number
  /** Whether the address no longer exists. */
  isGone?: boolean
}

/** Sends a request to a webhook, by the rules for outgoing requests. It follows no redirect. */
export async function callWebhook(
  app: App,
  format: WebhookFormat,
  { url, headers, body }: WebhookRequest,
  signal?: AbortSignal,
): Promise<Attempt> {
  const rules = { allow: app.config.outbound_allow, limits }
  try {
    const response = await safeFetch(rules, url, { method: 'POST', headers, body, signal })
    const isAccepted = response.status >= 200 && response.status <= 299
    // a program confirms by the status, a chat by what it says
    const isConfirmed = format === 'json' && isAccepted
    const text = await readResponseText(response).catch((error: unknown) => {
      if (isConfirmed) return ''
      throw error
    })
    const shown = `${response.status} ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`.trim()
    if (response.status === 410) return { isOk: false, answer: shown, isGone: true }
    if (!isAccepted) {
      const wanted = Number(response.headers['retry-after'])
      return { isOk: false, answer: shown, ...(wanted > 0 && { pauseSeconds: Math.min(wanted, longestPause) }) }
    }
    const rejection = rejectionIn(format, text)
    return rejection === undefined
      ? { isOk: true, answer: shown }
      : { isOk: false, answer: `${response.status} ${rejection}` }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const reason = isCertificateError(error.cause) ? 'certificate' : error.reason
    const cause = error.cause instanceof Error ? `: ${connectionErrorText(error.cause)}` : ''
    return { isOk: false, answer: `${reason}${cause}` }
  }
}

/** Sends an event to a webhook. Rights are checked now: a person who has lost them gets nothing. */
export async function sendToWebhook(app: App, delivery: Delivery, signal: AbortSignal): Promise<SendResult> {
  const found = await findWebhook(app.db, delivery.webhook_id)
  const webhook = found && withAddress(app, found)
  if (!webhook || webhook.url === '') return { outcome: 'dropped', answer: 'the webhook was removed' }
  const target = hostOf(webhook.url)
  if (!webhook.is_open) return { outcome: 'dropped', answer: 'the webhook is off', target }
  const owner = await ownerOf(app.db, webhook)
  if (!owner || !(await mayHave(app, webhook, owner)))
    return {
      outcome: 'dropped',
      answer: 'its owner has lost the right',
      target,
      record: (tx) => closeWebhook(tx, app, webhook, 'right', nowSeconds(app)),
    }
  const event = delivery.event as WebhookEvent
  const facts = await readFacts(app, event, JSON.parse(delivery.payload) as StoredEvent, owner, webhook.lang as Lang)
  if (!facts) return { outcome: 'dropped', answer: 'gone, a draft, or not for its owner', target }
  const now = nowSeconds(app)
  const format = webhook.format as WebhookFormat
  const { delivery_id: id, attempts } = delivery
  const request = buildRequest(format, { webhook, facts, lang: webhook.lang as Lang, id, attempt: attempts + 1, now })
  const { isOk, answer, pauseSeconds, isGone = false } = await callWebhook(app, format, request, signal)
  return isOk
    ? { outcome: 'sent', answer, target, record: (tx) => recordSuccess(tx, webhook, answer, now) }
    : {
        outcome: 'failed',
        answer,
        target,
        isFinal: isGone,
        isOfPlace: true,
        ...(pauseSeconds !== undefined && { pauseSeconds }),
        record: (tx) => recordFailure(tx, app, webhook, answer, isGone, nowSeconds(app)),
      }
}

// Every delivery would write the row of its webhook: only what the list shows, and not more than once a minute.
const noteEvery = 60

async function recordSuccess(
  tx: Tx,
  { webhook_id, fail_since, last_time }: Webhook,
  answer: string,
  now: number,
): Promise<void> {
  if (fail_since === 0 && now - last_time < noteEvery) return
  await updateWebhook(tx, webhook_id, { fail_since: 0, last_time: now, last_answer: answer.slice(0, 300) })
}

async function recordFailure(
  tx: Tx,
  app: App,
  former: Webhook,
  answer: string,
  isGone: boolean,
  now: number,
): Promise<void> {
  const webhook = withAddress(app, (await findWebhook(tx, former.webhook_id)) ?? former)
  const fail_since = webhook.fail_since || now
  await updateWebhook(tx, webhook.webhook_id, { fail_since, last_time: now, last_answer: answer.slice(0, 300) })
  if (webhook.is_open && (isGone || now - fail_since >= closedAfter))
    await closeWebhook(tx, app, webhook, isGone ? 'gone' : 'failing', now)
}
