import { setImmediate as nextTurn } from 'node:timers/promises'
import { apiDocExtInfo } from '#shared/api-doc/api-doc.ts'
import type { Visibility } from '#shared/contract/visibility.ts'
import { importFormats, nameOfImport } from '#shared/import-formats.ts'
import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { insertEnvironments } from '#src/features/api-call/index.ts'
import { recordApiChanges, withoutPageEntries } from '#src/features/api-change/index.ts'
import { actorOf, insertAudit } from '#src/features/audit/index.ts'
import { insertCatalog, listCatalogs, topLevel, touchTree } from '#src/features/catalog/index.ts'
import { insertChange } from '#src/features/change-log/index.ts'
import {
  insertNewItem,
  storedPassword,
  typedHash,
  typedPassword,
  upsertStar,
  type VisibilityChoice,
} from '#src/features/item/index.ts'
import type { JobRun } from '#src/features/job/index.ts'
import { insertImportedMock } from '#src/features/mock/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import {
  findPage,
  insertPage,
  type PageWithText,
  removePageIn,
  replaceText,
  writeVersion,
} from '#src/features/page/index.ts'
import { indexPages, requestIndexing } from '#src/features/search/index.ts'
import { shareImportedTemplates } from '#src/features/template/index.ts'
import { Authors, writePeople } from './bundle/people.ts'
import { type RecordsAt, timeIn, writeComments, writeVersions } from './bundle/write-records.ts'
import { isSamePage } from './compare.ts'
import { ExistingTree } from './existing-tree.ts'
import {
  dropFiles,
  filesInTexts,
  insertFiles,
  linkPageFiles,
  type StoredImportFile,
  storeFiles,
  withExistingFiles,
} from './files.ts'
import { markGone } from './gone-pages.ts'
import { type ImportedDescription, readImportedDescription } from './imported-description.ts'
import { isUnchanged, type MissingPage, matchPages, type PageMatch, withOrder } from './match-pages.ts'
import { mergePage } from './merge-page.ts'
import { hasPendingAddresses, pageAddress, withPageAddresses } from './page-links.ts'
import type { ImportPlan, PageOrigin, PlanCatalog, PlanPage } from './plan-types.ts'
import {
  findImportedText,
  listForeignLocks,
  listImportedPages,
  listPages,
  updateSource,
  upsertDescription,
  upsertImported,
} from './queries.ts'
import { pageCount, visibilityIn } from './report.ts'
import { type Importer, reportFor, requireTarget, withTitleOfOnly } from './target.ts'

/** The user's choices for a new item; choices that are undefined follow the file. */
export interface ImportChoice extends VisibilityChoice {
  item_name?: string | undefined
  /** Whether pages that the file no longer has go to the recycle bin. */
  remove_missing?: boolean | undefined
  /** Marks the pages that an API description no longer has as deprecated; the remark of these versions. */
  mark_missing?: string | undefined
  /** Whether the members and teams that the file names get their rights here. */
  with_members?: boolean | undefined
}

/** Returns the name of a new item. */
export const chooseItemName = (plan: ImportPlan, choice: ImportChoice, file_name: string): string =>
  choice.item_name || plan.item.item_name || nameOfImport(file_name) || 'Import'

/**
 * Returns the visibility of the new item: as chosen, else as in the file. The file's password applies when none is
 * typed.
 *
 * @throws {AppError} privateNeedsPassword
 */
export function chosenVisibility(choice: VisibilityChoice, ofFile: Visibility): Visibility {
  const isTyped = typedPassword(choice) !== undefined
  const flagged = choice.is_private === undefined ? ofFile : choice.is_private ? 'password' : 'public'
  const visibility = choice.visibility ?? (isTyped && choice.is_private !== false ? 'password' : flagged)
  if (visibility === 'password' && !isTyped && ofFile !== 'password') fail('privateNeedsPassword')
  return visibility
}

/** Returns the value of `item.password` for the new item. @throws {AppError} privateNeedsPassword */
async function passwordOf(plan: ImportPlan, choice: ImportChoice): Promise<string> {
  const visibility = chosenVisibility(choice, visibilityIn(plan))
  const password = typedPassword(choice) ?? plan.item.password
  return storedPassword({ visibility }, await typedHash({ visibility, password }))
}

/** The plan to write, and its target. */
interface Work {
  plan: ImportPlan
  file_name: string
  item_id: number
  choice: ImportChoice
  /** Called at the end of the transaction. */
  after?: (tx: Tx) => Promise<void>
}

/** Returns the plan as the item takes it: with its only page, and the files that it has already. */
async function planFor(app: App, by: Importer, { item_id, plan }: Work): Promise<ImportPlan> {
  if (item_id === 0) return plan
  const item = await requireTarget(app, by, item_id)
  return withExistingFiles(app, item_id, await withTitleOfOnly(app, by.user, plan, item))
}

/** Writes a plan in one transaction, all or nothing, and returns the item's id. */
export async function executePlan(app: App, by: Importer, work: Work, run: JobRun): Promise<number> {
  const { choice } = work
  const plan = await planFor(app, by, work)
  const files = await storeFiles(app, by.user, plan)
  try {
    const password = work.item_id === 0 ? await passwordOf(plan, choice) : ''
    const { history_version_count } = await readOptions(app.db)
    const item = work.item_id === 0 ? undefined : await requireTarget(app, by, work.item_id)
    const shown = await filesInTexts(app, item, by.user, plan)
    run.requireWanted()
    const item_id = await writeWork(
      app,
      by,
      { ...work, plan },
      { password, versionLimit: history_version_count, files, shown },
      run,
    )
    requestIndexing()
    return item_id
  } catch (error) {
    await dropFiles(app, files)
    throw error
  }
}

interface Prepared {
  password: string
  versionLimit: number
  files: StoredImportFile[]
  shown: ReadonlyMap<PlanPage, number[]>
}

/** The longest time the writing may run before the event loop gets a turn, in ms: the delay that readers may notice. */
const sliceMs = 5

/** The most pages that are indexed with the transaction: indexing takes a third of it, and readers need not wait for that. */
const indexedMost = 200

/** The position of unsorted entries. Source: reference 2.2. */
const unsorted = 99

const byNumber = (one: { s_number: number }, other: { s_number: number }) => one.s_number - other.s_number

/** The target of a plan and the user who writes it. */
interface WriteAt {
  item_id: number
  author: User
  /** Unix seconds. */
  now: number
  /** The number of history versions that are stored for a page. */
  versionLimit: number
  /** The ids of the imported files, by sign. */
  bySign: ReadonlyMap<string, number>
  /** The ids of the files of this site that a page shows already. */
  shown: ReadonlyMap<PlanPage, number[]>
  authors: Authors
  takeTurn: TakeTurn
  /** Whether pages are indexed with the transaction; of many, the index follows after it. */
  indexesPages: boolean
}

/** Yields to the event loop when a slice of work is over, and ends a job that was stopped. */
type TakeTurn = () => Promise<void>

function turnsOf(run: JobRun): TakeTurn {
  let turnAt = performance.now()
  return async () => {
    if (performance.now() - turnAt < sliceMs) return
    await nextTurn()
    run.requireWanted()
    turnAt = performance.now()
  }
}

/** What writing a plan has done, besides its pages. */
interface Written {
  /** The pages of the item that the file no longer has. */
  missing: MissingPage[]
  /** The new pages and the catalogs of a Docstead archive, by their numbers there. */
  made: Pick<RecordsAt, 'pages' | 'catalogs'>
}

/**
 * Writes a plan into an item: existing catalogs with the same name are used, existing pages with the same title get a
 * new version. New content has the order of the file; that of an API description, which does not know other pages,
 * comes after the existing content. The writing yields to the event loop between slices of work, and the job may be
 * stopped.
 *
 * @throws {AppError} pageLocked when another user is editing a page that would be replaced
 */
async function writePlan(tx: Tx, plan: ImportPlan, at: WriteAt, run: JobRun): Promise<Written> {
  const { item_id, author, now, takeTurn } = at
  const existing = new ExistingTree(await listCatalogs(tx, item_id), await listPages(tx, item_id, author.uid))
  const matches = matchPages(plan, existing, await listImportedPages(tx, item_id, author.uid))
  const locks = new Map((await listForeignLocks(tx, item_id, author.uid, now)).map((one) => [one.page_id, one]))
  const made = { pages: new Map<number, { page_id: number; cat_id: number }>(), catalogs: new Map<number, number>() }
  const { isDescription } = importFormats[plan.source]
  const numberIn = (cat_id: number, s_number: number): number => {
    const last = isDescription ? existing.last(cat_id) : undefined
    return last === undefined ? s_number : Math.max(last, unsorted)
  }
  const inOrder = <T extends { s_number: number }>(list: T[]): T[] => (isDescription ? list.toSorted(byNumber) : list)
  const ids = new Map<string, number>()
  const addressOf = (key: string) => {
    const page_id = ids.get(key)
    return page_id === undefined ? undefined : pageAddress(item_id, page_id)
  }
  /** The pages that link to other pages of the plan: their texts are complete when all pages have ids. */
  const linking: WrittenPage[] = []
  const replace = async ({ page, cat_id }: WrittenPage, match: PageMatch): Promise<PageWithText> => {
    const former = (await findPage(tx, { item_id }, match.page_id)) ?? fail('pageGone')
    const next = await nextVersion(tx, page, cat_id, former, match)
    const lacksRecord = page.origin !== undefined && match.imported === undefined
    if (isSamePage(next, former) && next.cat_id === former.cat_id && !lacksRecord) return former
    const lock = locks.get(former.page_id)
    if (lock) fail('pageLocked', { name: lock.lock_username })
    return writeVersion(tx, former, author, next, at)
  }
  const finishPage = async (written: WrittenPage, shown = written.page) => {
    const { page, page_id, cat_id, match } = written
    if (match && isUnchanged(page, match)) await updateSource(tx, page_id, sourceOf(page))
    else {
      const page_version = match ? (await replace(written, match)).page_version : 1
      if (page.origin)
        await upsertImported(tx, importedRow(page, page.origin, { page_id, item_id, cat_id, page_version }))
      if (at.indexesPages) await indexPages(tx, [page_id])
      await linkPageFiles(tx, shown, { page_id, item_id }, at)
    }
    run.step()
    await takeTurn()
  }
  const writePage = async (page: PlanPage, cat_id: number) => {
    const match = matches.found.get(page)
    const links = hasPendingAddresses(page.page_content)
    const page_id =
      match?.page_id ??
      (await insertPage(
        tx,
        { ...(await rowOf(page, cat_id, at)), s_number: numberIn(cat_id, page.s_number) },
        links ? '' : page.page_content,
      ))
    if (page.record && !match) made.pages.set(page.record.source_id, { page_id, cat_id })
    if (page.link !== '') ids.set(page.link, page_id)
    const written = { page, page_id, cat_id, match }
    if (links) linking.push(written)
    else await finishPage(written)
  }
  const writeLinks = async () => {
    for (const written of linking) {
      const page = { ...written.page, page_content: withPageAddresses(written.page.page_content, addressOf) }
      if (!written.match) await replaceText(tx, written.page_id, page.page_content)
      await finishPage({ ...written, page }, written.page)
    }
  }
  const write = async (branch: Pick<PlanCatalog, 'catalogs' | 'pages'>, cat_id: number, level: number) => {
    for (const page of inOrder(branch.pages)) await writePage(page, cat_id)
    for (const { catalog, nth } of withOrder(inOrder(branch.catalogs))) {
      const { cat_name, source_id } = catalog
      const s_number = numberIn(cat_id, catalog.s_number)
      const row = { item_id, parent_cat_id: cat_id, cat_name, s_number, level, addtime: now }
      const own = existing.catalog(cat_id, cat_name, nth) ?? (await insertCatalog(tx, row))
      if (source_id !== undefined) made.catalogs.set(source_id, own)
      await write(catalog, own, level + 1)
      await takeTurn()
    }
  }
  await write(plan, 0, topLevel)
  await writeLinks()
  if (plan.bundle) {
    const records = { ...made, item_id, authors: at.authors, versionLimit: at.versionLimit, now, addressOf, takeTurn }
    await writeVersions(tx, plan.bundle, records)
    await writeComments(tx, plan.bundle, records)
    for (const { record } of allPages(plan)) {
      const page_id = made.pages.get(record?.source_id ?? 0)?.page_id
      if (record?.mock && page_id !== undefined)
        await insertImportedMock(tx, { item_id }, at.author, { page_id, ...record.mock }, now)
      await takeTurn()
    }
  }
  return { missing: matches.missing, made }
}

const allPages = (branch: Pick<PlanCatalog, 'catalogs' | 'pages'>): PlanPage[] => [
  ...branch.pages,
  ...branch.catalogs.flatMap(allPages),
]

/** A page of a plan with its id, and the page that it replaces; undefined for a new one. */
interface WrittenPage {
  page: PlanPage
  page_id: number
  cat_id: number
  match: PageMatch | undefined
}

/** Returns what a page becomes: what people have changed since the last import of its description stays. */
async function nextVersion(tx: Tx, page: PlanPage, cat_id: number, former: PageWithText, { imported }: PageMatch) {
  const { page_title, page_content, page_comments, ext_info } = page
  if (!imported) return { page_title, page_content, page_comments, ext_info, cat_id: former.cat_id }
  const base = (await findImportedText(tx, former.page_id)) ?? page_content
  const merged = mergePage({ base, mine: former.page_content, theirs: page_content })
  return {
    page_title: former.page_title === imported.imported_title ? page_title : former.page_title,
    page_content: merged,
    page_comments,
    ext_info: apiDocExtInfo(merged) ?? '',
    // a page that somebody has moved stays there
    cat_id: former.cat_id === imported.imported_cat_id ? cat_id : former.cat_id,
  }
}

const importedRow = (
  page: PlanPage,
  { description, call, operation }: PageOrigin,
  at: { page_id: number; item_id: number; cat_id: number; page_version: number },
) => ({
  ...at,
  description,
  call,
  operation,
  page_title: page.page_title,
  hash: page.hash ?? '',
  packed: Buffer.from(page.packed ?? []),
  source: sourceOf(page),
})

const sourceOf = ({ origin }: PlanPage): Buffer => Buffer.from(origin?.source ?? [])

async function rowOf(page: PlanPage, cat_id: number, { item_id, author, authors, now }: WriteAt) {
  const { record } = page
  // only its author sees a draft
  const isOwn = !record || page.is_draft || record.author === ''
  const { uid, username } = isOwn ? author : await authors.named(record.author)
  return {
    item_id,
    cat_id,
    page_title: page.page_title,
    page_comments: page.page_comments,
    ext_info: page.ext_info,
    is_draft: page.is_draft ? 1 : 0,
    author_uid: uid,
    author_username: username,
    addtime: record ? timeIn(record.saved_at, now) : now,
    page_addtime: record ? timeIn(record.created_at, now) : now,
    ...(record && { page_version: Math.max(1, record.page_version) }),
  }
}

/**
 * Writes what an import brings to its item, and has the descriptions in it compared: as the last import left each of
 * them with what this one makes of it. Their pages get no entries of their own, and those of a new item none at all.
 */
async function writeCompared(
  tx: Tx,
  { plan, item_id: target, after: followUp }: Work,
  by: Importer,
  { item_id, now }: { item_id: number; now: number },
  write: () => Promise<void>,
): Promise<void> {
  const descriptions = target === 0 ? [] : (plan.descriptions ?? []).map((one) => one.description)
  const read = async () => {
    const found = new Map<string, ImportedDescription>()
    for (const one of descriptions) found.set(one, await readImportedDescription(tx, item_id, one))
    return found
  }
  const before = await read()
  let after = before
  await withoutPageEntries(
    tx,
    () => item_id,
    write,
    async () => {
      after = await read()
      const pages = [...before.values(), ...after.values()].flatMap((one) => one.pages)
      return target === 0 ? undefined : pages.map((page) => page.page_id)
    },
  )
  for (const name of descriptions) {
    const [old, next] = [before.get(name), after.get(name)]
    if (!old || !next) continue
    const pages = new Map([...old.pages, ...next.pages].map((page) => [page.page_id, page]))
    await recordApiChanges(tx, {
      item_id,
      uid: by.user.uid,
      source: followUp === undefined ? 'import' : 'sync',
      name: name.replace(/^[^:]*:/, ''),
      before: old.text,
      after: next.text,
      pages: [...pages.values()],
      time: now,
    })
  }
}

function writeWork(app: App, by: Importer, work: Work, prepared: Prepared, run: JobRun): Promise<number> {
  const { plan, choice } = work
  const { password, versionLimit } = prepared
  return transact(app.db, async (tx) => {
    const now = nowSeconds(app)
    const item_name = chooseItemName(plan, choice, work.file_name)
    const { item_description, item_type } = plan.item
    const fresh = { item_name, item_description, item_domain: '', item_type, password, ...settingsOf(plan) }
    const item = work.item_id === 0 ? undefined : await requireStill(app, tx, by, work)
    const item_id = item?.item_id ?? (await insertNewItem(tx, by.user, fresh, now))
    const takeTurn = turnsOf(run)
    const bySign = await insertFiles(tx, app, by.user, item_id, prepared.files, takeTurn)
    const authors = new Authors(tx, by.user)
    const indexesPages = pageCount(plan) <= indexedMost
    const at = {
      item_id,
      author: by.user,
      now,
      versionLimit,
      bySign,
      shown: prepared.shown,
      indexesPages,
    }
    let made: Written['made'] = { pages: new Map(), catalogs: new Map() }
    await writeCompared(tx, work, by, { item_id, now }, async () => {
      const written = await writePlan(tx, plan, { ...at, authors, takeTurn }, run)
      made = written.made
      if (item && choice.remove_missing)
        for (const { page_id } of written.missing) await removePageIn(tx, item, by.user, page_id, now)
      if (item && choice.mark_missing !== undefined) {
        const marking = { author: by.user, now, versionLimit, remark: choice.mark_missing }
        for (const one of written.missing) await markGone(tx, item, one, marking)
      }
      for (const one of plan.descriptions ?? [])
        await upsertDescription(tx, item_id, { ...one, head: Buffer.from(one.head) })
    })
    if (plan.bundle) {
      const { catalogs } = made
      if (choice.with_members) await writePeople(app, tx, by, plan.bundle, { item_id, catalogs, now, takeTurn })
      await shareImportedTemplates(tx, by.user, item_id, plan.bundle.templates, now)
      if (!item && plan.bundle.is_starred) await upsertStar(tx, by.user.uid, item_id, now)
    }
    if (plan.environments) await insertEnvironments(tx, item_id, plan.environments, now)
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
    const detail = `${item?.item_name ?? item_name}: ${work.file_name}`
    const actor = by.actor ?? actorOf(by.user, by.visitor)
    await insertAudit(tx, { ...actor, action: 'itemImported', object_type: 'item', object_id: item_id, detail }, now)
    await touchTree(tx, item_id, now)
    await work.after?.(tx)
    run.requireWanted()
    await run.finish(tx, item_id)
    return item_id
  })
}

/** Returns the settings of a new item that a Docstead archive has. */
function settingsOf({ bundle, item }: ImportPlan) {
  if (!bundle) return {}
  const { allowsFeedback } = getItemType(item.item_type)
  const { allow_comment, allow_feedback, global_param } = bundle.settings
  return {
    allow_comment: allowsFeedback && allow_comment ? 1 : 0,
    allow_feedback: allowsFeedback && allow_feedback ? 1 : 0,
    global_param,
  }
}

/** Returns the item if all earlier checks still hold: permissions and content may have changed since. */
async function requireStill(app: App, tx: Tx, by: Importer, work: Work): Promise<ItemAccess<'edit'>> {
  const inside = { ...app, db: tx }
  // an access password could not give this permission, and hashing it must not run in a transaction
  const visitor = { ...by.visitor, itemPassword: undefined }
  const item = await requireTarget(inside, { ...by, visitor }, work.item_id)
  await reportFor(inside, by.user, work.plan, item)
  return item
}
