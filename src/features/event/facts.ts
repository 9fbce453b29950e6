import type { ApiChange } from '#shared/api-doc/diff/changes.ts'
import type { WebhookEvent } from '#shared/webhooks.ts'
import type { ItemRow } from '#src/access/item-access.ts'
import { canReadPage, findOwnRight } from '#src/access/permissions.ts'
import { findItem, findItemOfPage } from '#src/access/queries.ts'
import { siteAddress } from '#src/access/site-policy.ts'
import type { App } from '#src/core/app.ts'
import type { Lang } from '#src/core/i18n.ts'
import { type ComparedChange, changeInWords } from '#src/features/api-diff/index.ts'
import { readMailForm } from '#src/features/mail/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { type EventPerson, findPageTexts, findPerson } from './queries.ts'

/** What happened, as it is stored until it is sent: everything that can be read later is read then. */
export interface StoredEvent {
  /** Who did it; 0 for a script or the server. */
  uid: number
  item_id?: number
  page_id?: number
  /** The name of what it is about, for what may be gone by then. */
  name?: string
  /** The person that it is about. */
  about_uid?: number
  /** A short text that its author meant for those who are informed. */
  summary?: string
  /** The text of a comment or an announcement; sent only when the site allows it. */
  text?: string
  /** Of an API: its entry in the change log, how many changes it has, and the worst of them. */
  api?: {
    api_change_id: number
    breaking_count: number
    warning_count: number
    info_count: number
    changes: readonly ApiChange[]
  }
  /** Of a run that fails: a response is not as its page documents it. */
  reason?: 'differsFromDocument'
  /** Unix seconds. */
  time: number
}

/** What happened, as a reader may know it. */
export interface EventFacts {
  event: WebhookEvent | 'webhook.test'
  time: number
  site: { name: string; url: string }
  actor: { uid: number; username: string; name: string }
  project?: { id: number; name: string; url: string }
  page?: { id: number; title: string; url: string }
  /** The folder, the person or the team that it is about. */
  object?: string
  summary: string
  /** Empty unless the site allows texts. */
  text: string
  /** What changed in an API: the number of changes of each level, and the worst ones in words. */
  api?: { id: number; breaking: number; warnings: number; infos: number; changes: ComparedChange[] }
  /** Why it happened, where that has a name. */
  reason?: NonNullable<StoredEvent['reason']>
  /** Where a reader goes from here; empty while the site has no public address. */
  url: string
}

const urlOf = (site: string, path: string): string => (site === '' ? '' : `${site}${path}`)

/** Whether a reader may know of something that concerns a whole item. */
const mayKnowItem = async (app: App, reader: EventPerson, item: ItemRow, about_uid?: number): Promise<boolean> => {
  const right = await findOwnRight(app.db, reader, item)
  return right !== undefined && (right.limit === undefined || about_uid === reader.uid)
}

type Where = Pick<EventFacts, 'project' | 'page' | 'url'> & { summary?: string }

/** Returns where something happened; undefined when it is gone, or the reader may not know. */
async function readWhere(app: App, event: WebhookEvent, stored: StoredEvent, reader: EventPerson, site: string) {
  const { item_id, page_id } = stored
  if (item_id === undefined) return { url: site } satisfies Where
  const item = await findItem(app.db, { item_id })
  if (!item) return undefined
  const project = { id: item_id, name: item.item_name, url: urlOf(site, `/${item_id}`) }
  if (page_id === undefined || event === 'page.deleted') {
    if (!(await mayKnowItem(app, reader, item, stored.about_uid))) return undefined
    return { project, url: project.url } satisfies Where
  }
  const found = await findItemOfPage(app.db, { page_id })
  // drafts are nobody's business
  if (!found || found.item.item_id !== item_id || found.page.is_draft) return undefined
  const isOfComment = event === 'reply.added' || event === 'comment.added'
  if (!(await canReadPage(app.db, reader, found, isOfComment))) return undefined
  const texts = await findPageTexts(app.db, page_id)
  const url = urlOf(site, `/${item_id}/${page_id}`)
  const summary = event === 'page.updated' || event === 'page.created' ? texts?.page_comments : ''
  return {
    project,
    page: { id: page_id, title: texts?.page_title ?? '', url },
    url,
    summary: summary ?? '',
  } satisfies Where
}

const apiFacts = (api: NonNullable<StoredEvent['api']>, lang: Lang): NonNullable<EventFacts['api']> => ({
  id: api.api_change_id,
  breaking: api.breaking_count,
  warnings: api.warning_count,
  infos: api.info_count,
  changes: api.changes.map((change) => changeInWords(change, lang)),
})

/**
 * Returns what a reader may know of an event at this moment; undefined when they have lost the right, when it is about
 * a draft, or when what it is about is gone.
 */
export async function readFacts(
  app: App,
  event: WebhookEvent,
  stored: StoredEvent,
  reader: EventPerson,
  lang: Lang,
): Promise<EventFacts | undefined> {
  const url = await siteAddress(app, app.db)
  const where: Where | undefined = await readWhere(app, event, stored, reader, url)
  if (!where) return undefined
  const { site_name } = await readOptions(app.db)
  const { notice_text } = await readMailForm(app, app.db)
  const actor = stored.uid === 0 ? undefined : await findPerson(app.db, stored.uid)
  const { summary: note = '', ...place } = where
  return {
    event,
    time: stored.time,
    site: { name: site_name, url },
    actor: { uid: stored.uid, username: actor?.username ?? '', name: actor?.name ?? '' },
    ...place,
    ...(stored.name !== undefined && !place.page && { object: stored.name }),
    summary: (stored.summary || note).trim().slice(0, 300),
    ...(stored.api && { api: apiFacts(stored.api, lang) }),
    ...(stored.reason && { reason: stored.reason }),
    text: notice_text === 'on' ? (stored.text ?? '').trim().slice(0, 2_000) : '',
  }
}
