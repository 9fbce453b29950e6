import { setImmediate as nextTurn } from 'node:timers/promises'
import type { User } from '#src/access/caller.ts'
import { fail } from '#src/core/errors.ts'
import type { Tx } from '#src/db/open.ts'
import { insertCatalog, listCatalogs, topLevel } from '#src/features/catalog/index.ts'
import type { JobRun } from '#src/features/job/index.ts'
import { findPage, insertPage, writeVersion } from '#src/features/page/index.ts'
import { ExistingTree } from './existing-tree.ts'
import { linkPageFiles } from './files.ts'
import type { ImportPlan, PlanCatalog, PlanPage } from './plan-types.ts'
import { listForeignLocks, listPages } from './queries.ts'

/** The longest time the writing may run before the event loop gets a turn, in ms: the delay that readers may notice. */
const sliceMs = 5

/** The position of unsorted entries. Source: reference 2.2. */
const unsorted = 99

const byNumber = (one: { s_number: number }, other: { s_number: number }) => one.s_number - other.s_number

/** The target of a plan and the user who writes it. */
export interface WriteAt {
  item_id: number
  author: User
  /** Unix seconds. */
  now: number
  /** The number of history versions that are stored for a page. */
  keptVersions: number
  /** The ids of the imported files, by sign. */
  bySign: ReadonlyMap<string, number>
  /** The ids of the files of this site that a page shows already. */
  shown: ReadonlyMap<PlanPage, number[]>
}

/**
 * Writes a plan into an item: existing catalogs with the same name are used, existing pages with the same title get a
 * new version. New content has the order of the file; that of an API description, which does not know other pages,
 * comes after the existing content. The writing yields to the event loop between slices of work, and the job may be
 * stopped.
 *
 * @throws {AppError} pageLocked when another user is editing a page that would be replaced
 */
export async function writePlan(tx: Tx, plan: ImportPlan, at: WriteAt, run: JobRun): Promise<void> {
  const { item_id, author, now } = at
  const existing = new ExistingTree(await listCatalogs(tx, item_id), await listPages(tx, item_id, author.uid))
  const locks = new Map((await listForeignLocks(tx, item_id, author.uid, now)).map((one) => [one.page_id, one]))
  let turnAt = performance.now()

  const takeTurn = async () => {
    if (performance.now() - turnAt < sliceMs) return
    await nextTurn()
    run.requireWanted()
    turnAt = performance.now()
  }
  const isDescription = plan.source === 'openapi' || plan.source === 'postman'
  const numberIn = (cat_id: number, s_number: number): number => {
    const last = isDescription ? existing.last(cat_id) : undefined
    return last === undefined ? s_number : Math.max(last, unsorted)
  }
  const inOrder = <T extends { s_number: number }>(list: T[]): T[] => (isDescription ? list.toSorted(byNumber) : list)
  const writePage = async (page: PlanPage, cat_id: number) => {
    const known = existing.page(cat_id, page)
    let page_id = known ?? 0
    if (known === undefined) {
      const s_number = numberIn(cat_id, page.s_number)
      page_id = await insertPage(tx, { ...rowOf(page, cat_id, at), s_number }, page.page_content)
    } else {
      const lock = locks.get(known)
      if (lock) fail('pageLocked', { name: lock.lock_username })
      const former = (await findPage(tx, { item_id }, known)) ?? fail('pageGone')
      const { page_title, page_content, page_comments, ext_info } = page
      await writeVersion(tx, former, author, { page_title, page_content, page_comments, ext_info }, at)
    }
    await linkPageFiles(tx, page, { page_id, item_id }, at)
    run.step()
    await takeTurn()
  }
  const write = async (branch: Pick<PlanCatalog, 'catalogs' | 'pages'>, cat_id: number, level: number) => {
    for (const page of inOrder(branch.pages)) await writePage(page, cat_id)
    for (const { cat_name, ...below } of inOrder(branch.catalogs)) {
      const s_number = numberIn(cat_id, below.s_number)
      const row = { item_id, parent_cat_id: cat_id, cat_name, s_number, level, addtime: now }
      await write(below, existing.catalog(cat_id, cat_name) ?? (await insertCatalog(tx, row)), level + 1)
      await takeTurn()
    }
  }
  await write(plan, 0, topLevel)
}

const rowOf = (page: PlanPage, cat_id: number, { item_id, author, now }: WriteAt) => ({
  item_id,
  cat_id,
  page_title: page.page_title,
  page_comments: page.page_comments,
  ext_info: page.ext_info,
  is_draft: page.is_draft ? 1 : 0,
  author_uid: author.uid,
  author_username: author.username,
  addtime: now,
  page_addtime: now,
})
