import { createHash } from 'node:crypto'
import type { ErrorName } from '#shared/contract/errors.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail, type MessageValues } from '#src/core/errors.ts'
import { importReasonText, type Lang } from '#src/core/i18n.ts'
import { transact } from '#src/db/database.ts'
import { type ComparedChange, describeChanges } from '#src/features/api-diff/index.ts'
import { listCatalogs } from '#src/features/catalog/index.ts'
import { descriptionIn, type Importer, readSource, type SourcePlan, writeSource } from '#src/features/import/index.ts'
import type { JobRun } from '#src/features/job/index.ts'
import { type ApiSource, findPacked, findSource, listSources, updateSource } from './queries.ts'

/** What a synchronisation changes, in numbers. */
export interface SyncCounts {
  added: number
  changed: number
  removed: number
  unchanged: number
  breaking: number
  warnings: number
  is_compared: boolean
}

/** What came of the last attempt. */
export interface SyncResult extends SyncCounts {
  error_name: ErrorName | ''
  values: MessageValues
}

/** What a file of a source changes. */
export interface SyncPlan extends SourcePlan {
  source: ApiSource
  former: Buffer | undefined
  counts: SyncCounts
  changes: ComparedChange[]
  /** Whether the description is the same text as at the last synchronisation. */
  isSame: boolean
  /** The other sources of the item that bring a description of the same title, each with pages of its own. */
  sameTitle: ApiSource[]
}

/** The most changes that are listed; their numbers are complete. */
const listedMost = 500
const ranks = { breaking: 0, warning: 1, info: 2 }

/** Returns the names of a catalog and those above it. @throws {AppError} catalogGone */
async function pathOf(app: App, { item_id, cat_id }: ApiSource): Promise<string[]> {
  if (cat_id === 0) return []
  const rows = new Map((await listCatalogs(app.db, item_id)).map((row) => [row.cat_id, row]))
  const path: string[] = []
  for (let at = cat_id; at !== 0; ) {
    const row = rows.get(at) ?? fail('catalogGone')
    path.unshift(row.cat_name)
    at = row.parent_cat_id
  }
  return path
}

/** Whether a source brings a description of this title: the second one of a title has a number. */
const hasTitle = (own: string, { description }: ApiSource): boolean =>
  own !== '' && description.startsWith(own) && /^(?:#\d+)?$/.test(description.slice(own.length))

/** Returns by what the pages of a new source are known: the second of one title gets a number. */
function freeName(own: string, others: readonly ApiSource[]): string {
  const taken = new Set(others.map(({ description }) => description))
  let name = own
  for (let nth = 2; own !== '' && taken.has(name); nth += 1) name = `${own}#${nth}`
  return name
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url')

/**
 * Reads a file of a source and finds what it changes; writes nothing.
 *
 * @throws {AppError} catalogGone, and those of `readSource`
 */
export async function planSync(
  app: App,
  by: Importer,
  source: ApiSource,
  file: { name: string; path: string },
  lang: Lang,
): Promise<SyncPlan> {
  const { item_id, source_id } = source
  const under = await pathOf(app, source)
  const former = source_id === 0 ? undefined : await findPacked(app.db, source_id)
  const others = (await listSources(app.db, item_id)).filter((one) => one.source_id !== source_id)
  let sameTitle: ApiSource[] = []
  const found = await readSource(app, by, {
    file,
    item_id,
    lang: source.lang as Lang,
    under,
    // two sources of an item must not take each other's pages
    knownAs: (own) => {
      sameTitle = others.filter((one) => hasTitle(own, one))
      return source.description || freeName(own, others)
    },
    // a buffer of the database's pool cannot be handed over as it is
    former: former && new Uint8Array(former),
  })
  const { report, plan } = found
  const list = plan.compared?.changes ?? []
  const count = (level: keyof typeof ranks) => list.filter((one) => one.level === level).length
  const changes = list.toSorted((one, other) => ranks[one.level] - ranks[other.level]).slice(0, listedMost)
  const isSame = former !== undefined && plan.compared !== undefined && digest(former) === digest(plan.compared.packed)
  return {
    ...found,
    source,
    former,
    isSame,
    sameTitle,
    counts: {
      added: report.new_pages,
      changed: report.replaced.length,
      removed: report.missing.filter((one) => !one.is_marked).length,
      unchanged: report.unchanged,
      breaking: count('breaking'),
      warnings: count('warning'),
      is_compared: plan.compared?.changes !== undefined,
    },
    changes: describeChanges(changes, lang),
  }
}

const storedResult = (counts: SyncCounts): string =>
  JSON.stringify({ ...counts, error_name: '', values: {} } satisfies SyncResult)

/**
 * Writes what a file of a source changes, and the result, in one transaction; nothing but the result when nothing changes.
 *
 * @throws {AppError} pageLocked, itemArchived, noRight
 */
export async function applySync(
  app: App,
  by: Importer,
  sync: SyncPlan,
  run: JobRun,
  start_time = nowSeconds(app),
): Promise<void> {
  const { source, plan, counts, report } = sync
  const { source_id, item_id, missing } = source
  const ended = () => ({ start_time, end_time: nowSeconds(app), result: storedResult(counts) })
  const isUntouched = counts.added + counts.changed + counts.removed === 0
  if (sync.isSame && isUntouched) {
    await updateSource(app.db, source_id, { ...ended(), sync_time: nowSeconds(app) })
    await transact(app.db, (tx) => run.finish(tx, item_id))
    return
  }
  const packed = plan.compared?.packed ?? new Uint8Array()
  await writeSource(
    app,
    by,
    {
      plan,
      file_name: source.source_name || source.url || report.item_name,
      item_id,
      choice:
        missing === 'recycle'
          ? { remove_missing: true }
          : { mark_missing: importReasonText(source.lang as Lang, 'goneFromSource') },
      after: async (tx) => {
        // somebody may have deleted it in the meantime
        if (!(await findSource(tx, item_id, source_id))) fail('apiSourceGone')
        // the text, so that the next one can be compared with it
        const stored = { packed: Buffer.from(packed), description: descriptionIn(plan), sync_time: nowSeconds(app) }
        await updateSource(tx, source_id, { ...ended(), ...stored })
      },
    },
    run,
  )
}

const none: SyncCounts = {
  added: 0,
  changed: 0,
  removed: 0,
  unchanged: 0,
  breaking: 0,
  warnings: 0,
  is_compared: false,
}

/** Stores why a source was not synchronised. */
export async function recordFailure(app: App, source_id: number, start_time: number, error: unknown): Promise<void> {
  const isKnown = error instanceof AppError
  if (!isKnown) app.log.error({ err: error, source_id }, 'an API source was not synchronised')
  const result: SyncResult = {
    ...none,
    error_name: isKnown ? error.errorName : 'internal',
    values: isKnown ? error.values : {},
  }
  await updateSource(app.db, source_id, { start_time, end_time: nowSeconds(app), result: JSON.stringify(result) })
}

// A restarted server has none running.
const running = new WeakMap<App, Set<number>>()

/** Whether a source is being synchronised. */
export const isRunning = (app: App, source_id: number): boolean => running.get(app)?.has(source_id) === true

/** Runs a synchronisation, of which each source has one at a time. @throws {AppError} apiSourceRunning */
export async function exclusively<T>(app: App, source_id: number, operation: () => Promise<T>): Promise<T> {
  const ids = running.get(app) ?? new Set<number>()
  running.set(app, ids)
  if (ids.has(source_id)) fail('apiSourceRunning')
  ids.add(source_id)
  try {
    return await operation()
  } finally {
    ids.delete(source_id)
  }
}
