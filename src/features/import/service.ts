import type { ReceivedFile } from '#contract/wire.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireItem, requireLive, type Visitor } from '#src/access/rights.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { hashPassword, newSecret } from '#src/core/secrets.ts'
import { type Tx, transact } from '#src/db/open.ts'
import { catalogsMost, listCatalogs, touchTree } from '#src/features/catalog/index.ts'
import { insertChange } from '#src/features/change-log/index.ts'
import { insertNewItem } from '#src/features/item/index.ts'
import {
  addCheckedJob,
  inputOf,
  type JobInput,
  type JobRun,
  requireCheckedJob,
  runJob,
  startJob,
} from '#src/features/job/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { ExistingTree } from './existing-tree.ts'
import { enterImport } from './gate.ts'
import type { ImportPlan } from './plan-shape.ts'
import { listPages } from './queries.ts'
import { ImportRefused, type RefusalReason } from './refused.ts'
import { catalogCount, pageCount, type Report, reportOf } from './report.ts'
import { type ImportFileAt, readImportInWorker } from './worker.ts'
import { writePlan } from './write-plan.ts'

/** Who imports. */
export interface Importer {
  user: User
  visitor: Visitor
}

/** What the person has chosen for a new item; what is undefined is as the file says. */
export interface ImportChoice {
  item_name?: string | undefined
  is_private?: boolean | undefined
  password?: string | undefined
}

interface ImportInput extends JobInput {
  stored_name: string
  file_name: string
  /** 0 for a new item. */
  item_id: number
  /** Whether the file brings a visit password. */
  has_password: boolean
}

const errorNameOf = (reason: RefusalReason) =>
  `import${reason.charAt(0).toUpperCase()}${reason.slice(1)}` as `import${Capitalize<RefusalReason>}`

async function readPlan(file: ImportFileAt): Promise<ImportPlan> {
  try {
    return await readImportInWorker(file)
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    return fail(errorNameOf(error.reason), { detail: error.detail ?? file.name })
  }
}

/** @throws {AppError} importNoFile */
const requireFile = (file: ReceivedFile | undefined): ReceivedFile =>
  file && file.sizeBytes > 0 ? file : fail('importNoFile')

/**
 * Proof that a person may import into an item. A member limited to catalogs may not: an import begins at the root.
 *
 * @throws {AppError} noRight, itemArchived, and those of `requireItem`
 */
async function requireTarget(app: App, by: Importer, item_id: number): Promise<ItemAccess<'edit'>> {
  const item = await requireItem(app, by.visitor, item_id, 'edit')
  if (item.catalogs) fail('noRight')
  await requireLive(app.db, item)
  return item
}

/** Types that are one page; another page in them could not be reached. Source: specification 1. */
const isOnePage = (item_type: number) => item_type === 2 || item_type === 4

/** Refuses what does not fit into an item. @throws {AppError} importOnePage, catalogTooMany */
function requireFit(item: Pick<ItemAccess, 'item_type'>, plan: ImportPlan, report: Report, catalogs: number): void {
  if (isOnePage(item.item_type) && report.new_pages > 0) fail('importOnePage')
  if (catalogs + catalogCount(plan) > catalogsMost) fail('catalogTooMany', { most: catalogsMost })
}

/**
 * Reads a file and tells what importing it would change. Nothing is written but the job that waits with the file.
 *
 * @param item_id the item to import into; 0 for a new one
 * @throws {AppError} importNoFile and the others of a file that is refused; those of `requireTarget`; tooManyRequests
 */
export async function checkImport(
  app: App,
  by: Importer,
  received: ReceivedFile | undefined,
  item_id: number,
): Promise<{ job_id: string; report: Report }> {
  const file = requireFile(received)
  const item = item_id === 0 ? undefined : await requireTarget(app, by, item_id)
  const leave = enterImport(by.user.uid)
  try {
    const plan = await readPlan({ name: file.name, path: file.path, withTexts: false })
    const report = await reportFor(app, by.user, plan, item)
    const stored_name = await app.files.keep(file.path)
    const has_password = plan.item.password !== ''
    const input: ImportInput = { stored_name, file_name: file.name, item_id, has_password }
    const title = item?.item_name ?? nameOf(plan, {}, file.name)
    try {
      return {
        job_id: await addCheckedJob(app, by.user, { kind: 'import', title, total: report.pages, input }),
        report,
      }
    } catch (error) {
      await app.files.remove(stored_name)
      throw error
    }
  } finally {
    leave()
  }
}

async function reportFor(
  app: App,
  user: User,
  plan: ImportPlan,
  item: ItemAccess<'edit'> | undefined,
): Promise<Report> {
  const catalogs = item ? await listCatalogs(app.db, item.item_id) : []
  const existing = item && new ExistingTree(catalogs, await listPages(app.db, item.item_id, user.uid))
  const report = reportOf(plan, existing)
  requireFit(item ?? { item_type: 1 }, plan, report, catalogs.length)
  return report
}

/**
 * Carries out a checked import; it goes on as a job after this has returned.
 *
 * @throws {AppError} jobGone, jobNotReady, privateNeedsPassword, tooManyRequests; those of `requireTarget`
 */
export async function startImport(app: App, by: Importer, job_id: string, choice: ImportChoice): Promise<void> {
  const job = await requireCheckedJob(app, by.user, job_id)
  const input = inputOf<ImportInput>(job)
  if (input.item_id !== 0) await requireTarget(app, by, input.item_id)
  else if (choice.is_private && !choice.password && !input.has_password) fail('privateNeedsPassword')
  const leave = enterImport(by.user.uid)
  try {
    const title = input.item_id === 0 ? choice.item_name || job.title : job.title
    await startJob(app, { ...job, title }, async (run) => {
      try {
        const plan = await readPlan({
          name: input.file_name,
          path: app.files.pathOf(input.stored_name),
          withTexts: true,
        })
        return await applyPlan(app, by, { plan, file_name: input.file_name, item_id: input.item_id, choice }, run)
      } finally {
        leave()
      }
    })
  } catch (error) {
    leave()
    throw error
  }
}

/**
 * Reads a file and imports it at once.
 *
 * @returns the id of the item that was written
 * @throws {AppError} as `checkImport`
 */
export async function importAtOnce(
  app: App,
  by: Importer,
  received: ReceivedFile | undefined,
  item_id: number,
): Promise<number> {
  const file = requireFile(received)
  const item = item_id === 0 ? undefined : await requireTarget(app, by, item_id)
  const leave = enterImport(by.user.uid)
  try {
    const plan = await readPlan({ name: file.name, path: file.path, withTexts: true })
    const file_name = file.name
    const report = await reportFor(app, by.user, plan, item)
    const title = item?.item_name ?? nameOf(plan, {}, file_name)
    const outcome = await runJob(app, by.user, { kind: 'import', title, total: report.pages, input: {} }, (run) =>
      applyPlan(app, by, { plan, file_name, item_id, choice: {} }, run),
    )
    if ('error' in outcome) throw outcome.error
    return outcome.item_id
  } finally {
    leave()
  }
}

// Source: wire.ts, Secret.
const passwordMost = 128

const nameOf = (plan: ImportPlan, choice: ImportChoice, file_name: string): string =>
  choice.item_name || plan.item.item_name || file_name.replace(/\.zip$/i, '') || 'Import'

/**
 * The visit password of a new item; empty for one that everybody may read. Plain Markdown does not say, and a password
 * longer than can be typed opens nothing: such an item gets a random one that nobody knows, and its members read it.
 *
 * @throws {AppError} privateNeedsPassword
 */
function passwordOf(plan: ImportPlan, choice: ImportChoice): string {
  if (choice.is_private === false) return ''
  const password = choice.password || plan.item.password
  if (password === '' && choice.is_private) fail('privateNeedsPassword')
  const isUnknown = password.length > passwordMost || (password === '' && plan.source === 'markdown')
  return isUnknown ? newSecret() : password
}

interface Work {
  plan: ImportPlan
  file_name: string
  item_id: number
  choice: ImportChoice
}

/** Writes a plan in one transaction, all or nothing, and gives the id of the item. */
async function applyPlan(app: App, by: Importer, work: Work, run: JobRun): Promise<number> {
  const { plan, choice } = work
  const password = work.item_id === 0 ? passwordOf(plan, choice) : ''
  const passwordHash = password === '' ? '' : await hashPassword(password)
  const { history_version_count } = await readOptions(app.db)
  run.requireWanted()
  return transact(app.db, async (tx) => {
    const now = nowSeconds(app)
    const item_name = nameOf(plan, choice, work.file_name)
    const { item_description, item_type } = plan.item
    const fresh = { item_name, item_description, item_domain: '', item_type, passwordHash }
    const item_id =
      work.item_id === 0
        ? await insertNewItem(tx, by.user, fresh, now)
        : (await requireStill(app, tx, by, work)).item_id
    await writePlan(tx, plan, { item_id, author: by.user, now, keptVersions: history_version_count }, run)
    await insertChange(
      tx,
      {
        item_id,
        uid: by.user.uid,
        op_action_type: 'import',
        op_object_type: 'item',
        op_object_id: item_id,
        op_object_name: item_name,
        remark: String(pageCount(plan)),
      },
      now,
    )
    await touchTree(tx, item_id, now)
    run.requireWanted()
    await run.finish(tx, item_id)
    return item_id
  })
}

/** The item, if all that was checked before still holds: rights and contents may have changed since. */
async function requireStill(app: App, tx: Tx, by: Importer, work: Work): Promise<ItemAccess<'edit'>> {
  const inside = { ...app, db: tx }
  // a visit password could not give the right, and hashing it does not belong into a transaction
  const visitor = { ...by.visitor, itemPassword: undefined }
  const item = await requireTarget(inside, { ...by, visitor }, work.item_id)
  await reportFor(inside, by.user, work.plan, item)
  return item
}
