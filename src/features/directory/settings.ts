import { settingText } from '#shared/settings.ts'
import type { Config } from '#src/core/config.ts'
import type { Db } from '#src/db/database.ts'
import { type OptionForm, readOptionForm, readOptions } from '#src/features/options/index.ts'

/** A group of the directory, by its whole name (DN) or its common name. */
export type GroupName = string

/** A group whose members are in a team of this site. */
interface TeamGroup {
  group: GroupName
  /** The team's name. */
  team: string
}

/** The settings of the directory service, as they are used. */
export interface DirectorySettings {
  host: string
  port: number
  security: 'none' | 'starttls' | 'ldaps'
  /** Certificates that are trusted besides the usual ones, as PEM; may be empty. */
  ca: string
  timeoutMs: number
  /** The account that searches; empty for an anonymous search. */
  bind_dn: string
  bind_password: string
  base_dn: string
  /** May contain `%(user)s`. */
  search_filter: string
  user_field: string
  /** Empty when the directory gives no names. */
  name_field: string
  email_field: string
  /** Empty when everyone who is found may sign in. */
  member_group: GroupName
  /** Empty when the directory does not decide who is an administrator. */
  admin_group: GroupName
  team_groups: TeamGroup[]
  /** When more of the accounts would end, in percent, a synchronisation leaves them alone. */
  endMostPercent: number
}

/** When accounts are synchronised by the server itself. */
export interface DirectorySchedule {
  every: 'off' | 'hourly' | 'daily' | 'weekly'
  /** The time of day, as `03:00`, in the time zone of the server. */
  time: string
}

/** The switch and the form of the directory service that are in use. */
interface DirectoryForm {
  isOpen: boolean
  form: OptionForm
  /** Whether the settings of the start decide, and not those of Admin. */
  isFixed: boolean
}

/** Returns the form of the start when it has one, which is always on, otherwise that of Admin. */
export async function readDirectoryForm({
  config,
  db,
}: {
  config: Pick<Config, 'ldap_form'>
  db: Db
}): Promise<DirectoryForm> {
  const given = Object.entries(config.ldap_form).filter(([, value]) => value !== undefined)
  if (given.length > 0) {
    const form = Object.fromEntries(given.map(([name, value]) => [name, settingText(value)]))
    return { isOpen: true, form, isFixed: true }
  }
  return { isOpen: (await readOptions(db)).ldap_open, form: await readOptionForm(db, 'ldap_form'), isFixed: false }
}

/** A form of settings that lacks a field. */
interface IncompleteSettings {
  missing: 'host' | 'base_dn' | 'bind_password'
}

/** Returns the lines `group = team`; others are left out. A DN contains equals signs, so the last one separates. */
const parseTeamGroups = (text: string): TeamGroup[] =>
  text.split('\n').flatMap((line) => {
    const at = line.lastIndexOf(' = ')
    const group = line.slice(0, Math.max(at, 0)).trim()
    const team = line.slice(at + 3).trim()
    return group === '' || team === '' ? [] : [{ group, team }]
  })

/** Returns the settings of a stored form with their defaults, or the first field that is missing. */
export function parseDirectorySettings(form: OptionForm): DirectorySettings | IncompleteSettings {
  const text = (name: string, otherwise = '') => form[name]?.trim() || otherwise
  const isNamed = /^ldaps:\/\//i.test(text('host'))
  const host = text('host')
    .replace(/^ldaps?:\/\//i, '')
    .replace(/\/.*$/, '')
  if (host === '') return { missing: 'host' }
  if (text('base_dn') === '') return { missing: 'base_dn' }
  // A server accepts an account without a password, as nobody.
  const bind_password = form['bind_password'] ?? ''
  if (text('bind_dn') !== '' && bind_password === '') return { missing: 'bind_password' }
  const [, name = host, named = ''] = /^(.*?):(\d+)$/.exec(host) ?? []
  const port = Number(named || text('port', '389'))
  const chosen = text('security', 'auto')
  const automatic = isNamed || port === 636 ? 'ldaps' : 'none'
  return {
    host: name,
    // ldaps:// with the port of ldap:// in the form, where it is the default
    port: isNamed && named === '' && port === 389 ? 636 : port,
    security: chosen === 'starttls' || chosen === 'ldaps' || chosen === 'none' ? chosen : automatic,
    ca: text('ca'),
    timeoutMs: Number(text('timeout', '5')) * 1000,
    bind_dn: text('bind_dn'),
    bind_password,
    base_dn: text('base_dn'),
    search_filter: text('search_filter', '(cn=*)'),
    user_field: text('user_field', 'cn'),
    name_field: text('name_field'),
    email_field: text('email_field', 'mail'),
    member_group: text('member_group'),
    admin_group: text('admin_group'),
    team_groups: parseTeamGroups(form['team_groups'] ?? ''),
    endMostPercent: Number(text('sync_most', '20')),
  }
}

/** Returns the schedule of a stored form. */
export function parseDirectorySchedule(form: OptionForm): DirectorySchedule {
  const every = form['sync']
  return {
    every: every === 'hourly' || every === 'daily' || every === 'weekly' ? every : 'off',
    time: form['sync_time']?.trim() || '03:00',
  }
}
