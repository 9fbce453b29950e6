import type { SectionId } from '../sections.ts'
import type { Counts, SiteState } from './atoms.ts'

/** Result of a check, as a message key. */
export type Finding =
  | 'databaseOk'
  | 'databaseOther'
  | 'diskEnough'
  | 'diskLow'
  | 'addressSet'
  | 'addressMissing'
  | 'captchaOn'
  | 'captchaOff'
  | 'registrationOpen'
  | 'registrationClosed'
  | 'passwordsStrong'
  | 'passwordsPlain'
  | 'administratorsMany'
  | 'administratorsOne'
  | 'aiSet'
  | 'aiMissing'
  | 'storageOn'
  | 'ldapOn'
  | 'oauthOn'

/** Severity of a result: needs attention, good to know, or fine. */
export type CheckState = 'warn' | 'info' | 'ok'

/** A check, and the section of the console where it is set, or only shown when it is set at startup. */
export interface Check {
  finding: Finding
  state: CheckState
  at?: { section: SectionId; more?: Record<string, string> }
}

/** Less free disk space than this is low, in bytes. Source: `docstead doctor`. */
const lowDiskBytes = 1e9

const order: readonly CheckState[] = ['warn', 'info', 'ok']

/** Runs the checks of a site. @returns the results, the most urgent first */
export function runChecks(
  { database, info, config, ldap_open, oauth2_open }: SiteState,
  { administrators, site }: Pick<Counts, 'administrators' | 'site'>,
): Check[] {
  const settings = (topic: string): Check['at'] & object => ({ section: 'settings', more: { topic } })
  const signIn = (way: string): Check['at'] & object => ({ section: 'sign-in', more: { way } })
  const found: Check[] = [
    database.is_current
      ? { finding: 'databaseOk', state: 'ok', at: { section: 'about' } }
      : { finding: 'databaseOther', state: 'warn', at: { section: 'about' } },
    site.disk_free_bytes < lowDiskBytes
      ? { finding: 'diskLow', state: 'warn' }
      : { finding: 'diskEnough', state: 'ok' },
    info.site_url
      ? { finding: 'addressSet', state: 'ok', at: settings('site') }
      : { finding: 'addressMissing', state: 'warn', at: settings('site') },
    info.captcha === 'off'
      ? { finding: 'captchaOff', state: 'warn', at: { section: 'about' } }
      : { finding: 'captchaOn', state: 'ok', at: { section: 'about' } },
    config.register_open === '1'
      ? { finding: 'registrationOpen', state: 'info', at: settings('access') }
      : { finding: 'registrationClosed', state: 'ok', at: settings('access') },
    config.strong_password_enabled === '1'
      ? { finding: 'passwordsStrong', state: 'ok', at: settings('access') }
      : { finding: 'passwordsPlain', state: 'info', at: settings('access') },
    administrators > 1
      ? { finding: 'administratorsMany', state: 'ok', at: { section: 'users', more: { role: 'admin' } } }
      : { finding: 'administratorsOne', state: 'info', at: { section: 'users' } },
    config.open_api_key === ''
      ? { finding: 'aiMissing', state: 'info', at: settings('ai') }
      : { finding: 'aiSet', state: 'ok', at: settings('ai') },
  ]
  if (config.oss_open === '1') found.push({ finding: 'storageOn', state: 'warn', at: settings('storage') })
  if (ldap_open === '1') found.push({ finding: 'ldapOn', state: 'warn', at: signIn('ldap') })
  if (oauth2_open === '1') found.push({ finding: 'oauthOn', state: 'warn', at: signIn('oauth2') })
  return found.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}
