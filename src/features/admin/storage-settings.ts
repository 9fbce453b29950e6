import type { z } from 'zod'
import type { adminSetting } from '#shared/contract/admin-setting.ts'
import { settingForms } from '#shared/settings.ts'
import type { App } from '#src/core/app.ts'
import { getSettingSource } from '#src/core/config.ts'
import { countConnectionTest } from '#src/core/connection-tests.ts'
import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { S3Error } from '#src/core/s3-client.ts'
import { type Actor, recordFailedConnection } from '#src/features/audit/index.ts'
import { readOptionForm, readOptions } from '#src/features/options/index.ts'
import {
  completeForm,
  explainStorage,
  type PreparedStore,
  parseStorageForm,
  prepareStore,
  readWish,
  StorageProblem,
  type StorageTestStep,
  type StoreSettings,
  testStorage,
  tryStorage,
  watched,
} from '#src/features/storage/index.ts'
import { maskForm, mergeForm } from './secret-fields.ts'

const storageName = 'S3'

type Input = z.output<typeof adminSetting.saveConfig.input>
type Typed = Exclude<Input['oss_setting'], undefined | readonly unknown[]>

/** Returns the form as it would be with what was sent. */
const mergedWith = (stored: Readonly<Record<string, string>>, typed: Input['oss_setting']) =>
  typed === undefined || Array.isArray(typed) ? stored : mergeForm(stored, typed as Typed, settingForms.oss_setting)

/**
 * Makes the bucket of settings that are to be saved ready: it must work, or nothing is saved. Returns `unchanged` when the
 * storage stays as it is, undefined when files are to go to the uploads folder.
 *
 * @throws {AppError} storageFromStart, storageIncomplete, and what is wrong with the bucket
 */
export async function prepareStorage(
  app: App,
  actor: Actor,
  sent: Input,
): Promise<PreparedStore | undefined | 'unchanged'> {
  if (sent.oss_open === undefined && (sent.oss_setting === undefined || Array.isArray(sent.oss_setting)))
    return 'unchanged'
  const wish = await readWish(app)
  if (wish.isFixed) {
    // forms send everything that they show
    const shown = maskForm(wish.form, settingForms.oss_setting)
    const isSame = Object.entries(sent.oss_setting ?? {}).every(([name, value]) => shown[name] === String(value ?? ''))
    if (sent.oss_open === false || !isSame)
      fail('storageFromStart', { from: getSettingSource(app.config, 'oss_setting').source_name })
    return 'unchanged'
  }
  const former = (await readOptions(app.db)).oss_open
  const stored = await readOptionForm(app.db, 'oss_setting')
  const next = mergedWith(stored, sent.oss_setting)
  const isOpen = sent.oss_open ?? former
  const isSame = JSON.stringify(completeForm(next)) === JSON.stringify(completeForm(stored))
  if (isOpen === former && (!isOpen || isSame)) return 'unchanged'
  if (!isOpen) return undefined
  const settings = await parseStorageForm(completeForm(next), app.config.outbound_allow)
  return requireUsable(app, actor, settings)
}

async function requireUsable(app: App, actor: Actor, settings: StoreSettings): Promise<PreparedStore> {
  try {
    await tryStorage(app, settings)
    return await prepareStore(app, settings, watched)
  } catch (error) {
    const reason =
      error instanceof StorageProblem
        ? error.reason
        : error instanceof S3Error
          ? explainStorage(error, settings)
          : undefined
    if (!reason) throw error
    await recordFailedConnection(app, actor, storageName, reason)
    throw reason
  }
}

/** Tries the bucket of a form that need not be saved, step by step. @throws {AppError} storageIncomplete, tooManyTests */
export async function testStorageForm(
  app: App,
  actor: Actor,
  typed: Input['oss_setting'],
  lang: Lang,
): Promise<StorageTestStep[]> {
  const wish = await readWish(app)
  const form = wish.isFixed ? wish.form : mergedWith(await readOptionForm(app.db, 'oss_setting'), typed)
  const settings = await parseStorageForm(completeForm(form), app.config.outbound_allow)
  countConnectionTest(app, 'storage', actor.uid)
  return testStorage(app, settings, lang, (error) => recordFailedConnection(app, actor, storageName, error))
}
