import { settingForms, signInSettings, siteSettings } from '#shared/settings.ts'
import { isFormerHash } from '#src/core/former-passwords.ts'
import { unescapeHtml } from '#src/core/html-entities.ts'
import { hashSecret } from '#src/core/secrets.ts'
import { fingerprint } from '#src/db/engine.ts'
import { usernameKey } from '#src/features/user/index.ts'
import { type Conversion, stateOf } from './conversion.ts'
import { type UserPassword, userPassword } from './passwords.ts'
import type { FileAddresses } from './texts.ts'
import { rewriteLinks } from './texts.ts'
import type { SourceRow } from './values.ts'

/** The people of a site as they are here. */
export interface People {
  /** Returns the number here of a user there; 0 for the API and for users that are gone. */
  uid(source_uid: number): number
  /** Returns the user name here; `otherwise` for users that are gone. */
  username(source_uid: number, otherwise: string): string
  /** Returns an administrator, who gets what has no owner. */
  readonly owner: number
}

interface Known {
  uid: number
  username: string
}

const notInName = /[^\p{L}\p{N}_.@+-]+/gu

/** Converts the accounts of a site. */
export async function convertPeople(conversion: Conversion, files: FileAddresses): Promise<People> {
  const { stage, report, options } = conversion
  const here = new Map<string, { uid: number; groupid: number; username: string }>()
  const emails = new Set<string>()
  const known = new Map<number, Known>()
  let owner = 0
  for (const row of stage.all('user')) {
    const at = { uid: Number(row['uid']), groupid: Number(row['groupid']), username: String(row['username']) }
    here.set(String(row['username_key']), at)
    emails.add(String(row['email']).toLowerCase())
    if (owner === 0 && at.groupid === 1 && row['is_disabled'] === 0) owner = at.uid
  }
  const byUid = new Map([...here.values()].map((user) => [user.uid, user]))

  /** Returns a name that nobody has yet. */
  const freeName = (wanted: string): string => {
    const name = [...(wanted.replaceAll(notInName, '_') || 'user')].slice(0, 46).join('')
    if (!here.has(usernameKey(name))) return name
    for (let number = 2; ; number++) if (!here.has(usernameKey(`${name}-${number}`))) return `${name}-${number}`
  }
  const freeEmail = (row: SourceRow, username: string): string => {
    const email = row.name('email').trim()
    if (email === '' || !email.includes('@')) return ''
    if (emails.has(email.toLowerCase())) {
      report.note('emailTaken', username)
      return ''
    }
    emails.add(email.toLowerCase())
    return email
  }

  for (const row of conversion.rows('user')) {
    const source_uid = row.int('uid')
    const wanted = row.name('username').normalize('NFC')
    const groupid = row.int('groupid', 2) === 1 ? 1 : 2
    const born = row.time('reg_time')
    const same = here.get(usernameKey(wanted))
    const isSame = same && (options.joinUsers || same.groupid === 1)
    if (isSame && !conversion.isKnown('user', source_uid)) {
      conversion.join('user', source_uid, same.uid, born)
      report.note('userJoined', same.username)
      report.count('user', 'same')
      known.set(source_uid, same)
      continue
    }
    const name = row.name('name')
    const password = userPassword(row.raw('password'), row.raw('salt'))
    if (password.isInitial) report.note('initialPassword', wanted)
    const formerUid = conversion.find('user', source_uid)
    if (formerUid !== undefined) {
      const outcome = conversion.sync('user', source_uid, {
        born,
        mark: fingerprint([name, groupid]),
        row: () => ({ name, groupid }),
      })
      const isFollowed = outcome !== 'gone' && (await followPassword(conversion, source_uid, password, wanted))
      conversion.tell('user', outcome === 'same' && isFollowed ? 'changed' : outcome, wanted)
      known.set(source_uid, byUid.get(formerUid) ?? { uid: formerUid, username: wanted })
      continue
    }
    const username = freeName(wanted)
    if (username !== wanted) report.note('userRenamed', `${wanted} → ${username}`)
    const stored = options.isDry ? '' : await password.hash()
    const outcome = conversion.sync('user', source_uid, {
      born,
      mark: fingerprint([name, groupid]),
      row: () => ({
        username,
        username_key: usernameKey(username),
        name,
        groupid,
        email: freeEmail(row, username),
        avatar: localAddress(row.raw('avatar'), files),
        password: stored,
        is_sso: row.flag('is_sso'),
        reg_time: Math.min(born || options.now, options.now),
        last_login_time: Math.min(row.time('last_login_time'), options.now),
      }),
    })
    conversion.tell('user', outcome, wanted)
    const uid = conversion.find('user', source_uid) ?? 0
    here.set(usernameKey(username), { uid, groupid: 2, username })
    known.set(source_uid, { uid, username })
    if (owner === 0 && groupid === 1) owner = uid
  }
  const people: People = {
    uid: (source_uid) => known.get(source_uid)?.uid ?? 0,
    username: (source_uid, otherwise) => known.get(source_uid)?.username ?? otherwise,
    owner: owner || ([...known.values()][0]?.uid ?? 0),
  }
  convertTokens(conversion, people)
  convertUserSettings(conversion, people)
  return people
}

/**
 * Gives an account that nobody has used here the password that ShowDoc has now: people who try the site before they move
 * expect the one they have on the day. One that has been used keeps its password. Returns whether it changes.
 */
async function followPassword(
  conversion: Conversion,
  source_uid: number,
  password: UserPassword,
  name: string,
): Promise<boolean> {
  const { stage, report, options } = conversion
  const uid = conversion.find('user', source_uid)
  const stored = uid === undefined ? '' : String(stage.find('user', uid)?.['password'] ?? '')
  if (uid === undefined || stored === '' || conversion.isJoined('user', source_uid)) return false
  if (!isFormerHash(stored)) {
    report.note('passwordHere', '')
    return false
  }
  if (!password.isUsable || (await password.isStored(stored))) return false
  report.note('passwordFollowed', name)
  if (!options.isDry) {
    const expected = { columns: ['password'], fingerprint: stateOf({ password: stored }, ['password']) }
    stage.put('user', { uid, password: await password.hash() }, 'set', expected)
  }
  return true
}

/** Returns the address of a file of the site; empty for any other, which a page may not load. */
function localAddress(address: string, files: FileAddresses): string {
  const rewritten = rewriteLinks(unescapeHtml(address), files)
  return rewritten.startsWith('/api/attachment/') ? rewritten : ''
}

function convertTokens(conversion: Conversion, people: People): void {
  const { stage, report, options } = conversion
  const { now } = options
  for (const row of conversion.newRows('user_token')) {
    const token = row.raw('token').trim()
    const token_expire = row.time('token_expire')
    const uid = people.uid(row.int('uid'))
    if (token === '' || token_expire <= now || token.length < 16 || token.length > 200) {
      report.count('token', 'left')
      report.note('tokenEnded', '')
      continue
    }
    if (uid === 0) {
      conversion.orphan('token', 'user_token')
      continue
    }
    const addtime = Math.min(row.time('addtime') || now, now)
    const token_hash = hashSecret(token)
    const ip = row.raw('ip').slice(0, 45)
    stage.put(
      'user_token',
      { token_hash, uid, kind: 'session', name: '', ip, agent: 'ShowDoc', addtime, last_use_time: now, token_expire },
      'absent',
    )
    report.count('token', 'added')
  }
}

function convertUserSettings(conversion: Conversion, people: People): void {
  for (const row of conversion.newRows('user_setting')) {
    const uid = people.uid(row.int('uid'))
    const key_name = row.raw('key_name')
    if (uid === 0 || key_name === '') conversion.orphan('setting', 'user_setting')
    else {
      conversion.stage.put('user_setting', { uid, key_name, key_value: row.raw('key_value') }, 'absent')
      conversion.report.count('setting', 'added')
    }
  }
  for (const row of conversion.newRows('file_flow')) {
    const uid = people.uid(row.int('uid'))
    const date_month = row.raw('date_month')
    if (uid !== 0 && /^\d{4}-\d\d$/.test(date_month))
      conversion.stage.put('file_flow', { uid, date_month, used: Math.max(0, row.int('used')) }, 'absent')
  }
}

/** The number of versions of a page that ShowDoc keeps, whatever its setting says. Source: reference 8.5. */
const versionsInShowdoc = 100

// The address of this site is its own, and files are not stored elsewhere yet.
const ownSettings = new Set(['site_url', 'site_name', 'oss_open', 'audit_days', 'allow_search_engines'])
const takenSettings = new Set(
  [...Object.keys(siteSettings), ...Object.keys(signInSettings), 'ldap_form', 'oauth2_form'].filter(
    (name) => !ownSettings.has(name),
  ),
)
// Their names in ShowDoc. Source: reference 7.1.
const otherNames: Readonly<Record<string, string>> = { open_ai_host: 'open_api_host', open_ai_key: 'open_api_key' }

/** Converts the settings of a site: only those that are not set here. Returns the address of the site. */
export function convertSettings(conversion: Conversion): string {
  const { stage, report } = conversion
  const here = new Map(stage.all('options').map((row) => [String(row['option_name']), String(row['option_value'])]))
  const found = new Map<string, string>()
  for (const row of conversion.rows('options')) {
    const option_name = row.raw('option_name')
    const value = row.raw('option_value')
    if (value !== '') found.set(option_name, value)
  }
  for (const [name, other] of Object.entries(otherNames)) {
    const value = found.get(name)
    if (value !== undefined) found.set(other, value)
    found.delete(name)
  }
  for (const [name, value] of found) {
    if (name === 'db_version_num' || name === 'history_version_count' || name === 'session_expire_days') continue
    if (!takenSettings.has(name)) {
      report.count('setting', 'left')
      report.note('settingOther', name)
      continue
    }
    const option_value = settingValue(conversion, name, value)
    if (here.has(name)) {
      const isSame = here.get(name) === option_value
      report.count('setting', isSame ? 'same' : 'left')
      if (!isSame) report.note('settingHere', name)
      continue
    }
    stage.put('options', { option_name: name, option_value }, 'absent')
    report.count('setting', 'added')
  }
  keepVersions(conversion, here.get('history_version_count'))
  return found.get('site_url') ?? ''
}

/** Makes the site keep as many versions as come: the cleanup removes older ones. */
function keepVersions({ stage, report, source }: Conversion, stored: string | undefined): void {
  const most = [...source.file.countBy('page_history', 'page_id').values()].reduce((a, b) => Math.max(a, b), 0)
  const kept = Number(stored ?? siteSettings.history_version_count.default)
  if (most <= kept) return
  if (stored !== undefined) {
    report.note('versionsLimited', String(kept), most)
    return
  }
  const wanted = Math.max(versionsInShowdoc, Math.min(most, siteSettings.history_version_count.max))
  stage.put('options', { option_name: 'history_version_count', option_value: String(wanted) }, 'absent')
  report.note('versionsRaised', String(wanted))
}

function settingValue(conversion: Conversion, name: string, value: string): string {
  if (name === 'home_page') return ['1', '2', '3'].includes(value) ? value : '1'
  if (name === 'home_item') {
    const source_id = Number(value)
    return String(conversion.find('item', source_id) ?? value)
  }
  if (name !== 'ldap_form' && name !== 'oauth2_form') return unescapeHtml(value)
  return formValue(name, value)
}

function formValue(name: 'ldap_form' | 'oauth2_form', value: string): string {
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  }
  const form = parse(value) ?? parse(unescapeHtml(value))
  if (typeof form !== 'object' || form === null) return '{}'
  const fields = Object.keys(settingForms[name])
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(form)
        .filter(([field]) => fields.includes(field))
        .map(([field, one]) => [field, String(one ?? '')]),
    ),
  )
}
