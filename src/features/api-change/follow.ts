import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { ApiChange } from '#shared/api-doc/diff/changes.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { dayOfComparison } from '#src/features/api-diff/index.ts'
import {
  comparePage,
  countLevels,
  type DescribePage,
  isBroken,
  type PageState,
  pack,
  packChanges,
  packOperations,
  unpack,
} from './changes.ts'
import { compareInWorker } from './compare-worker-client.ts'
import { announce } from './notify.ts'
import {
  type Entry,
  findLastOfPage,
  findLastRemover,
  findNewestOfPage,
  findPageState,
  findPageVersion,
  findQueued,
  holdQueued,
  insertEntry,
  listQueuedOfPage,
  listSettled,
  listWaiting,
  type Queued,
  removeEntry,
  removeOldEntries,
  removeQueued,
  updateEntry,
  upsertEntryPage,
} from './queries.ts'
import type { QueuedDescriptions } from './record.ts'

/** Saves of one person within this time are one entry, in seconds. */
const joinedWithin = 600

/** The newest entries of an item that are stored. */
const entriesMost = 1_000

// Work between which others get their turn.
const listedAtOnce = 50

/** One step from a state of a page to the next. */
interface Step {
  item_id: number
  before: PageState
  after: PageState
  uid: number
  time: number
  version_before: number
  version_after: number
}

/** Returns how a page went from state to state, and the change after which its text could not be read. */
async function readSteps(
  app: App,
  queued: readonly Queued[],
): Promise<{ steps: Step[]; held: Queued | undefined; seen: string }> {
  const [first] = queued
  if (!first) return { steps: [], held: undefined, seen: '' }
  const current = await findPageState(app.db, first.page_id)
  const isThere = current !== undefined && current.is_del === 0 && current.is_draft === 0
  const steps: Step[] = []
  let held: Queued | undefined
  for (const [at, one] of queued.entries()) {
    const next = queued[at + 1]
    const later = next
      ? { item_id: next.item_id, title: next.page_title, text: next.page_content, version: next.page_version }
      : isThere
        ? {
            item_id: current.item_id,
            title: current.page_title,
            text: current.page_content,
            version: current.page_version,
          }
        : undefined
    const hasAfter = later !== undefined && later.item_id === one.item_id && later.text !== null
    const after: PageState = hasAfter ? { title: later.title, text: later.text ?? '' } : undefined
    // what came before a text that cannot be read is what the next readable one is compared with
    const start = held?.item_id === one.item_id ? held : one
    if (after && isBroken(after.text)) {
      held = start
      continue
    }
    held = undefined
    const given: PageState =
      start.page_content === null ? undefined : { title: start.page_title, text: start.page_content }
    const remover = one.addtime === 0 ? await findLastRemover(app.db, one.item_id) : undefined
    steps.push({
      item_id: one.item_id,
      before: given && isBroken(given.text) ? undefined : given,
      after,
      uid: one.addtime === 0 ? (remover?.uid ?? 0) : one.uid,
      time: one.addtime === 0 ? (remover?.optime ?? nowSeconds(app)) : one.addtime,
      version_before: given ? start.page_version : 0,
      version_after: hasAfter ? later.version : 0,
    })
  }
  return { steps, held, seen: stateOf(current) }
}

/** Names the state that a page is in: a save that adds nothing to the queue changes it. */
const stateOf = (page: { page_version: number; addtime: number } | undefined): string =>
  page ? `${page.page_version} ${page.addtime}` : ''

const joins = (entry: Entry | undefined, { item_id, uid, time }: Step): entry is Entry & { base: Buffer } =>
  entry !== undefined &&
  entry.is_open === 1 &&
  entry.base !== null &&
  entry.item_id === item_id &&
  entry.uid === uid &&
  time - entry.addtime <= joinedWithin

async function writeStep(tx: Tx, page_id: number, step: Step, describe: DescribePage, today: string): Promise<void> {
  const newest = await findNewestOfPage(tx, page_id)
  const open = joins(newest, step) ? newest : undefined
  const before = open ? (unpack<PageState | null>(open.base) ?? undefined) : step.before
  const { changes, operation } = comparePage(before, step.after, describe, today)
  if (changes.length === 0) {
    if (open) await removeEntry(tx, open.api_change_id)
    return
  }
  const counts = countLevels(changes)
  const found = {
    name: (step.after ?? before)?.title.slice(0, 200) ?? '',
    version_after: step.version_after,
    last_time: step.time,
    ...counts,
    operations: packOperations(changes),
    changes: packChanges(changes),
  }
  const { item_id, uid, time: addtime, version_before } = step
  const api_change_id =
    open?.api_change_id ??
    (await insertEntry(tx, {
      ...found,
      item_id,
      source: 'page',
      page_id,
      version_before,
      uid,
      addtime,
      is_open: 1,
      base: pack(before ?? null),
    }))
  if (open) await updateEntry(tx, api_change_id, found)
  else await removeOldEntries(tx, item_id, entriesMost)
  await upsertEntryPage(tx, { page_id, api_change_id, operation, ...counts })
}

/** Returns the models of an item that a value names; undefined when it names none. */
type FindModels = (app: App, item_id: number, value: UnknownObject) => Promise<{ root: UnknownObject } | undefined>

/** Returns how a page is described with the models of its item: a reference to one of them is no unknown schema. */
async function describeWithModels(
  app: App,
  steps: readonly Step[],
  describe: DescribePage,
  findModels: FindModels | undefined,
): Promise<DescribePage> {
  const [first] = steps
  if (!first || !findModels) return describe
  const states = steps.flatMap(({ before, after }) => [before, after])
  const described = states.map((state) => state && describe(state.title, state.text)?.root)
  const models = await findModels(app, first.item_id, { described })
  if (!models) return describe
  const schemas = toObject(toObject(models.root['components'])?.['schemas'])
  return (title, text) => {
    const page = describe(title, text)
    const components = { ...toObject(page?.root['components']), schemas }
    return page && { ...page, root: { ...page.root, components } }
  }
}

/** Compares what waits for a page. Does nothing when it was saved again in the meantime: that is seen next. */
async function followPage(
  app: App,
  page_id: number,
  describe: DescribePage,
  findModels: FindModels | undefined,
): Promise<void> {
  const queued = await listQueuedOfPage(app.db, page_id)
  const last = queued.at(-1)
  if (!last) return
  const { steps, held, seen } = await readSteps(app, queued)
  const today = dayOfComparison(app.now())
  const described = await describeWithModels(app, steps, describe, findModels)
  await transact(app.db, async (tx) => {
    if ((await findLastOfPage(tx, page_id)) !== last.queue_id) return
    if (stateOf(await findPageVersion(tx, page_id)) !== seen) return
    for (const step of steps) await writeStep(tx, page_id, step, described, today)
    const done = queued.map(({ queue_id }) => queue_id).filter((one) => one !== held?.queue_id)
    if (done.length > 0) await removeQueued(tx, done)
    if (held) await holdQueued(tx, held.queue_id)
  })
}

const noDescription = '{"openapi":"3.1.1","paths":{}}'

/** Compares two descriptions that wait, and informs of them at once. */
async function followDescriptions(app: App, queue_id: number): Promise<void> {
  const queued = await findQueued(app.db, queue_id)
  if (!queued?.packed) return
  const { item_id, uid, addtime, packed } = queued
  const { source, name, before, after, pages } = unpack<QueuedDescriptions>(packed)
  const changes = await compareInWorker({
    before: before || noDescription,
    after: after || noDescription,
    today: dayOfComparison(app.now()),
  }).catch((error: unknown): ApiChange[] => {
    app.log.error({ err: error, item_id }, 'two descriptions of an API could not be compared')
    return []
  })
  const byOperation = Map.groupBy(changes, (change) => change.operation)
  await transact(app.db, async (tx) => {
    if ((await removeQueued(tx, [queue_id])) === 0 || changes.length === 0) return
    const row = {
      item_id,
      source,
      name,
      uid,
      addtime,
      last_time: addtime,
      ...countLevels(changes),
      operations: packOperations(changes),
      changes: packChanges(changes),
      is_open: 0,
      base: null,
    }
    const api_change_id = await insertEntry(tx, row)
    await removeOldEntries(tx, item_id, entriesMost)
    for (const { page_id, operation } of pages) {
      const own = byOperation.get(operation)
      if (own) await upsertEntryPage(tx, { page_id, api_change_id, operation, ...countLevels(own) })
    }
    await announce(tx, app, { ...row, api_change_id, page_id: 0 }, changes)
  })
}

/** Ends entries that no further save joins, and informs of what breaks clients. */
async function settle(app: App): Promise<void> {
  for (const entry of await listSettled(app.db, nowSeconds(app) - joinedWithin, listedAtOnce)) {
    await transact(app.db, async (tx) => {
      await updateEntry(tx, entry.api_change_id, { is_open: 0, base: null })
      await announce(tx, app, entry, unpack<ApiChange[]>(entry.changes))
    })
    await nextTurn()
  }
}

/** How comparing gives way to people. */
interface Pace {
  /** How long a page must wait, in seconds: further saves of it cost no comparison. */
  restSeconds: number
  /** The part of the time that comparing pages may take: what is saved in the meantime waits no longer for it. */
  share: number
}

const longestPauseMs = 500

/** How what waits is compared. */
interface FollowOptions {
  /** Whether to continue; called between pieces of work. */
  isWanted?: () => boolean
  /** Default: everything at once. */
  pace?: Pace
  /** Default: pages name no models. */
  findModels?: FindModels
}

/** Compares everything that waits, and ends the entries that are complete. */
export async function followApiChanges(
  app: App,
  describe: DescribePage,
  { isWanted = () => true, pace = { restSeconds: 0, share: 1 }, findModels }: FollowOptions = {},
): Promise<void> {
  const { restSeconds, share } = pace
  for (let last = 0; isWanted(); ) {
    const rows = await listWaiting(app.db, listedAtOnce, { now: nowSeconds(app), rest: restSeconds })
    const [first] = rows
    // what was saved again while it was compared comes back, but not for ever
    if (!first || first.queue_id === last) break
    last = first.queue_id
    const pages = new Set<number>()
    for (const { queue_id, page_id } of rows) {
      if (!isWanted()) return
      if (page_id === 0) await followDescriptions(app, queue_id)
      else if (!pages.has(page_id)) {
        pages.add(page_id)
        const began = performance.now()
        await followPage(app, page_id, describe, findModels)
        const pauseMs = (performance.now() - began) * (1 / share - 1)
        // a server that stops does not wait for it
        const until = { signal: app.stopping }
        if (pauseMs > 0) await pause(Math.min(pauseMs, longestPauseMs), undefined, until).catch(() => undefined)
      }
      await nextTurn()
    }
  }
  if (isWanted()) await settle(app)
}

const pollEveryMs = 2_000

/**
 * A page is compared ten seconds after the first of several saves, once for all of them. Comparing many pages takes a
 * twentieth of the time, so that saving costs at most that much more.
 */
const besideSaves: Pace = { restSeconds: 10, share: 1 / 20 }

/**
 * Compares API pages soon after they were saved.
 *
 * @returns a function that stops it
 */
export function startApiChanges(app: App, describe: DescribePage, findModels: FindModels): () => void {
  let isStopped = false
  let isRunning = false
  const poll = () => {
    if (isRunning || isStopped) return
    isRunning = true
    const options = { isWanted: () => !isStopped, pace: besideSaves, findModels }
    const work: Promise<void> = followApiChanges(app, describe, options)
      .catch((error: unknown) => app.log.error({ err: error }, 'changes of APIs could not be compared'))
      .finally(() => {
        isRunning = false
        app.background.delete(work)
      })
    app.background.add(work)
  }
  const timer = setInterval(poll, pollEveryMs)
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
