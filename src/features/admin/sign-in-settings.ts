import type { z } from 'zod'
import type { adminSetting } from '#shared/contract/admin-setting.ts'
import { settingForms, settingText } from '#shared/settings.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { parseClock } from '#src/core/clock-time.ts'
import { getSettingSource } from '#src/core/config.ts'
import { countConnectionTest } from '#src/core/connection-tests.ts'
import { fail } from '#src/core/errors.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { isLdapFilter } from '#src/core/ldap-filter.ts'
import { type Db, type Tx, transact } from '#src/db/database.ts'
import { type Actor, recordFailedConnection } from '#src/features/audit/index.ts'
import {
  DirectoryError,
  type DirectorySettings,
  directoryFailure,
  parseDirectorySettings,
  readDirectoryForm,
  requireComplete,
  withDirectory,
} from '#src/features/directory/index.ts'
import { readOptionForm, readOptions } from '#src/features/options/index.ts'
import {
  type DirectoryTestStep,
  readNextSyncTime,
  readSyncRun,
  syncError,
  testDirectory,
} from '#src/features/sign-in/index.ts'
import { parseLogoutAddress } from './addresses.ts'
import { maskForm, mergeForm } from './secret-fields.ts'
import { storeSettings } from './settings.ts'

type Kind = 'ldap' | 'oauth2'

const isOpen = async (db: Db, kind: Kind): Promise<boolean> => (await readOptions(db))[`${kind}_open`]

/** Returns the settings of the directory service, as they are shown. */
export async function loadLdap(app: App) {
  const { isOpen, form, isFixed } = await readDirectoryForm(app)
  return {
    ldap_open: settingText(isOpen),
    ldap_form: maskForm(form, settingForms.ldap_form) as z.input<
      typeof adminSetting.loadLdapConfig.output
    >['ldap_form'],
    from_start: isFixed ? getSettingSource(app.config, 'ldap_form').source_name : '',
  }
}

/** Returns the switch and the form of a sign-in method, as they are shown. */
export async function loadSignIn(app: App, kind: Kind): Promise<{ open: '0' | '1'; form: Record<string, string> }> {
  const form = await readOptionForm(app.db, `${kind}_form`)
  return { open: settingText(await isOpen(app.db, kind)), form: maskForm(form, settingForms[`${kind}_form`]) }
}

async function save(
  tx: Tx,
  actor: Actor,
  kind: Kind,
  input: {
    open: boolean | undefined
    form: Readonly<Record<string, boolean | number | string | undefined>> | undefined
  },
  now: number,
): Promise<void> {
  const stored = await readOptionForm(tx, `${kind}_form`)
  const former = {
    [`${kind}_open`]: settingText(await isOpen(tx, kind)),
    [`${kind}_form`]: JSON.stringify(stored),
  }
  const next = {
    [`${kind}_open`]: input.open === undefined ? undefined : settingText(input.open),
    [`${kind}_form`]: input.form && JSON.stringify(mergeForm(stored, input.form, settingForms[`${kind}_form`])),
  }
  await storeSettings(tx, actor, former, next, now)
}

type LdapForm = z.output<typeof adminSetting.saveLdapConfig.input>['ldap_form']

/** Returns the settings of the directory as they would be with a form that was sent. @throws {AppError} those of `requireComplete` */
async function directorySettingsWith(app: App, form: LdapForm): Promise<DirectorySettings> {
  const used = await readDirectoryForm(app)
  const merged = form && !used.isFixed ? mergeForm(used.form, form, settingForms.ldap_form) : used.form
  return requireComplete(parseDirectorySettings(merged))
}

/**
 * Saves the settings of the directory service. Fields that are left out stay unchanged. Settings that are to be used must
 * work: the server signs in with them first, and saves nothing when it cannot.
 *
 * @throws {AppError} directoryFromStart, directoryFilterBad, syncTimeBad, those of `requireComplete`, and those of `directoryFailure`
 */
export async function saveLdap(
  app: App,
  actor: Actor,
  { ldap_open: open, ldap_form: form }: z.output<typeof adminSetting.saveLdapConfig.input>,
): Promise<void> {
  const { isFixed } = await readDirectoryForm(app)
  if (isFixed) fail('directoryFromStart', { from: getSettingSource(app.config, 'ldap_form').source_name })
  const filter = form?.search_filter
  if (filter && !isLdapFilter(filter)) fail('directoryFilterBad', { filter })
  if (form?.sync_time && !parseClock(form.sync_time.trim())) fail('syncTimeBad')
  if (open ?? (await isOpen(app.db, 'ldap'))) {
    const settings = await directorySettingsWith(app, form)
    try {
      await withDirectory({ allow: app.config.outbound_allow }, settings, async () => undefined)
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error
      const failure = directoryFailure(error, settings)
      await recordFailedConnection(app, actor, 'LDAP', failure)
      throw failure
    }
  }
  await transact(app.db, (tx) => save(tx, actor, 'ldap', { open, form }, nowSeconds(app)))
}

/** Tries the directory with a form that need not be saved. @throws {AppError} tooManyTests, those of `requireComplete` */
export async function testLdap(
  app: App,
  { ldap_form, username, password }: z.output<typeof adminSetting.testLdap.input>,
  actor: Actor,
  lang: Lang,
): Promise<DirectoryTestStep[]> {
  const settings = await directorySettingsWith(app, ldap_form)
  countConnectionTest(app, 'directory', actor.uid)
  return testDirectory(app, settings, { username, password, ip: actor.ip }, lang, (error) =>
    recordFailedConnection(app, actor, 'LDAP', error),
  )
}

/**
 * Saves the settings of sign-in with another service. Fields that are left out stay unchanged.
 *
 * @throws {AppError} logoutAddressBad
 */
export function saveOauth2(app: App, actor: Actor, input: z.output<typeof adminSetting.saveOauth2Config.input>) {
  const { oauth2_form: typed, oauth2_open: open } = input
  const leads = typed?.logout_redirect_uri
  const form = typed && {
    ...typed,
    ...(leads === undefined ? {} : { logout_redirect_uri: parseLogoutAddress(leads) }),
  }
  return transact(app.db, (tx) => save(tx, actor, 'oauth2', { open, form }, nowSeconds(app)))
}

/** Returns the last synchronisation of accounts with the directory, and when the next one is due. */
export async function syncStatus(app: App, lang: Lang): Promise<z.input<typeof adminSetting.syncLdapStatus.output>> {
  const run = await readSyncRun(app)
  const next = await readNextSyncTime(app)
  const error = run && syncError(run)
  const { sync_count = 0, added = 0, disabled = 0, missing = 0 } = run?.report ?? {}
  return {
    last_time: run?.end_time ?? 0,
    seconds: run ? run.end_time - run.start_time : 0,
    is_scheduled: run?.is_scheduled === true,
    sync_count,
    added,
    disabled,
    missing,
    error_message: error ? errorText(lang, error.errorName, error.values) : '',
    next_time: next === undefined ? 0 : Math.max(next, nowSeconds(app)),
  }
}
