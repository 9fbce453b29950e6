import type { Visibility } from '#shared/contract/visibility.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/open.ts'
import { touchTree } from '#src/features/catalog/index.ts'
import { insertChange } from '#src/features/change-log/index.ts'
import {
  insertNewItem,
  storedPassword,
  typedHash,
  typedPassword,
  type VisibilityChoice,
} from '#src/features/item/index.ts'
import type { JobRun } from '#src/features/job/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { dropFiles, filesInTexts, insertFiles, type StoredImportFile, storeFiles } from './files.ts'
import type { ImportPlan, PlanPage } from './plan-types.ts'
import { pageCount, visibilityIn } from './report.ts'
import { type Importer, reportFor, requireTarget } from './target.ts'
import { writePlan } from './write-plan.ts'

/** The user's choices for a new item; choices that are undefined follow the file. */
export interface ImportChoice extends VisibilityChoice {
  item_name?: string | undefined
}

/** Returns the name of a new item. */
export const chooseItemName = (plan: ImportPlan, choice: ImportChoice, file_name: string): string =>
  choice.item_name || plan.item.item_name || file_name.replace(/\.(zip|json|ya?ml)$/i, '') || 'Import'

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
export interface Work {
  plan: ImportPlan
  file_name: string
  item_id: number
  choice: ImportChoice
}

/** Writes a plan in one transaction, all or nothing, and returns the item's id. */
export async function executePlan(app: App, by: Importer, work: Work, run: JobRun): Promise<number> {
  const { plan, choice } = work
  const files = await storeFiles(app, by.user, plan)
  try {
    const password = work.item_id === 0 ? await passwordOf(plan, choice) : ''
    const { history_version_count } = await readOptions(app.db)
    const item = work.item_id === 0 ? undefined : await requireTarget(app, by, work.item_id)
    const shown = await filesInTexts(app, item, by.user, plan)
    run.requireWanted()
    return await writeWork(app, by, work, { password, keptVersions: history_version_count, files, shown }, run)
  } catch (error) {
    await dropFiles(app, files)
    throw error
  }
}

interface Prepared {
  password: string
  keptVersions: number
  files: StoredImportFile[]
  shown: ReadonlyMap<PlanPage, number[]>
}

function writeWork(app: App, by: Importer, work: Work, prepared: Prepared, run: JobRun): Promise<number> {
  const { plan, choice } = work
  const { password, keptVersions } = prepared
  return transact(app.db, async (tx) => {
    const now = nowSeconds(app)
    const item_name = chooseItemName(plan, choice, work.file_name)
    const { item_description, item_type } = plan.item
    const fresh = { item_name, item_description, item_domain: '', item_type, password }
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

/** Returns the item if all earlier checks still hold: permissions and content may have changed since. */
async function requireStill(app: App, tx: Tx, by: Importer, work: Work): Promise<ItemAccess<'edit'>> {
  const inside = { ...app, db: tx }
  // an access password could not give this permission, and hashing it must not run in a transaction
  const visitor = { ...by.visitor, itemPassword: undefined }
  const item = await requireTarget(inside, { ...by, visitor }, work.item_id)
  await reportFor(inside, by.user, work.plan, item)
  return item
}
