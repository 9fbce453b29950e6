import type { App } from '#src/core/app.ts'
import { getStartSwitch } from '#src/core/config.ts'
import type { Db } from '#src/db/database.ts'
import { listSitePolicies } from './queries.ts'

const ruleOf = async (app: App, name: string): Promise<string | undefined> =>
  (await listSitePolicies(app.db)).find((row) => row.option_name === name)?.option_value

/** Whether the site requires everyone to sign in. */
export const isLoginForced = async (app: App): Promise<boolean> => (await ruleOf(app, 'force_login')) === '1'

/** Whether administrators may do nothing before they have set up a second step. */
export const isSecondStepForced = async (app: App): Promise<boolean> =>
  getStartSwitch(app.config, 'admin_second_step') ?? (await ruleOf(app, 'admin_second_step')) === '1'

/**
 * Whether search engines may index public items: only where the site allows it and does not require everyone to sign
 * in.
 */
export const areSearchEnginesAllowed = async (app: App): Promise<boolean> =>
  (await ruleOf(app, 'allow_search_engines')) === '1' && !(await isLoginForced(app))

/**
 * Returns how many days a session lasts without use: the configured number, or fewer when the site's settings say so.
 */
export async function sessionDays(app: App): Promise<number> {
  const { session_days } = app.config
  return Math.min(session_days, Number(await ruleOf(app, 'session_expire_days')) || session_days)
}

/**
 * Returns the public origin of the site, from the configuration or else the site's settings; undefined when neither has
 * one.
 */
export async function siteOrigin(app: App): Promise<string | undefined> {
  const address = app.config.site_url || (await ruleOf(app, 'site_url'))
  return address && URL.canParse(address) ? new URL(address).origin : undefined
}

/** Returns the public address of the site, without a slash at the end; empty while nobody has set it. */
export async function siteAddress({ config }: Pick<App, 'config'>, db: Db): Promise<string> {
  if (config.site_url !== '') return config.site_url
  return (await listSitePolicies(db)).find((row) => row.option_name === 'site_url')?.option_value ?? ''
}
