import { isAbsolute } from 'node:path'
import { settingForms } from '#shared/settings.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { parseClock } from '#src/core/clock-time.ts'
import { StartError } from '#src/core/config.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { maskForm, mergeForm, storeSettings } from '#src/features/admin/index.ts'
import { readOptionForm } from '#src/features/options/index.ts'
import { openPlace } from './open-place.ts'
import { ownPlace } from './place-owner.ts'
import { listExportedItems } from './queries.ts'
import { exportedIds } from './scheduled-exports.ts'
import { type BackupForm, placeOfForm } from './site-place.ts'
import type { Actor } from './state.ts'

/** Returns the settings of the backups as they are shown; the secret as a mask. */
export const loadBackupForm = async (app: App): Promise<Record<string, string>> =>
  maskForm(await readOptionForm(app.db, 'backup_form'), settingForms.backup_form)

/** Checks that a setting names projects that exist. @throws {AppError} exportItemsBad */
async function requireItems(app: App, text: string): Promise<void> {
  const ids = exportedIds(text) ?? []
  if (!ids.every(Number.isSafeInteger)) fail('exportItemsBad', { name: text })
  const known = new Set((await listExportedItems(app.db, ids)).map((item) => item.item_id))
  for (const id of ids) if (!known.has(id)) fail('exportItemsBad', { name: String(id) })
}

/** Checks settings, and that the place can be used, which becomes the site's. @throws {AppError} those of `saveBackupForm` */
async function requireUsable(app: App, form: BackupForm): Promise<void> {
  if (!parseClock(form.time)) fail('backupTimeBad')
  if (!parseClock(form.export_time)) fail('exportTimeBad')
  await requireItems(app, form.export_items)
  if (form.place === 'folder' && !isAbsolute(form.folder)) fail('backupFolderBad')
  try {
    const settings = placeOfForm(form, app.config)
    const place = await openPlace(settings.kind === 'folder' ? { ...settings, mayCreate: true } : settings, {
      isQuick: true,
    })
    await place.list()
    // A copy of a site is first told to make no backups: that leaves the place to the original.
    await ownPlace(place, app.config.data, { now: nowSeconds(app), isTakeover: form.schedule !== 'off' })
  } catch (error) {
    failPlace(error)
  }
}

/** Says what is wrong with a place. @throws {AppError} backupPlaceBad, backupPlaceData; what is no `StartError` as it is */
export function failPlace(error: unknown): never {
  if (!(error instanceof StartError)) throw error
  const { path, detail } = error.values
  const values = { path: String(path), detail: String(detail) }
  return fail(error.text === 'backupPlaceData' ? 'backupPlaceData' : 'backupPlaceBad', values)
}

/**
 * Saves the settings of the backups, after the place has been tried. With a schedule the place becomes this site's, also
 * when it was another's. Fields that are left out stay unchanged.
 *
 * @throws {AppError} backupTimeBad, exportTimeBad, exportItemsBad, backupFolderBad, backupPlaceBad, backupPlaceData
 */
export async function saveBackupForm(
  app: App,
  actor: Actor,
  typed: Readonly<Record<string, string | number | undefined>>,
): Promise<void> {
  const merged = async (db: App['db']) =>
    mergeForm(await readOptionForm(db, 'backup_form'), typed, settingForms.backup_form)
  await requireUsable(app, (await merged(app.db)) as BackupForm)
  await transact(app.db, async (tx) => {
    const stored = { backup_form: JSON.stringify(await readOptionForm(tx, 'backup_form')) }
    await storeSettings(tx, actor, stored, { backup_form: JSON.stringify(await merged(tx)) }, nowSeconds(app))
  })
}
