import type { ItemAccess } from '#src/access/item-access.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { hashPassword, newSecret } from '#src/core/secrets.ts'
import { type Tx, transact } from '#src/db/open.ts'
import { touchTree } from '#src/features/catalog/index.ts'
import { insertChange } from '#src/features/change-log/index.ts'
import { insertNewItem } from '#src/features/item/index.ts'
import type { JobRun } from '#src/features/job/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { dropFiles, filesInTexts, insertFiles, type KeptFile, keepFiles } from './files.ts'
import type { ImportPlan, PlanPage } from './plan-shape.ts'
import { pageCount } from './report.ts'
import { type Importer, reportFor, requireTarget } from './target.ts'
import { writePlan } from './write-plan.ts'

/** What the person has chosen for a new item; what is undefined is as the file says. */
export interface ImportChoice {
  item_name?: string | undefined
  is_private?: boolean | undefined
  password?: string | undefined
}

// Source: wire.ts, Secret.
const passwordMost = 128

/** What a new item is called. */
export const nameOf = (plan: ImportPlan, choice: ImportChoice, file_name: string): string =>
  choice.item_name || plan.item.item_name || file_name.replace(/\.(zip|json)$/i, '') || 'Import'

/**
 * The visit password of a new item; empty for one that everybody may read. Some files do not say, and a password
 * longer than can be typed opens nothing: such an item gets a random one that nobody knows, and its members read it.
 *
 * @throws {AppError} privateNeedsPassword
 */
function passwordOf(plan: ImportPlan, choice: ImportChoice): string {
  if (choice.is_private === false) return ''
  const password = choice.password || plan.item.password
  if (password === '' && choice.is_private) fail('privateNeedsPassword')
  const isUnknown = password.length > passwordMost || (password === '' && plan.item.isPrivate)
  return isUnknown ? newSecret() : password
}

/** What is written, and where. */
export interface Work {
  plan: ImportPlan
  file_name: string
  item_id: number
  choice: ImportChoice
}

/** Writes a plan in one transaction, all or nothing, and gives the id of the item. */
export async function applyPlan(app: App, by: Importer, work: Work, run: JobRun): Promise<number> {
  const { plan, choice } = work
  const files = await keepFiles(app, by.user, plan)
  try {
    const password = work.item_id === 0 ? passwordOf(plan, choice) : ''
    const passwordHash = password === '' ? '' : await hashPassword(password)
    const { history_version_count } = await readOptions(app.db)
    const item = work.item_id === 0 ? undefined : await requireTarget(app, by, work.item_id)
    const shown = await filesInTexts(app, item, by.user, plan)
    run.requireWanted()
    return await writeWork(app, by, work, { passwordHash, keptVersions: history_version_count, files, shown }, run)
  } catch (error) {
    await dropFiles(app, files)
    throw error
  }
}

interface Prepared {
  passwordHash: string
  keptVersions: number
  files: KeptFile[]
  shown: ReadonlyMap<PlanPage, number[]>
}

function writeWork(app: App, by: Importer, work: Work, prepared: Prepared, run: JobRun): Promise<number> {
  const { plan, choice } = work
  const { passwordHash, keptVersions } = prepared
  return transact(app.db, async (tx) => {
    const now = nowSeconds(app)
    const item_name = nameOf(plan, choice, work.file_name)
    const { item_description, item_type } = plan.item
    const fresh = { item_name, item_description, item_domain: '', item_type, passwordHash }
    const item_id =
      work.item_id === 0
        ? await insertNewItem(tx, by.user, fresh, now)
        : (await requireStill(app, tx, by, work)).item_id
    const bySign = await insertFiles(tx, app, by.user, item_id, prepared.files)
    await writePlan(tx, plan, { item_id, author: by.user, now, keptVersions, bySign, shown: prepared.shown }, run)
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
