import { PassThrough } from 'node:stream'
import type { User } from '#src/access/caller.ts'
import type { App } from '#src/core/app.ts'
import { type EventsAnswer, eventOf } from '#src/core/events-answer.ts'
import { newGate } from '#src/core/gate.ts'
import { countUnread, countUnreadAnnouncements, newsMark } from './queries.ts'
import { announcementReader } from './service.ts'

// One question to the database for all who wait, whatever their number.
const everyMs = 2_000
// Proxies close what says nothing for a minute.
const aliveMs = 25_000
// A connection that nobody answers any more is not held for ever; a client that still waits asks again.
const lifeMs = 300_000

// One for each window that is looked at.
const enter = newGate({ ofPerson: 8, inAll: 2_000 })

/** How many messages a person has not read. */
export async function unreadCounts(app: App, user: User) {
  const [remind_count, announce_count] = await Promise.all([
    countUnread(app.db, user.uid),
    countUnreadAnnouncements(app.db, announcementReader(app, user)),
  ])
  return { remind_count, announce_count }
}

interface Watcher {
  user: User
  events: PassThrough
  sent: string
  /** When something went out last, and when it shall end, ms of the process's clock. */
  spokeAt: number
  endsAt: number
}

const watchersOf = new WeakMap<App, Set<Watcher>>()

async function tell(app: App, watcher: Watcher): Promise<void> {
  const counts = JSON.stringify(await unreadCounts(app, watcher.user))
  if (counts === watcher.sent || watcher.events.writableEnded) return
  watcher.sent = counts
  watcher.spokeAt = performance.now()
  watcher.events.write(eventOf(counts))
}

/** Looks for new messages as long as somebody waits for them. */
async function look(app: App, watchers: Set<Watcher>): Promise<void> {
  let mark = ''
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
      const next = await newsMark(app.db, Math.floor(app.now().getTime() / 1000))
      if (next !== mark) for (const watcher of watchers) await tell(app, watcher)
      mark = next
    } catch (error) {
      app.log.warn({ err: error }, 'cannot look for new messages')
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs).unref())
  }
  for (const { events } of watchers) events.end()
  watchersOf.delete(app)
}

/**
 * The counts at once, and again whenever a message has come, for five minutes.
 *
 * @throws {AppError} tooManyRequests for more windows than a person looks at
 */
export function watchUnread(app: App, user: User): EventsAnswer {
  const leave = enter(user.uid)
  const now = performance.now()
  const watcher: Watcher = { user, events: new PassThrough(), sent: '', spokeAt: now, endsAt: now + lifeMs }
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
  if (known) void tell(app, watcher).catch(() => watcher.events.end())
  else {
    watchersOf.set(app, watchers)
    void look(app, watchers)
  }
  return { events: watcher.events }
}
