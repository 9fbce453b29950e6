import { randomBytes } from 'node:crypto'
import { passwordMask } from '#shared/contract/item.ts'
import {
  formatOfAddress,
  isWebhookAddress,
  type WebhookEvent,
  type WebhookFormat,
  type WebhookScope,
  webhookEvents,
} from '#shared/webhooks.ts'
import type { User } from '#src/access/caller.ts'
import { siteAddress } from '#src/access/site-policy.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { countConnectionTest } from '#src/core/connection-tests.ts'
import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { OutboundError, requireAllowedHost } from '#src/core/safe-fetch.ts'
import { type Db, type Tx, transact } from '#src/db/database.ts'
import { type Actor, actorOf, insertAudit, recordFailedConnection } from '#src/features/audit/index.ts'
import type { EventFacts } from '#src/features/event/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { endPauses, listDeliveries, removeForWebhook, retryDelivery } from '#src/features/outbox/index.ts'
import { explainAnswer } from './answer-text.ts'
import { buildRequest } from './formats.ts'
import { findWebhook, insertWebhook, listWebhooks, removeWebhookRow, updateWebhook, type Webhook } from './queries.ts'
import { callWebhook, hostOf, objectOf } from './sender.ts'
import { startOf, withAddress } from './start-webhooks.ts'

/** Where a webhook belongs, after the caller's right there has been checked. */
export interface WebhookPlace {
  scope: WebhookScope
  scope_id: number
}

/** What a form sends; what is undefined stays as it is. */
interface WebhookInput {
  webhook_id: number
  webhook_name?: string | undefined
  format?: WebhookFormat | undefined
  url?: string | undefined
  secret?: string | undefined
  events?: readonly WebhookEvent[] | undefined
  is_open?: boolean | undefined
  lang?: Lang | undefined
}

// Enough for every chat of a company, and no way to have the server call thousands of addresses.
const mostOfPlace = 20

/** Returns an address as it is shown: its host and how it ends, because the rest lets anyone send to a chat. */
function maskAddress(url: string): string {
  if (!URL.canParse(url)) return ''
  const { origin, pathname, search } = new URL(url)
  const rest = `${pathname}${search}`
  return rest.length > 8 ? `${origin}/…${rest.slice(-4)}` : `${origin}${rest}`
}

/** Returns a webhook as its managers see it. */
const shown = (app: App, webhook: Webhook & { username: string | null; name: string | null }, lang: Lang) => {
  const { secret, url, events, username, name, ...row } = withAddress(app, webhook)
  return {
    ...row,
    last_answer: explainAnswer(lang, hostOf(url), row.last_answer),
    username: username ?? '',
    name: name ?? '',
    from_start: startOf(app, webhook),
    format: row.format as WebhookFormat,
    url: maskAddress(url),
    secret: secret === '' ? '' : passwordMask,
    events: events.split(',').filter(Boolean),
  }
}

/** Lists the webhooks of a place, without what must stay secret. */
export const getWebhooks = async (app: App, { scope, scope_id }: WebhookPlace, lang: Lang) =>
  (await listWebhooks(app.db, scope, scope_id)).map((webhook) => shown(app, webhook, lang))

function parseUrl(typed: string): string {
  const text = typed.trim()
  if (!isWebhookAddress(text)) fail('webhookAddressBad')
  const url = new URL(text)
  url.hash = ''
  return url.href
}

// A name server that is silent does not keep a person waiting: each delivery asks it again.
const savingLimits = { connectMs: 2_000, totalMs: 2_000, answerBytes: 0 }

/** Requires that the server may send to an address, by what its name resolves to now. @throws {AppError} webhookForbidden */
async function requireAllowed({ config }: App, url: string): Promise<void> {
  try {
    await requireAllowedHost({ allow: config.outbound_allow, limits: savingLimits }, url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    fail('webhookForbidden', { host: hostOf(url) })
  }
}

const newKey = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Returns a webhook of a place that can be changed here. @throws {AppError} webhookGone, webhookFromStart */
async function requireChangeable(app: App, tx: Db, place: WebhookPlace, webhook_id: number): Promise<Webhook> {
  const webhook = await requireWebhook(tx, place, webhook_id)
  if (webhook.is_from_start) fail('webhookFromStart', { from: startOf(app, webhook) })
  return webhook
}

/** Returns the webhook of a place. @throws {AppError} webhookGone */
async function requireWebhook(db: Db, place: WebhookPlace, webhook_id: number): Promise<Webhook> {
  const webhook = await findWebhook(db, webhook_id)
  if (webhook?.scope !== place.scope || webhook.scope_id !== place.scope_id) return fail('webhookGone')
  return webhook
}

const audit = (
  tx: Tx,
  actor: Actor,
  action: 'webhookAdded' | 'webhookChanged' | 'webhookRemoved',
  place: WebhookPlace,
  { webhook_name, url }: Pick<Webhook, 'webhook_name' | 'url'>,
  now: number,
) =>
  insertAudit(
    tx,
    {
      ...actor,
      action,
      object_type: objectOf(place),
      object_id: place.scope_id,
      detail: [webhook_name, hostOf(url)].filter(Boolean).join(', '),
    },
    now,
  )

function eventsFor(place: WebhookPlace, events: readonly WebhookEvent[]): string {
  const known: readonly string[] = webhookEvents[place.scope]
  const chosen = known.filter((event) => (events as readonly string[]).includes(event))
  if (chosen.length === 0) fail('webhookEventsMissing')
  return chosen.join(',')
}

/** Returns the address that a webhook is to have, if the server will send there: one that stays off may keep any. */
async function typedAddress(app: App, place: WebhookPlace, input: WebhookInput): Promise<string | undefined> {
  if (input.webhook_id === 0) return parseUrl(input.url ?? '')
  const former = await requireChangeable(app, app.db, place, input.webhook_id)
  const isKept = !input.url || input.url === maskAddress(former.url)
  if (!isKept) return parseUrl(input.url ?? '')
  return (input.is_open ?? former.is_open === 1) ? former.url : undefined
}

/**
 * Adds a webhook or changes one. Whoever saves it is the one whose rights it has from now on.
 *
 * @returns its id, and its secret when the server has just created one: it is not shown again
 * @throws {AppError} webhookAddressBad, webhookForbidden, webhookEventsMissing, webhookGone, webhookFromStart, webhookTooMany
 */
export async function saveWebhook(
  app: App,
  place: WebhookPlace,
  actor: Actor,
  input: WebhookInput,
  lang: Lang,
): Promise<{ webhook_id: number; secret: string }> {
  const now = nowSeconds(app)
  const typed = await typedAddress(app, place, input)
  // a name server may take its time, which no transaction waits for
  if (typed !== undefined) await requireAllowed(app, typed)
  return transact(app.db, async (tx) => {
    const former = input.webhook_id === 0 ? undefined : await requireChangeable(app, tx, place, input.webhook_id)
    const isKept = former !== undefined && (!input.url || input.url === maskAddress(former.url))
    const url = isKept ? former.url : parseUrl(input.url ?? '')
    const format = input.format ?? (former?.format as WebhookFormat | undefined) ?? formatOfAddress(url)
    const isMoved = former !== undefined && (hostOf(former.url) !== hostOf(url) || former.format !== format)
    const typed = input.secret === passwordMask ? undefined : input.secret
    // a secret never goes to another host than the one it was typed for
    const stored = isMoved ? '' : (former?.secret ?? '')
    const isKnown = typed === undefined && stored !== ''
    const secret = typed || (isKnown ? stored : format === 'json' ? newKey() : '')
    const row = {
      uid: actor.uid,
      webhook_name: input.webhook_name?.trim() ?? former?.webhook_name ?? '',
      format,
      url,
      secret,
      events: input.events
        ? eventsFor(place, input.events)
        : (former?.events ?? eventsFor(place, webhookEvents[place.scope])),
      lang: input.lang ?? former?.lang ?? lang,
      is_open: (input.is_open ?? (former ? former.is_open === 1 : true)) ? 1 : 0,
    }
    const shownOnce = secret !== stored && secret !== typed ? secret : ''
    if (former) {
      const isReopened = row.is_open === 1 && former.is_open === 0
      await updateWebhook(tx, former.webhook_id, {
        ...row,
        ...((isReopened || !isKept) && { closed_reason: '', fail_since: 0 }),
      })
      await audit(tx, actor, 'webhookChanged', place, row, now)
      return { webhook_id: former.webhook_id, secret: shownOnce }
    }
    const others = (await listWebhooks(tx, place.scope, place.scope_id)).filter((one) => !one.is_from_start)
    if (others.length >= mostOfPlace) fail('webhookTooMany', { most: mostOfPlace })
    const webhook_id = await insertWebhook(tx, { ...row, ...place, addtime: now })
    await audit(tx, actor, 'webhookAdded', place, row, now)
    return { webhook_id, secret: shownOnce }
  }).finally(endPauses)
}

/** Removes a webhook and everything that waits for it. @throws {AppError} webhookGone, webhookFromStart */
export async function deleteWebhook(app: App, place: WebhookPlace, actor: Actor, webhook_id: number): Promise<void> {
  await transact(app.db, async (tx) => {
    const webhook = await requireChangeable(app, tx, place, webhook_id)
    await removeForWebhook(tx, webhook_id)
    await removeWebhookRow(tx, webhook_id)
    await audit(tx, actor, 'webhookRemoved', place, webhook, nowSeconds(app))
  })
}

/**
 * Sends a message to a webhook at once, so that its manager sees whether it arrives.
 *
 * @throws {AppError} webhookGone, tooManyTests
 */
export async function testWebhook(
  app: App,
  place: WebhookPlace,
  user: User,
  webhook_id: number,
  { ip, lang }: { ip: string; lang: Lang },
) {
  const webhook = withAddress(app, await requireWebhook(app.db, place, webhook_id))
  countConnectionTest(app, 'webhook', user.uid)
  const format = webhook.format as WebhookFormat
  const url = await siteAddress(app, app.db)
  const now = nowSeconds(app)
  const facts: EventFacts = {
    event: 'webhook.test',
    time: now,
    site: { name: (await readOptions(app.db)).site_name, url },
    actor: { uid: user.uid, username: user.username, name: user.name },
    summary: '',
    text: '',
    url,
  }
  const id = randomBytes(16).toString('hex')
  const { isOk, answer } = await callWebhook(
    app,
    format,
    buildRequest(format, { webhook, facts, lang, id, attempt: 1, now }),
  )
  const host = hostOf(webhook.url)
  if (!isOk) {
    const actor = actorOf(user, { ip })
    await recordFailedConnection(
      app,
      actor,
      `webhook ${webhook.webhook_name}`.trim(),
      explainAnswer('en', host, answer),
    )
  }
  return { is_ok: isOk, answer: explainAnswer(lang, host, answer) }
}

/** Lists the last deliveries to a webhook. @throws {AppError} webhookGone */
export async function getWebhookDeliveries(db: Db, place: WebhookPlace, webhook_id: number, lang: Lang) {
  await requireWebhook(db, place, webhook_id)
  return (await listDeliveries(db, { webhook_id }, { limit: 50, offset: 0 })).map(explained(lang))
}

/** Returns a function that gives a delivery of the list the words of `explainAnswer`. */
export const explained =
  (lang: Lang) =>
  <D extends { kind: string; target: string; answer: string }>(one: D): D =>
    one.kind === 'webhook' ? { ...one, answer: explainAnswer(lang, one.target, one.answer) } : one

/** Tries a delivery to a webhook again. @throws {AppError} webhookGone, deliveryGone */
export async function retryWebhookDelivery(
  app: App,
  place: WebhookPlace,
  webhook_id: number,
  outbox_id: number,
): Promise<void> {
  await requireWebhook(app.db, place, webhook_id)
  await retryDelivery(app, outbox_id, webhook_id)
}

/** Returns the address of ShowDoc's own setting: the one webhook of a person that this call has made. */
const pushName = 'push'

/** Returns the person's push address, masked; empty for none. */
export async function getPushAddress(db: Db, uid: number): Promise<string> {
  const found = (await listWebhooks(db, 'user', uid)).find((one) => one.webhook_name === pushName)
  return found ? maskAddress(found.url) : ''
}

/** Sets the person's push address; an empty one removes it. @throws {AppError} those of `saveWebhook` */
export async function savePushAddress(app: App, actor: Actor, typed: string, lang: Lang): Promise<void> {
  const place = { scope: 'user', scope_id: actor.uid } as const
  const found = (await listWebhooks(app.db, 'user', actor.uid)).find((one) => one.webhook_name === pushName)
  const url = typed.trim()
  if (url === '') {
    if (found) await deleteWebhook(app, place, actor, found.webhook_id)
    return
  }
  if (found && url === maskAddress(found.url)) return
  const input = {
    webhook_id: found?.webhook_id ?? 0,
    webhook_name: pushName,
    url,
    format: formatOfAddress(parseUrl(url)),
  }
  await saveWebhook(app, place, actor, input, lang)
}
