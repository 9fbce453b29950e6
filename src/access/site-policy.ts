import type { App } from '#src/core/app.ts'
import { prepared } from '#src/db/prepared.ts'

const storedRules = prepared<Record<never, never>>({ remember: 1 })((db) =>
  db
    .selectFrom('options')
    .select(['option_name', 'option_value'])
    .where('option_name', 'in', ['force_login', 'session_expire_days', 'site_url', 'allow_search_engines']),
)

const ruleOf = async (app: App, name: string): Promise<string | undefined> =>
  (await storedRules.all(app.db, {})).find((row) => row.option_name === name)?.option_value

/** Whether the site shows nothing to who is not signed in. */
export const isLoginForced = async (app: App): Promise<boolean> => (await ruleOf(app, 'force_login')) === '1'

/** Whether search engines may list public items: only where the site says so, and somebody without an account may read. */
export const areSearchEnginesAllowed = async (app: App): Promise<boolean> =>
  (await ruleOf(app, 'allow_search_engines')) === '1' && !(await isLoginForced(app))

/** How many days a sign-in lasts without use: what the configuration says, or fewer when the site's settings say so. */
export async function sessionDays(app: App): Promise<number> {
  const { session_days } = app.config
  return Math.min(session_days, Number(await ruleOf(app, 'session_expire_days')) || session_days)
}

/** The public origin of the site, by the configuration or else by the site's settings; undefined when neither says. */
export async function siteOrigin(app: App): Promise<string | undefined> {
  const address = app.config.site_url || (await ruleOf(app, 'site_url'))
  return address && URL.canParse(address) ? new URL(address).origin : undefined
}
