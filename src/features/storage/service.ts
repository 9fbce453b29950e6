import { z } from 'zod'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail, type MessageValues } from '#src/core/errors.ts'
import { localStorage } from '#src/core/file-store.ts'
import { type Actor, recordAudit } from '#src/features/audit/index.ts'
import { isBucketFailure, type MoveReport, moveFiles } from './move.ts'
import { explainStorage } from './problems.ts'
import { countByStorage, countElsewhere, countLeftovers, findMove, listStores, storeMove } from './queries.ts'
import { readWish, type StoreSettings } from './settings.ts'
import { findCurrentStore } from './stores.ts'

/** What is stored about the move that runs or was the last one. */
const MoveState = z.object({
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  uid: z.int(),
  username: z.string(),
  ip: z.string(),
  start_time: z.int(),
  end_time: z.int().default(0),
  moved: z.int().default(0),
  problems: z
    .array(z.object({ stored_name: z.string(), reason: z.enum(['missing', 'damaged', 'changed']) }))
    .default([]),
  problem_count: z.int().default(0),
  error: z.object({ name: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }).optional(),
})
type MoveState = z.output<typeof MoveState>

async function readMove(app: Pick<App, 'db'>): Promise<MoveState | undefined> {
  const stored = await findMove(app.db)
  if (stored === undefined) return undefined
  try {
    return MoveState.parse(JSON.parse(stored))
  } catch {
    return undefined // of another version: what is left to move says the rest
  }
}

interface Live {
  done: number
  total: number
  controller: AbortController
  ended: Promise<void>
}

const running = new WeakMap<App, Live>()

const stoppedByPerson = new Error('stopped by a person')

/** Says in an administrator's words why a move ended. */
async function errorOf(app: App, error: unknown): Promise<{ name: string; values: MessageValues }> {
  if (error instanceof AppError) return { name: error.errorName, values: error.values }
  if (isBucketFailure(error)) {
    const current = await findCurrentStore(app)
    const settings = current ?? (await listStores(app.db)).at(-1)
    if (settings) {
      const { errorName, values } = explainStorage(error, JSON.parse(settings.settings) as StoreSettings)
      return { name: errorName, values }
    }
  }
  return { name: (error as { code?: string }).code === 'ENOSPC' ? 'diskFull' : 'internal', values: {} }
}

async function move(app: App, begun: MoveState, live: Live): Promise<void> {
  const end = (state: MoveState['state'], change: Partial<MoveState> = {}) =>
    storeMove(app.db, JSON.stringify({ ...begun, state, end_time: nowSeconds(app), ...change }))
  try {
    const report = await moveFiles(app, {
      signal: live.controller.signal,
      onProgress(done, total) {
        live.done = done
        live.total = total
      },
    })
    const { moved, problems, problem_count } = report
    await end('done', { moved, problems, problem_count })
    await recordMove(app, begun, report)
  } catch (error) {
    const { signal } = live.controller
    // a server that stops goes on with it at its next start
    if (signal.aborted && signal.reason !== stoppedByPerson) return
    if (signal.aborted) return void (await end('stopped', { moved: live.done }))
    app.log.error({ err: error }, 'moving the uploaded files failed')
    await end('failed', { moved: live.done, error: await errorOf(app, error) })
  }
}

/** Writes a move into the audit log. */
export async function recordMove(app: App, by: Actor, { to, moved, bytes, problem_count }: MoveReport): Promise<void> {
  const where = to === localStorage ? 'uploads' : await nameOf(app, to)
  const detail = `${moved} → ${where}, ${bytes} B${problem_count > 0 ? `, ${problem_count} !` : ''}`
  const { uid, username, ip } = by
  await recordAudit(app.db, { uid, username, ip, action: 'filesMoved', detail }, nowSeconds(app))
}

async function nameOf(app: Pick<App, 'db'>, store_id: string): Promise<string> {
  const row = (await listStores(app.db)).find((one) => one.store_id === store_id)
  if (!row) return store_id
  const { bucket, prefix } = JSON.parse(row.settings) as StoreSettings
  return `s3://${[bucket, prefix].filter(Boolean).join('/')}`
}

function run(app: App, begun: MoveState): void {
  const live: Live = { done: 0, total: 0, controller: new AbortController(), ended: Promise.resolve() }
  running.set(app, live)
  live.ended = move(app, begun, live)
    .catch((error: unknown) => app.log.error({ err: error }, 'the result of a move could not be stored'))
    .finally(() => {
      running.delete(app)
      app.background.delete(live.ended)
    })
  app.background.add(live.ended)
}

/** Begins to move all files to where new ones go, in the background. @throws {AppError} storageMoving */
export async function startMove(app: App, by: Actor): Promise<void> {
  if (running.has(app)) fail('storageMoving')
  const { uid, username, ip } = by
  const begun = MoveState.parse({ state: 'running', uid, username, ip, start_time: nowSeconds(app) })
  await storeMove(app.db, JSON.stringify(begun))
  if (running.has(app)) fail('storageMoving')
  run(app, begun)
}

/** Goes on with the move that was under way when the server ended. */
export async function resumeMove(app: App): Promise<void> {
  const begun = await readMove(app)
  if (begun?.state === 'running' && !running.has(app)) run(app, begun)
}

/** Records that the move under way when the server ended cannot go on, because the storage cannot be reached. */
export async function failInterruptedMove(app: App, error: unknown): Promise<void> {
  const begun = await readMove(app)
  if (begun?.state !== 'running' || running.has(app)) return
  const failed = { ...begun, state: 'failed', end_time: nowSeconds(app), error: await errorOf(app, error) }
  await storeMove(app.db, JSON.stringify(failed))
}

/** Ends the move that runs: at once by a person, or until the next start. Resolves when it has ended. */
export async function stopMove(app: App, isByPerson: boolean): Promise<void> {
  const live = running.get(app)
  live?.controller.abort(isByPerson ? stoppedByPerson : new Error('the server is stopping'))
  await live?.ended
}

/** Where the uploaded files are. */
export async function readStorageStatus(app: App) {
  const { isOpen, isFixed } = await readWish(app)
  const current = await findCurrentStore(app)
  const counts = await countByStorage(app.db)
  const places = await Promise.all(
    counts.map(async ({ storage, files, bytes }) => ({
      name: storage === localStorage ? '' : await nameOf(app, storage),
      is_current: storage === (current?.store_id ?? localStorage) && isOpen === (current !== undefined),
      files,
      bytes,
    })),
  )
  const target = isOpen ? current?.store_id : localStorage
  // a bucket that is still to be made ready has none
  const elsewhere = target === undefined ? await countElsewhere(app.db, '') : await countElsewhere(app.db, target)
  const live = running.get(app)
  const last = await readMove(app)
  return {
    is_open: isOpen,
    is_fixed: isFixed,
    target: isOpen ? (current ? await nameOf(app, current.store_id) : '?') : '',
    places,
    elsewhere,
    leftovers: await countLeftovers(app.db),
    live: live && { done: live.done, total: live.total },
    last,
  }
}
