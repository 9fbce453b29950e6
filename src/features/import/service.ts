import { deflateRawSync } from 'node:zlib'
import type { ReceivedFile } from '#shared/contract/fields.ts'
import { importFormats } from '#shared/import-formats.ts'
import { getItemType } from '#shared/item-types.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { createConcurrencyGuard } from '#src/core/concurrency-guard.ts'
import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { type Tx, transact } from '#src/db/database.ts'
import {
  addCheckedJob,
  type JobInput,
  type JobRun,
  parseJobInput,
  requireCheckedJob,
  runJob,
  startJob,
} from '#src/features/job/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { reportPeople } from './bundle/people.ts'
import { chooseItemName, chosenVisibility, executePlan, type ImportChoice } from './execute-plan.ts'
import { checkFiles, withExistingFiles } from './files.ts'
import { ImportError } from './import-error.ts'
import { readImportedDescription } from './imported-description.ts'
import type { ImportPlan, PlanBundle, PlanCatalog, PlanPage } from './plan-types.ts'
import { errorNameOf } from './read-api.ts'
import { type Report, visibilityIn } from './report.ts'
import { type Importer, reportFor, requireTarget, withTitleOfOnly } from './target.ts'
import { type ImportFileAt, readImportInWorker } from './worker-client.ts'

/**
 * Reserves a slot for a user's import. Source of the limit per user: security rules 3, Requests; the global one is
 * ours: each import takes a thread and up to 768 MB.
 *
 * @throws {AppError} tooManyRequests
 */
const acquireImportSlot = createConcurrencyGuard({ ofPerson: 2, inAll: 4 })

/** The target and the options of an import. */
interface ImportTarget {
  /** 0 for a new item. */
  item_id: number
  /** `runapi` creates a new item of an API description with the type that API clients edit. */
  from?: string | undefined
  /** The format that the person chose; undefined to detect it. */
  format?: string | undefined
  /** The language of texts that the file itself does not name. */
  lang: Lang
  /** The host by which the user reaches the site, with its port. */
  host: string
}

interface ImportInput extends JobInput {
  /** Set for a check of an API source, which starts it by itself. */
  source_id?: number
  stored_name: string
  file_name: string
  /** 0 for a new item. */
  item_id: number
  /** Whether the file contains an access password. */
  has_password: boolean
  forApiClient: boolean
  lang: Lang
  format?: string | undefined
  intoSheets?: boolean
}

/** Returns the options of reading a file. */
const readingOf = ({ from, lang, format }: ImportTarget, item: Pick<ItemAccess, 'item_type'> | undefined) => ({
  forApiClient: from === 'runapi',
  lang,
  format,
  intoSheets: item !== undefined && getItemType(item.item_type).editor === 'sheet',
})

/** Returns the site's known hosts: that of its public address, and the one by which the user reaches it. */
async function ownHostsOf({ config, db }: App, host: string): Promise<string[]> {
  const addresses = [config.site_url, (await readOptions(db)).site_url, `http://${host}`]
  return addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).host)
}

async function readPlan(app: App, file: ImportFileAt): Promise<ImportPlan> {
  try {
    return await readImportInWorker({ ...file, outbound: { allow: app.config.outbound_allow } })
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return fail(errorNameOf(error.reason), { ...error.values, detail: error.detail ?? file.name })
  }
}

/** @throws {AppError} importNoFile */
const requireFile = (file: ReceivedFile | undefined): ReceivedFile =>
  file && file.sizeBytes > 0 ? file : fail('importNoFile')

/** Returns what a Docstead archive brings besides pages and files. */
const bundleReport = async (app: App, by: Importer, bundle: PlanBundle) => ({
  versions: [...bundle.versions.values()].reduce((sum, count) => sum + count, 0),
  comments: bundle.comments,
  templates: bundle.templates.length,
  ...(await reportPeople(app, by, bundle)),
})

/**
 * Reads a file and returns what importing it would change. Writes nothing but the job that waits with the file.
 *
 * @throws {AppError} importNoFile and the other errors of a rejected file; those of `requireTarget`; tooManyRequests
 */
export async function checkImport(
  app: App,
  by: Importer,
  received: ReceivedFile | undefined,
  target: ImportTarget,
): Promise<{ job_id: string; report: Report }> {
  const file = requireFile(received)
  const { item_id } = target
  const item = item_id === 0 ? undefined : await requireTarget(app, by, item_id)
  const leave = acquireImportSlot(by.user.uid)
  const reading = readingOf(target, item)
  const readReport = async (filesFolder: string) => {
    const found = await readPlan(app, {
      name: file.name,
      path: file.path,
      withTexts: item !== undefined,
      filesFolder,
      ownHosts: await ownHostsOf(app, target.host),
      ...reading,
    })
    const fitting = item ? await withTitleOfOnly(app, by.user, found, item) : found
    const plan = item ? await withExistingFiles(app, item_id, fitting) : found
    const checked = await checkFiles(app, by.user, plan)
    const whole = { ...plan, skipped: [...plan.skipped, ...checked.skipped] }
    const pages = await reportFor(app, by.user, whole, item, true)
    const report = plan.bundle ? { ...pages, bundle: await bundleReport(app, by, plan.bundle) } : pages
    return { plan, report }
  }
  try {
    const { plan, report } = await app.files.withIncomingFolder(readReport)
    const stored_name = await app.files.store(file.path)
    const has_password = visibilityIn(plan) === 'password'
    const input: ImportInput = { stored_name, file_name: file.name, item_id, has_password, ...reading }
    const title = item?.item_name ?? chooseItemName(plan, {}, file.name)
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

/**
 * Starts a checked import, which continues as a job after this function has returned.
 *
 * @throws {AppError} jobGone, jobNotReady, privateNeedsPassword, tooManyRequests; those of `requireTarget`
 */
export async function startImport(app: App, by: Importer, job_id: string, choice: ImportChoice): Promise<void> {
  const job = await requireCheckedJob(app, by.user, job_id)
  const input = parseJobInput<ImportInput>(job)
  if (input.source_id !== undefined) fail('jobGone')
  if (input.item_id !== 0) await requireTarget(app, by, input.item_id)
  else chosenVisibility(choice, input.has_password ? 'password' : 'members')
  const leave = acquireImportSlot(by.user.uid)
  try {
    const title = input.item_id === 0 ? choice.item_name || job.title : job.title
    await startJob(app, { ...job, title }, async (run) => {
      const { file_name, item_id, forApiClient, lang, format, intoSheets } = input
      const path = app.files.pathOf(input.stored_name)
      const reading = { name: file_name, path, withTexts: true, forApiClient, lang, format, intoSheets }
      try {
        return await app.files.withIncomingFolder(async (filesFolder) => {
          const plan = await readPlan(app, { ...reading, filesFolder })
          return executePlan(app, by, { plan, file_name, item_id, choice }, run)
        })
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
 * Reads and imports a file at once.
 *
 * @returns the id of the item that was written
 * @throws {AppError} as `checkImport`
 */
export async function importAtOnce(
  app: App,
  by: Importer,
  received: ReceivedFile | undefined,
  target: ImportTarget,
  choice: ImportChoice = {},
): Promise<number> {
  const file = requireFile(received)
  const { item_id } = target
  const item = item_id === 0 ? undefined : await requireTarget(app, by, item_id)
  const leave = acquireImportSlot(by.user.uid)
  const file_name = file.name
  const readAndWrite = async (filesFolder: string) => {
    const reading = { name: file_name, path: file.path, withTexts: true, filesFolder, ...readingOf(target, item) }
    const found = await readPlan(app, reading)
    const plan = item ? await withTitleOfOnly(app, by.user, found, item) : found
    const report = await reportFor(app, by.user, plan, item)
    const title = item?.item_name ?? chooseItemName(plan, {}, file_name)
    const { ended } = await runJob(app, by.user, { kind: 'import', title, total: report.pages, input: {} }, (run) =>
      executePlan(app, by, { plan, file_name, item_id, choice }, run),
    )
    const outcome = await ended
    if ('error' in outcome) throw outcome.error
    return outcome.item_id
  }
  try {
    return await app.files.withIncomingFolder(readAndWrite)
  } finally {
    leave()
  }
}

/** A file of an API source: what it says, and where its pages belong. */
interface SourceReading {
  file: { name: string; path: string }
  item_id: number
  lang: Lang
  /** The catalogs that its pages go into. */
  under: readonly string[]
  /**
   * Returns by what the pages of this source are known, whatever its description is called by now.
   *
   * @param own the format and name of the description; empty for an archive of several
   */
  knownAs: (own: string) => string
  /** The description at the last synchronisation as raw deflate. */
  former: Uint8Array | undefined
}

/** What a file of an API source would change. */
export interface SourcePlan {
  plan: ImportPlan
  report: Report
}

/** Returns a plan whose pages are known by another description. */
function knownBy(plan: ImportPlan, description: string): ImportPlan {
  const pageOf = (page: PlanPage): PlanPage =>
    page.origin ? { ...page, origin: { ...page.origin, description } } : page
  const branchOf = <B extends Pick<PlanCatalog, 'pages' | 'catalogs'>>(branch: B): B => ({
    ...branch,
    pages: branch.pages.map(pageOf),
    catalogs: branch.catalogs.map(branchOf),
  })
  const { descriptions } = plan
  return {
    ...branchOf(plan),
    ...(descriptions && { descriptions: descriptions.map((one) => ({ ...one, description })) }),
  }
}

/** Returns by which description the pages of a plan are known; empty for an archive of several. */
export function descriptionIn(plan: Pick<ImportPlan, 'pages' | 'catalogs'>): string {
  const found = new Set<string>()
  const visit = (branch: Pick<PlanCatalog, 'pages' | 'catalogs'>): void => {
    for (const { origin } of branch.pages) if (origin) found.add(origin.description)
    branch.catalogs.forEach(visit)
  }
  visit(plan)
  return found.size === 1 ? ([...found][0] ?? '') : ''
}

/**
 * Reads the file of an API source, compares it with the project and with its former state, and writes nothing.
 *
 * @throws {AppError} sourceNotDescription, those of a rejected file, and those of `requireTarget`
 */
export async function readSource(app: App, by: Importer, reading: SourceReading): Promise<SourcePlan> {
  const { file, item_id, lang, under, former, knownAs } = reading
  const item = await requireTarget(app, by, item_id)
  const today = app.now().toISOString().slice(0, 10)
  const synchronised = { former, today }
  const read = { ...file, withTexts: true, filesFolder: '', forApiClient: false, lang, under, synchronised }
  let found = await readPlan(app, read)
  if (!importFormats[found.source].isDescription) fail('sourceNotDescription')
  const known = knownAs(descriptionIn(found))
  // a source that is new follows what an import has brought
  if (!former && known !== '') {
    const { text } = await transact(app.db, (tx) => readImportedDescription(tx, item_id, known))
    if (text !== '') found = await readPlan(app, { ...read, synchronised: { former: deflateRawSync(text), today } })
  }
  const plan = known === '' ? found : knownBy(found, known)
  return { plan, report: await reportFor(app, by.user, plan, item, true) }
}

/** Writes what `readSource` has read. Returns the id of the item. @throws {AppError} pageLocked, and as `readSource` */
export const writeSource = (
  app: App,
  by: Importer,
  work: {
    plan: ImportPlan
    file_name: string
    item_id: number
    choice: ImportChoice
    after: (tx: Tx) => Promise<void>
  },
  run: JobRun,
): Promise<number> => executePlan(app, by, work, run)
