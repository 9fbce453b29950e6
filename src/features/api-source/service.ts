import { rm } from 'node:fs/promises'
import { newApiSource } from '#shared/api-sources.ts'
import type { ReceivedFile } from '#shared/contract/fields.ts'
import { passwordMask } from '#shared/contract/item.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { type Db, type Tx, transact } from '#src/db/database.ts'
import { type Actor, insertAudit } from '#src/features/audit/index.ts'
import { findCatalog } from '#src/features/catalog/index.ts'
import type { Importer } from '#src/features/import/index.ts'
import {
  addCheckedJob,
  type JobInput,
  type JobRun,
  parseJobInput,
  requireCheckedJob,
  startJob,
} from '#src/features/job/index.ts'
import { fetchDescription, parseAddress, requireHeader } from './fetch-description.ts'
import {
  type ApiSource,
  findSource,
  insertSource,
  listSources,
  listUsernames,
  removeSource,
  updateSource,
} from './queries.ts'
import { nextSourceTime } from './source-time.ts'
import {
  applySync,
  exclusively,
  isRunning,
  planSync,
  recordFailure,
  type SyncCounts,
  type SyncPlan,
  type SyncResult,
} from './synchronise.ts'

// Enough for a project of many services, and no way to have the server call hundreds of addresses.
const mostOfItem = 20

/** What a form sends; what is undefined stays as it is. */
interface SourceInput {
  source_id: number
  kind?: ApiSource['kind'] | undefined
  source_name?: string | undefined
  url?: string | undefined
  header_name?: string | undefined
  header_value?: string | undefined
  cat_id?: number | undefined
  missing?: ApiSource['missing'] | undefined
  schedule?: ApiSource['schedule'] | undefined
  schedule_time?: string | undefined
}

/** Returns a stored result; undefined before the first attempt. */
const resultOf = ({ result }: ApiSource): SyncResult | undefined =>
  result === '' ? undefined : (JSON.parse(result) as SyncResult)

/** Lists the sources of an item, without what must stay secret. */
export async function getSources(app: App, { item_id }: ItemAccess<'manage'>, lang: Lang) {
  const list = await listSources(app.db, item_id)
  const names = await listUsernames(
    app.db,
    list.map(({ uid }) => uid),
  )
  return list.map((source) => {
    const { header_value, uid, end_time } = source
    const result = resultOf(source)
    const { error_name = '', values = {}, ...counts } = result ?? {}
    return {
      ...source,
      header_value: header_value === '' ? '' : passwordMask,
      username: names.get(uid) ?? '',
      is_running: isRunning(app, source.source_id),
      next_time: nextSourceTime(source, result?.error_name !== undefined && result.error_name !== '') ?? 0,
      last: result
        ? {
            ...(counts as SyncCounts),
            status: error_name === '' ? ('done' as const) : ('failed' as const),
            time: end_time,
            error_name,
            error_message: error_name === '' ? '' : errorText(lang, error_name, values),
          }
        : null,
    }
  })
}

/** @throws {AppError} apiSourceGone */
const requireSource = async (db: Db, item_id: number, source_id: number): Promise<ApiSource> =>
  (await findSource(db, item_id, source_id)) ?? fail('apiSourceGone')

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')

const audit = (
  tx: Tx,
  actor: Actor,
  action: 'apiSourceAdded' | 'apiSourceChanged' | 'apiSourceRemoved',
  { item_id, source_name, url }: Pick<ApiSource, 'item_id' | 'source_name' | 'url'>,
  now: number,
) =>
  insertAudit(
    tx,
    {
      ...actor,
      action,
      object_type: 'item',
      object_id: item_id,
      detail: [source_name, hostOf(url)].filter(Boolean).join(', '),
    },
    now,
  )

/**
 * Adds a source or changes one. Whoever saves it is the one whose rights its synchronisations have from now on.
 *
 * @throws {AppError} sourceAddressBad, sourceHeaderBad, apiSourceGone, apiSourceTooMany, catalogGone, itemArchived
 */
export async function saveSource(
  app: App,
  item: ItemAccess<'manage'>,
  actor: Actor,
  input: SourceInput,
  lang: Lang,
): Promise<{ source_id: number }> {
  const now = nowSeconds(app)
  const { item_id } = item
  return transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const former = input.source_id === 0 ? undefined : await requireSource(tx, item_id, input.source_id)
    const was = former ?? newApiSource
    const kind = former?.kind ?? input.kind ?? was.kind
    const url = kind === 'push' ? '' : parseAddress(input.url ?? was.url)
    const typed = input.header_value === passwordMask ? undefined : input.header_value
    const header_name = kind === 'push' ? '' : (input.header_name ?? was.header_name).trim()
    // a secret never goes to another host than the one it was typed for
    const stored = originOf(was.url) === originOf(url) ? was.header_value : ''
    const header_value = header_name === '' ? '' : (typed ?? stored)
    requireHeader({ header_name, header_value })
    const cat_id = input.cat_id ?? was.cat_id
    if (cat_id !== 0 && !(await findCatalog(tx, item, cat_id))) fail('catalogGone')
    const row = {
      uid: actor.uid,
      kind,
      source_name: input.source_name?.trim() ?? was.source_name,
      url,
      header_name,
      header_value,
      cat_id,
      missing: input.missing ?? was.missing,
      schedule: kind === 'push' ? ('off' as const) : (input.schedule ?? was.schedule),
      schedule_time: input.schedule_time ?? was.schedule_time,
      lang,
    }
    if (former) {
      await updateSource(tx, former.source_id, row)
      await audit(tx, actor, 'apiSourceChanged', { ...row, item_id }, now)
      return { source_id: former.source_id }
    }
    return { source_id: await addSource(tx, actor, { ...row, item_id, addtime: now }) }
  })
}

async function addSource(tx: Tx, actor: Actor, row: Parameters<typeof insertSource>[1]): Promise<number> {
  if ((await listSources(tx, row.item_id)).length >= mostOfItem) fail('apiSourceTooMany', { most: mostOfItem })
  await audit(tx, actor, 'apiSourceAdded', { source_name: '', url: '', ...row }, row.addtime)
  return insertSource(tx, row)
}

/** Removes a source; its pages stay. @throws {AppError} apiSourceGone */
export async function deleteSource(app: App, { item_id }: ItemAccess<'manage'>, actor: Actor, source_id: number) {
  await transact(app.db, async (tx) => {
    const source = await requireSource(tx, item_id, source_id)
    await removeSource(tx, source_id)
    await audit(tx, actor, 'apiSourceRemoved', source, nowSeconds(app))
  })
}

const checksPerHour = 120

/** Limits how often a person has the server fetch something. @throws {AppError} tooManyRequests */
export function requireFewFetches(app: App, { uid }: User): void {
  if (!app.limiter.take(`apiSource:${uid}`, checksPerHour, 3_600_000)) fail('tooManyRequests')
}

interface SyncInput extends JobInput {
  stored_name: string
  file_name: string
  item_id: number
  source_id: number
}

/**
 * Fetches a source and returns what a synchronisation would change. Writes nothing but the job that waits with the file.
 *
 * @throws {AppError} apiSourceGone, apiSourceRunning, and those of fetching and reading
 */
export async function checkSource(app: App, by: Importer, item: ItemAccess<'manage'>, source_id: number, lang: Lang) {
  const { item_id } = item
  const source = await requireSource(app.db, item_id, source_id)
  if (source.kind === 'push') fail('sourceAddressBad')
  requireFewFetches(app, by.user)
  return exclusively(app, source_id, async () => {
    const file = await fetchDescription(app, source)
    try {
      const { report, counts, changes } = await planSync(app, by, source, file, lang)
      const stored_name = await app.files.store(file.path)
      const input: SyncInput = { stored_name, file_name: file.name, item_id, source_id }
      try {
        const job = { kind: 'import', title: item.item_name, total: report.pages, input } as const
        const job_id = await addCheckedJob(app, by.user, job)
        return { job_id, report, missing: source.missing, ...counts, changes }
      } catch (error) {
        await app.files.remove(stored_name)
        throw error
      }
    } finally {
      await rm(file.path, { force: true })
    }
  })
}

/**
 * Starts a checked synchronisation, which continues as a job after this function has returned.
 *
 * @throws {AppError} jobGone, jobNotReady, apiSourceGone, apiSourceRunning
 */
export async function startSource(
  app: App,
  by: Importer,
  { item_id }: ItemAccess<'manage'>,
  job_id: string,
  lang: Lang,
) {
  const job = await requireCheckedJob(app, by.user, job_id)
  const input = parseJobInput<Partial<SyncInput>>(job)
  const { source_id, stored_name, file_name = '' } = input
  if (source_id === undefined || stored_name === undefined || input.item_id !== item_id) return fail('jobGone')
  await requireSource(app.db, item_id, source_id)
  if (isRunning(app, source_id)) fail('apiSourceRunning')
  await startJob(app, job, (run) =>
    exclusively(app, source_id, async () => {
      const start_time = nowSeconds(app)
      try {
        const source = await requireSource(app.db, item_id, source_id)
        const file = { name: file_name, path: app.files.pathOf(stored_name) }
        await applySync(app, by, await planSync(app, by, source, file, lang), run, start_time)
      } catch (error) {
        if (!run.signal.aborted) await recordFailure(app, source_id, start_time, error)
        throw error
      }
      return item_id
    }),
  )
}

/** A run without a job: of a push, whose sender waits for it, or of the schedule. */
export const plainRun = (app: App): JobRun => ({
  job_id: '',
  signal: app.stopping,
  requireWanted: () => (app.stopping.aborted ? fail('stopping') : undefined),
  step: () => undefined,
  reach: () => undefined,
  finish: () => Promise.resolve(),
})

/** What is pushed, and how. */
interface PushInput {
  /** The name of the source; empty for the only one. */
  source: string
  /** Whether nothing is written. */
  check?: boolean | undefined
  fail_on?: 'breaking' | 'warning' | undefined
}

/** Returns the source that a push names; a new one is not stored yet and has the id 0. */
async function sourceOfPush(app: App, item_id: number, user: User, name: string, lang: Lang): Promise<ApiSource> {
  const all = (await listSources(app.db, item_id)).filter(({ kind }) => kind === 'push')
  const found = name === '' && all.length === 1 ? all[0] : all.find(({ source_name }) => source_name === name)
  const times = { addtime: nowSeconds(app), sync_time: 0, start_time: 0, end_time: 0 }
  const fresh = {
    ...newApiSource,
    ...times,
    source_id: 0,
    item_id,
    uid: user.uid,
    kind: 'push',
    source_name: name,
  } as const
  return found ?? { ...fresh, lang, description: '', result: '' }
}

async function storedSource(app: App, actor: Actor, source: ApiSource): Promise<ApiSource> {
  if (source.source_id !== 0) return source
  const { source_id: _, ...row } = source
  return { ...source, source_id: await transact(app.db, (tx) => addSource(tx, actor, row)) }
}

/** Returns what a source is called; of an address only its host, because the rest may hold a secret. */
const shownName = ({ source_name, url }: ApiSource): string =>
  source_name || (URL.canParse(url) ? new URL(url).host : '')

const answerOf = ({ source, counts, changes, sameTitle }: SyncPlan, is_applied: boolean) => ({
  item_id: source.item_id,
  source_id: source.source_id,
  is_applied,
  ...counts,
  changes,
  also_from: sameTitle.map(({ kind, ...one }) => ({ kind, name: shownName({ kind, ...one }) })),
})

/**
 * Synchronises an item with a description that was sent.
 *
 * @throws {AppError} apiBreaking when it has changes of the level of `fail_on`; importNoFile, and those of reading
 */
export async function pushDescription(
  app: App,
  by: Importer & { actor: Actor },
  item: ItemAccess<'edit'>,
  received: ReceivedFile | undefined,
  input: PushInput,
  lang: Lang,
) {
  const file = received && received.sizeBytes > 0 ? received : fail('importNoFile')
  const { item_id } = item
  const named = await sourceOfPush(app, item_id, by.user, input.source, lang)
  const start_time = nowSeconds(app)
  // the item, until a new source has an id: negative, so that it is none of a source
  return exclusively(app, named.source_id || -item_id, async () => {
    const first = await planSync(app, by, named, file, lang)
    const { breaking, warnings } = first.counts
    const isBad = input.fail_on !== undefined && (breaking > 0 || (input.fail_on === 'warning' && warnings > 0))
    if (input.check) return answerOf(first, false)
    if (isBad) fail('apiBreaking', { breaking, warnings })
    const source = await storedSource(app, by.actor, named)
    const sync = { ...first, source }
    try {
      await applySync(app, by, sync, plainRun(app), start_time)
    } catch (error) {
      await recordFailure(app, source.source_id, start_time, error)
      throw error
    }
    return answerOf(sync, true)
  })
}
