import { PassThrough } from 'node:stream'
import type { User } from '#src/access/caller.ts'
import { requirePage, type Visitor } from '#src/access/permissions.ts'
import type { App } from '#src/core/app.ts'
import { createConcurrencyGuard } from '#src/core/concurrency-guard.ts'
import { AppError } from '#src/core/errors.ts'
import { type EventStreamResponse, formatEvent } from '#src/core/event-stream-response.ts'
import { countUnread, countUnreadAnnouncements, latestIds, listPageVersions } from './queries.ts'
import { announcementReader } from './service.ts'

// One query for everyone who waits, and one for all pages that they read, whatever their number.
const everyMs = 2_000
// Proxies close a connection that is silent for a minute.
const aliveMs = 25_000
// A connection whose client has gone must not stay open forever; a client that still waits connects again.
const lifeMs = 300_000

// One connection for each open window.
const enter = createConcurrencyGuard({ ofPerson: 8, inAll: 2_000 })

/** The page that a person reads in the window that watches; 0 for none. */
interface OpenPage {
  page_id: number
  /** Undefined when the person may not read it. */
  readVersion: () => Promise<number | undefined>
}

/** Returns the present version of a page; undefined for none, and for anyone who may not read it. */
export async function getPageVersion(app: App, visitor: Visitor, page_id: number): Promise<number | undefined> {
  if (page_id === 0) return undefined
  try {
    return (await requirePage(app, visitor, page_id, 'view')).page.page_version
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Returns the number of a person's unread messages, and the version of the page that they read. */
export async function getUnread(app: App, user: User, open: OpenPage) {
  const [remind_count, announce_count, page_version] = await Promise.all([
    countUnread(app.db, user.uid),
    countUnreadAnnouncements(app.db, announcementReader(app, user)),
    open.readVersion(),
  ])
  return { remind_count, announce_count, ...(page_version !== undefined && { page_version }) }
}

interface Watcher {
  user: User
  open: OpenPage
  events: PassThrough
  sent: string
  /** When something was last sent, and when to end, in ms of the process's clock. */
  spokeAt: number
  endsAt: number
}

const watchersOf = new WeakMap<App, Set<Watcher>>()

async function notify(app: App, watcher: Watcher): Promise<void> {
  const news = JSON.stringify(await getUnread(app, watcher.user, watcher.open))
  if (news === watcher.sent || watcher.events.writableEnded) return
  watcher.sent = news
  watcher.spokeAt = performance.now()
  watcher.events.write(formatEvent(news))
}

/** Polls for new messages, and for new versions of the pages that are read, as long as anyone waits for them. */
async function style(app: App, watchers: Set<Watcher>): Promise<void> {
  let mark = ''
  let versions = new Map<number, number>()
  while (watchers.size > 0 && !app.stopping.aborted) {
    const now = performance.now()
    for (const watcher of watchers) {
      if (now >= watcher.endsAt) watcher.events.end()
      else if (now - watcher.spokeAt >= aliveMs) {
        watcher.spokeAt = now
        watcher.events.write(':\n\n')
      }
    }
    try {
      const next = await latestIds(app.db, Math.floor(app.now().getTime() / 1000))
      const open = new Set([...watchers].map((watcher) => watcher.open.page_id).filter((page_id) => page_id !== 0))
      const former = versions
      versions = open.size === 0 ? new Map() : await listPageVersions(app.db, [...open])
      for (const watcher of watchers) {
        const { page_id } = watcher.open
        if (next !== mark || versions.get(page_id) !== former.get(page_id)) await notify(app, watcher)
      }
      mark = next
    } catch (error) {
      app.log.warn({ err: error }, 'cannot look for news')
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs).unref())
  }
  for (const { events } of watchers) events.end()
  watchersOf.delete(app)
}

/**
 * Streams the counts and the version of the open page: at once, and again when one of them changes, for five minutes.
 *
 * @throws {AppError} tooManyRequests for more windows than a person uses
 */
export function streamUnread(app: App, user: User, open: OpenPage): EventStreamResponse {
  const leave = enter(user.uid)
  const now = performance.now()
  const watcher: Watcher = { user, open, events: new PassThrough(), sent: '', spokeAt: now, endsAt: now + lifeMs }
  const known = watchersOf.get(app)
  const watchers = known ?? new Set()
  watchers.add(watcher)
  const end = () => watcher.events.end()
  app.stopping.addEventListener('abort', end)
  watcher.events.once('close', () => {
    app.stopping.removeEventListener('abort', end)
    watchers.delete(watcher)
    leave()
  })
  if (known) void notify(app, watcher).catch(() => watcher.events.end())
  else {
    watchersOf.set(app, watchers)
    void style(app, watchers)
  }
  return { events: watcher.events }
}
