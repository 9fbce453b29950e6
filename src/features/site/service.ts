import type { z } from 'zod'
import type { SiteInfo } from '#shared/contract/common.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { versionText } from '#src/core/version.ts'
import { transact } from '#src/db/database.ts'
import { canMail } from '#src/features/mail/index.ts'
import { readOptions, upsertOption } from '#src/features/options/index.ts'
import { hasAdministrator, hashNewPassword, insertAccount, parseUsername } from '#src/features/user/index.ts'

/** Returns what anyone may know about the site. */
export async function siteInfo(app: App): Promise<z.input<typeof SiteInfo>> {
  const options = await readOptions(app.db)
  return {
    home_page: options.home_page,
    home_item: options.home_item,
    beian: options.beian,
    is_show_ai: options.open_api_key === '' ? 0 : 1,
    register_open: options.register_open ? 1 : 0,
    site_name: options.site_name,
    site_url: app.config.site_url || options.site_url,
    force_login: options.force_login ? 1 : 0,
    setup_needed: !(await hasAdministrator(app.db)),
    history_version_count: options.history_version_count,
    captcha: app.config.captcha,
    reset_by_mail: (await canMail(app, app.db)) && (app.config.site_url || options.site_url) !== '',
    version: versionText,
  }
}

/** The input of the setup page. */
interface SetupInput {
  setup_code: string
  username: string
  password: string
  confirm_password?: string | undefined
  name?: string | undefined
  site_name?: string | undefined
  register_open: boolean
}

// Wrong setup codes from one address. The code has 58 bits; this only keeps the log quiet.
const wrongCodes = { most: 10, windowMs: 15 * 60_000 }

/**
 * Requires the setup code from the log, which stays valid.
 *
 * @throws {AppError} setupDone, setupCodeWrong, tooManyTries
 */
export async function requireSetupCode(app: App, ip: string, setup_code: string): Promise<void> {
  if (await hasAdministrator(app.db)) fail('setupDone')
  const address = { key: `setup:${networkOf(ip)}`, ...wrongCodes }
  const fits = await app.limiter.attempt([address], async () => app.setupCode.matches(setup_code))
  if (!fits) fail('setupCodeWrong')
}

/**
 * Creates the first administrator, once.
 *
 * @returns the new administrator's uid
 * @throws {AppError} setupDone, setupCodeWrong, tooManyTries, and the errors of `addAccount`
 */
export async function setUp(app: App, ip: string, input: SetupInput): Promise<number> {
  await requireSetupCode(app, ip, input.setup_code)
  const username = parseUsername(input.username)
  if (input.confirm_password !== undefined && input.confirm_password !== input.password) fail('passwordsDiffer')
  const password = await hashNewPassword(app.db, username, input.password)
  const uid = await transact(app.db, async (tx) => {
    if (await hasAdministrator(tx)) fail('setupDone')
    await upsertOption(tx, 'register_open', input.register_open ? '1' : '0')
    if (input.site_name) await upsertOption(tx, 'site_name', input.site_name)
    return insertAccount(tx, { username, name: input.name, groupid: 1, password }, nowSeconds(app))
  })
  app.setupCode.end()
  return uid
}
