import type { z } from 'zod'
import type { adminSetting, SiteConfig } from '#shared/contract/admin-setting.ts'
import { passwordMask } from '#shared/contract/item.ts'
import { type Setting, type SiteOptions, settingForms, settingText, siteSettings } from '#shared/settings.ts'
import { findItem, findItemByDomain } from '#src/access/queries.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { getSettingSource, getStartSwitch, startSwitches } from '#src/core/config.ts'
import { fail } from '#src/core/errors.ts'
import { newSecret } from '#src/core/secrets.ts'
import { type Db, type Tx, transact } from '#src/db/database.ts'
import { type Actor, insertAudit } from '#src/features/audit/index.ts'
import { readOptionForm, readOptions, upsertOption, upsertOptions } from '#src/features/options/index.ts'
import { readWish, setCurrentStore } from '#src/features/storage/index.ts'
import { parseServiceAddress, parseSiteAddress } from './addresses.ts'
import { maskForm, maskSecret, mergeForm, resolveSecret } from './secret-fields.ts'
import { prepareStorage } from './storage-settings.ts'

/** The settings that a form sends; fields that are undefined stay unchanged. */
type ConfigInput = z.output<typeof adminSetting.saveConfig.input>

/** Returns a value for each setting of the form. */
const mapSettings = <V>(toValue: (name: keyof typeof siteSettings, setting: Setting) => V) =>
  Object.fromEntries(
    Object.entries<Setting>(siteSettings).map(([name, setting]) => [
      name,
      toValue(name as keyof typeof siteSettings, setting),
    ]),
  )

/** Returns the effective public address of the site: from the start settings, else the saved one. */
const shownAddress = ({ config }: App, options: SiteOptions): string => config.site_url || options.site_url

/** Returns how many days a session lasts; the start settings set the maximum. */
const shownDays = ({ config }: App, options: SiteOptions): number =>
  Math.min(config.session_days, options.session_expire_days || config.session_days)

/**
 * Returns the sent settings without the switches that the start sets: forms send everything that they show.
 *
 * @throws {AppError} settingFromStart when one of them is to change
 */
function withoutStartSwitches({ config }: App, input: ConfigInput): ConfigInput {
  const others = { ...input }
  for (const name of startSwitches) {
    const fixed = getStartSwitch(config, name)
    if (fixed === undefined) continue
    if (input[name] !== undefined && input[name] !== fixed)
      fail('settingFromStart', { name, from: getSettingSource(config, name).source_name })
    delete others[name]
  }
  return others
}

/**
 * Returns the sent settings without those that equal the shown value, which may differ from the stored one.
 *
 * @throws {AppError} settingFromStart, siteUrlFromStart, sessionDaysFromStart when the start settings do not allow the
 *   change
 */
function withinStart(app: App, options: SiteOptions, input: ConfigInput): ConfigInput {
  const { site_url: address, session_expire_days: days, ...others } = withoutStartSwitches(app, input)
  const site_url = address === undefined ? undefined : parseSiteAddress(address)
  const isAddressNew = site_url !== undefined && site_url !== shownAddress(app, options)
  const { config } = app
  if (isAddressNew && config.site_url)
    fail('siteUrlFromStart', { from: getSettingSource(config, 'site_url').source_name })
  const most = config.session_days
  const isTooLong = days !== undefined && days > most
  if (isTooLong) fail('sessionDaysFromStart', { most, from: getSettingSource(config, 'session_days').source_name })
  const isDaysNew = days !== undefined && days !== shownDays(app, options)
  return { ...others, ...(isAddressNew && { site_url }), ...(isDaysNew && { session_expire_days: days }) }
}

/** Returns the switches that the start may set, as they apply. */
const shownSwitches = ({ config }: App, options: SiteOptions) =>
  Object.fromEntries(
    startSwitches.map((name) => [name, settingText(getStartSwitch(config, name) ?? options[name])]),
  ) as Record<(typeof startSwitches)[number], '0' | '1'>

/** Returns the settings of the site as they are shown. */
export async function loadConfig(app: App): Promise<z.input<typeof SiteConfig>> {
  const options = await readOptions(app.db)
  const storage = await readWish(app)
  const shown = mapSettings((name, { kind }) => maskSecret(kind, settingText(options[name])))
  return {
    ...(shown as Omit<z.input<typeof SiteConfig>, 'open_ai_key' | 'open_ai_host' | 'oss_setting'>),
    site_url: shownAddress(app, options),
    session_expire_days: String(shownDays(app, options)),
    ...shownSwitches(app, options),
    open_ai_key: maskSecret('secret', options.open_api_key),
    open_ai_host: options.open_api_host,
    oss_open: settingText(storage.isOpen),
    oss_setting: maskForm(storage.form, settingForms.oss_setting) as z.input<typeof SiteConfig>['oss_setting'],
  }
}

/** Returns the changed value of a setting that was sent under two names. */
const changedOf = (now: string, one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || one === now ? (other ?? one) : one

async function requireHomeItem(tx: Tx, home_item: string): Promise<void> {
  const item = /^[1-9]\d{0,15}$/.test(home_item)
    ? await findItem(tx, { item_id: Number(home_item) })
    : await findItemByDomain(tx, { item_domain: home_item.toLowerCase() })
  if (!item) fail('homeItemUnknown', { item: home_item })
}

/** Returns the home page setting in its stored form. @throws {AppError} homeItemUnknown */
async function homeOf(tx: Tx, former: SiteOptions, input: ConfigInput): Promise<Record<string, string>> {
  if (input.home_page === undefined && input.home_item === undefined) return {}
  const home_page = input.home_page ?? former.home_page
  const sent = input.home_item?.trim() ?? former.home_item
  const home_item = sent === '0' ? '' : sent
  if (home_page === '3') await requireHomeItem(tx, home_item)
  return { home_page, home_item }
}

/**
 * Returns the AI service settings to store: the key is cleared when the address changes.
 *
 * @throws {AppError} serviceAddressBad
 */
function aiOf(former: SiteOptions, input: ConfigInput): Record<string, string> {
  const host = changedOf(former.open_api_host, input.open_api_host, input.open_ai_host)
  const key = changedOf(passwordMask, input.open_api_key, input.open_ai_key)
  const open_api_host = host === undefined ? former.open_api_host : parseServiceAddress(host)
  const open_api_key = resolveSecret(former.open_api_key, key, open_api_host !== former.open_api_host)
  return { open_api_host, open_api_key }
}

/** Returns the sent settings in their stored form. */
const storedForm = (former: SiteOptions, input: ConfigInput) =>
  mapSettings((name, { kind }) => {
    const value = input[name]
    if (value === undefined) return undefined
    return kind === 'secret' ? resolveSecret(String(former[name]), String(value), false) : settingText(value).trim()
  })

/** Stores the settings that differ from the former ones, and writes their names to the audit log. */
export async function storeSettings(
  tx: Tx,
  actor: Actor,
  former: Readonly<Record<string, string>>,
  next: Readonly<Record<string, string | undefined>>,
  now: number,
): Promise<void> {
  const changed = new Map(
    Object.entries(next).filter((entry): entry is [string, string] => {
      const [name, value] = entry
      return value !== undefined && value !== former[name]
    }),
  )
  if (changed.size === 0) return
  await upsertOptions(tx, changed)
  // how long the log itself is stored is a fact about the log
  const describe = ([name, value]: [string, string]) =>
    name === 'audit_days' ? `${name} ${former[name]} → ${value}` : name
  const detail = [...changed].map(describe).join(', ')
  await insertAudit(tx, { ...actor, action: 'settingsChanged', object_type: 'setting', detail }, now)
}

/** Returns the stored settings, with which `storeSettings` compares. */
const storedTexts = (options: SiteOptions): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, settingText(value)]))

/**
 * Saves settings of the site, all or none.
 *
 * @throws {AppError} homeItemUnknown, siteUrlBad, serviceAddressBad, settingFromStart, siteUrlFromStart,
 *   sessionDaysFromStart, those of `prepareStorage`
 */
export async function saveConfig(app: App, actor: Actor, sent: ConfigInput): Promise<void> {
  const now = nowSeconds(app)
  const store = await prepareStorage(app, actor, sent)
  await transact(app.db, async (tx) => {
    const options = await readOptions(tx)
    const input = withinStart(app, options, sent)
    const storage = await readOptionForm(tx, 'oss_setting')
    const typed = input.oss_setting
    const former = { ...storedTexts(options), oss_setting: JSON.stringify(storage) }
    const next = {
      ...storedForm(options, input),
      ...(await homeOf(tx, options, input)),
      ...aiOf(options, input),
      oss_setting:
        typed === undefined || Array.isArray(typed)
          ? undefined
          : JSON.stringify(mergeForm(storage, typed, settingForms.oss_setting)),
    }
    await storeSettings(tx, actor, former, next, now)
    if (store !== 'unchanged') await setCurrentStore(tx, store, now)
  })
}

/**
 * Returns the key with which other systems sign sign-in links; creates it when there is none. One of the start is a mask:
 * the person who set it there has it.
 */
export async function loginSecretKey(app: App): Promise<string> {
  if (app.config.login_secret_key !== '') return passwordMask
  const known = await keyOf(app.db)
  if (known !== '') return known
  return transact(app.db, async (tx) => (await keyOf(tx)) || storeNewKey(tx))
}

/**
 * Creates a new key for sign-in links; links signed with the former key become invalid.
 *
 * @throws {AppError} settingFromStart
 */
export async function resetLoginSecretKey(app: App, actor: Actor): Promise<string> {
  if (app.config.login_secret_key !== '')
    fail('settingFromStart', {
      name: 'login_secret_key',
      from: getSettingSource(app.config, 'login_secret_key').source_name,
    })
  return transact(app.db, async (tx) => {
    await insertAudit(tx, { ...actor, action: 'loginKeyReset', object_type: 'setting' }, nowSeconds(app))
    return storeNewKey(tx)
  })
}

const keyOf = async (db: Db): Promise<string> => (await readOptions(db)).login_secret_key

// Existing systems expect 32 characters.
const keyLength = 32

async function storeNewKey(tx: Tx): Promise<string> {
  const key = newSecret().slice(0, keyLength)
  await upsertOption(tx, 'login_secret_key', key)
  return key
}
