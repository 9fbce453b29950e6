import { type Directory, type DirectoryEntry, escapeFilter } from './client.ts'
import type { DirectorySettings, GroupName } from './settings.ts'

/** A person in the directory. */
export interface DirectoryPerson {
  dn: string
  /** What identifies the entry when it is renamed or moved. */
  subject: string
  username: string
  /** May be empty, as the address. */
  name: string
  email: string
  /** The other name with which people sign in to Active Directory, as `lin@example.com`; may be empty. */
  principal: string
  /** The groups that the entry itself names, as DNs. */
  memberOf: readonly string[]
  /** The security identifier of the primary group in Active Directory, which `memberOf` does not name; may be empty. */
  primaryGroup: string
}

/** How a search for one person ended. */
type FoundPerson = { person: DirectoryPerson } | { hits: 0 | 2; filter: string } | { noUsername: string }

// Unchangeable identifiers: OpenLDAP and others (RFC 4530), Active Directory, FreeIPA, 389 and Novell.
const identifiers = ['entryUUID', 'objectGUID', 'ipaUniqueID', 'nsUniqueId', 'GUID']
// Active Directory. Source: its documentation of userAccountControl, ACCOUNTDISABLE.
const accountControl = 'userAccountControl'
const disabledFlag = 2
const accountEnd = 'accountExpires'
const principalName = 'userPrincipalName'

const attributesOf = ({ user_field, name_field, email_field }: DirectorySettings): string[] =>
  [
    user_field,
    name_field,
    email_field,
    'memberOf',
    accountControl,
    accountEnd,
    principalName,
    'objectSid',
    'primaryGroupID',
    ...identifiers,
  ].filter(Boolean)

const firstOf = ({ values }: DirectoryEntry, name: string): string => values.get(name.toLowerCase())?.[0]?.trim() ?? ''

/** Returns a security identifier as text; empty when it is none. Source: MS-DTYP, 2.4.2. */
function sidText(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  const count = bytes[1] ?? 0
  if (bytes[0] !== 1 || bytes.length !== 8 + 4 * count) return ''
  const parts = Array.from({ length: count }, (_, at) => bytes.readUInt32LE(8 + 4 * at))
  return ['S-1', bytes.readUIntBE(2, 6), ...parts].join('-')
}

/** Returns the identifier of a person's primary group: that of the person with another last number. */
function primaryGroupOf(entry: DirectoryEntry): string {
  const sid = sidText(firstOf(entry, 'objectSid'))
  const id = firstOf(entry, 'primaryGroupID')
  return sid === '' || !/^\d+$/.test(id) ? '' : sid.replace(/\d+$/, id)
}

// The 100 nanoseconds of Active Directory begin in the year 1601.
const secondsBefore1970 = 11_644_473_600

/** Whether an account of Active Directory has been switched off, or has ended by its date. */
function hasEnded(entry: DirectoryEntry): boolean {
  if ((Number(firstOf(entry, accountControl)) & disabledFlag) !== 0) return true
  // 0 and the largest number are no date
  const end = Number(firstOf(entry, accountEnd)) / 1e7 - secondsBefore1970
  return end > 0 && end * 1000 <= Date.now()
}

function personOf(entry: DirectoryEntry, settings: DirectorySettings): DirectoryPerson {
  const identifier = identifiers.find((name) => firstOf(entry, name) !== '')
  return {
    dn: entry.dn,
    subject: identifier ? firstOf(entry, identifier).toLowerCase() : entry.dn.toLowerCase(),
    username: firstOf(entry, settings.user_field),
    name: settings.name_field === '' ? '' : firstOf(entry, settings.name_field),
    email: firstOf(entry, settings.email_field),
    principal: firstOf(entry, principalName),
    memberOf: entry.values.get('memberof') ?? [],
    primaryGroup: primaryGroupOf(entry),
  }
}

const placeholder = '%(user)s'

const inParentheses = (filter: string): string => (filter.startsWith('(') ? filter : `(${filter})`)

/** Returns the filter that finds the person who typed a name. */
function personFilter({ search_filter, user_field }: DirectorySettings, username: string): string {
  const escaped = escapeFilter(username)
  const filter = inParentheses(search_filter)
  if (filter.includes(placeholder)) return filter.replaceAll(placeholder, () => escaped)
  return `(&${filter}(${user_field}=${escaped}))`
}

/**
 * Finds the person who signs in with a name. More than one hit is nobody: it cannot be known whose password it is.
 *
 * @throws {DirectoryError}
 */
export async function findPerson(
  directory: Directory,
  settings: DirectorySettings,
  username: string,
): Promise<FoundPerson> {
  const filter = personFilter(settings, username)
  const found: DirectoryEntry[] = []
  const search = { base: settings.base_dn, filter, attributes: attributesOf(settings), most: 2 }
  for await (const entries of directory.search(search)) found.push(...entries)
  const [entry, another] = found
  if (!entry) return { hits: 0, filter }
  if (another) return { hits: 2, filter }
  const person = personOf(entry, settings)
  return person.username === '' ? { noUsername: entry.dn } : { person }
}

/**
 * Yields everyone whom the filter finds, page by page, without accounts that are switched off or have ended, and
 * entries without a user name.
 *
 * @throws {DirectoryError}
 */
export async function* listPeople(
  directory: Directory,
  settings: DirectorySettings,
): AsyncGenerator<DirectoryPerson[]> {
  const filter = inParentheses(settings.search_filter).replaceAll(placeholder, '*')
  for await (const entries of directory.search({
    base: settings.base_dn,
    filter,
    attributes: attributesOf(settings),
  })) {
    yield entries
      .filter((entry) => !hasEnded(entry))
      .map((entry) => personOf(entry, settings))
      .filter(({ username }) => username !== '')
  }
}

/** A group of which somebody is a member. */
interface Group {
  dn: string
  cn: string
}

/** Groups by the names that settings use: DN and common name, both without regard to case. */
export class Groups {
  readonly #names = new Set<string>()

  add({ dn, cn }: Group): void {
    this.#names.add(normalizeDn(dn))
    if (cn !== '') this.#names.add(cn.toLowerCase())
  }

  has(name: GroupName): boolean {
    return this.#names.has(name.includes('=') ? normalizeDn(name) : name.trim().toLowerCase())
  }

  get size(): number {
    return this.#names.size
  }
}

/** Returns a DN for comparison: without the spaces and case that mean nothing. */
const normalizeDn = (dn: string): string => dn.toLowerCase().replaceAll(/\s*([,=])\s*/g, '$1')

// Groups in groups: as deep as nobody nests on purpose, and as many as a person is in.
const deepest = 10
const groupsMost = 1000

const commonName = (dn: string): string => /^cn=((?:\\.|[^,\\])+)/i.exec(dn)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? ''

/**
 * Returns the groups that a person of Active Directory is in, also through other groups, upwards from what each entry
 * names: it finds entries by their names at once, and may go through the whole domain for those that name a member.
 *
 * @throws {DirectoryError}
 */
async function readNamedGroups(
  directory: Directory,
  settings: DirectorySettings,
  { memberOf, primaryGroup }: DirectoryPerson,
): Promise<Groups> {
  const groups = new Groups()
  const seen = new Set<string>()
  let conditions = [`(objectSid=${primaryGroup})`]
  const note = (dn: string): void => {
    const key = normalizeDn(dn)
    if (seen.has(key) || seen.size >= groupsMost) return
    seen.add(key)
    groups.add({ dn, cn: commonName(dn) })
    conditions.push(`(distinguishedName=${escapeFilter(dn)})`)
  }
  for (const dn of memberOf) note(dn)
  for (let depth = 0; depth < deepest && conditions.length > 0; depth++) {
    const asked = conditions
    conditions = []
    for (let at = 0; at < asked.length; at += 50) {
      const filter = `(|${asked.slice(at, at + 50).join('')})`
      const search = { base: settings.base_dn, filter, attributes: ['cn', 'memberOf'] }
      for await (const entries of directory.search(search)) {
        for (const entry of entries) {
          // the primary group, which nothing has named
          seen.add(normalizeDn(entry.dn))
          groups.add({ dn: entry.dn, cn: firstOf(entry, 'cn') })
          for (const dn of entry.values.get('memberof') ?? []) note(dn)
        }
      }
    }
  }
  return groups
}

/**
 * Returns the groups that a person is in, also through other groups: those that the entry names, and those that name it
 * (`member`, `uniqueMember`, `memberUid`). In Active Directory the primary group is one of them.
 *
 * @throws {DirectoryError}
 */
export async function readGroups(
  directory: Directory,
  settings: DirectorySettings,
  person: DirectoryPerson,
): Promise<Groups> {
  if (person.primaryGroup !== '') return readNamedGroups(directory, settings, person)
  const groups = new Groups()
  const seen = new Set<string>()
  let next: { dn: string; uid?: string }[] = [{ dn: person.dn, uid: person.username }]
  const note = (dn: string, cn: string): void => {
    const key = normalizeDn(dn)
    if (seen.has(key) || seen.size >= groupsMost) return
    seen.add(key)
    groups.add({ dn, cn })
    next.push({ dn })
  }
  for (const dn of person.memberOf) note(dn, commonName(dn))
  for (let depth = 0; depth < deepest && next.length > 0; depth++) {
    const members = next
    next = []
    for (let at = 0; at < members.length; at += 50) {
      const conditions = members.slice(at, at + 50).map(({ dn, uid }) => {
        const escaped = escapeFilter(dn)
        const byName = uid === undefined ? '' : `(memberUid=${escapeFilter(uid)})`
        return `(member=${escaped})(uniqueMember=${escaped})${byName}`
      })
      const search = { base: settings.base_dn, filter: `(|${conditions.join('')})`, attributes: ['cn'] }
      for await (const entries of directory.search(search))
        for (const entry of entries) note(entry.dn, firstOf(entry, 'cn'))
    }
  }
  return groups
}

/** Returns whether the settings ask for groups at all. */
export const usesGroups = ({ member_group, admin_group, team_groups }: DirectorySettings): boolean =>
  member_group !== '' || admin_group !== '' || team_groups.length > 0

/** What the groups of a person mean here. */
export interface DirectoryRights {
  /** Whether the person may sign in. */
  isMember: boolean
  /** Undefined when the directory does not decide it. */
  isAdministrator: boolean | undefined
  /** The names of the teams that the directory decides, and whether the person is in each. */
  teams: ReadonlyMap<string, boolean>
}

/** Returns what groups mean by the settings. */
export function rightsOf(settings: DirectorySettings, groups: Groups): DirectoryRights {
  const { member_group, admin_group, team_groups } = settings
  const teams = new Map<string, boolean>()
  for (const { group, team } of team_groups) teams.set(team, teams.get(team) === true || groups.has(group))
  return {
    isMember: member_group === '' || groups.has(member_group) || (admin_group !== '' && groups.has(admin_group)),
    isAdministrator: admin_group === '' ? undefined : groups.has(admin_group),
    teams,
  }
}

/** All groups of a directory, for asking about thousands of people. */
export class GroupGraph {
  /** The groups that name a member, by its DN. */
  readonly #byMember = new Map<string, Group[]>()
  readonly #byUid = new Map<string, Group[]>()
  readonly #bySid = new Map<string, Group[]>()

  /** @throws {DirectoryError} */
  static async read(directory: Directory, settings: DirectorySettings): Promise<GroupGraph> {
    const graph = new GroupGraph()
    const search = {
      base: settings.base_dn,
      filter: '(|(objectClass=group)(member=*)(uniqueMember=*)(memberUid=*))',
      attributes: ['cn', 'member', 'uniqueMember', 'memberUid', 'memberOf', 'objectSid'],
    }
    for await (const entries of directory.search(search)) for (const entry of entries) graph.#add(entry)
    return graph
  }

  #add(entry: DirectoryEntry): void {
    const group = { dn: entry.dn, cn: firstOf(entry, 'cn') }
    const of = (name: string) => entry.values.get(name) ?? []
    for (const member of [...of('member'), ...of('uniquemember')]) note(this.#byMember, normalizeDn(member), group)
    const sid = sidText(firstOf(entry, 'objectSid'))
    if (sid !== '') note(this.#bySid, sid, group)
    for (const uid of of('memberuid')) note(this.#byUid, uid.toLowerCase(), group)
    for (const dn of of('memberof')) note(this.#byMember, normalizeDn(entry.dn), { dn, cn: commonName(dn) })
  }

  /** Returns the groups that a person is in, also through other groups. */
  groupsOf(person: DirectoryPerson): Groups {
    const groups = new Groups()
    const seen = new Set<string>()
    const next: Group[] = [
      ...person.memberOf.map((dn) => ({ dn, cn: commonName(dn) })),
      ...(this.#byMember.get(normalizeDn(person.dn)) ?? []),
      ...(this.#byUid.get(person.username.toLowerCase()) ?? []),
      ...(this.#bySid.get(person.primaryGroup) ?? []),
    ]
    for (let group = next.pop(); group !== undefined; group = next.pop()) {
      const key = normalizeDn(group.dn)
      if (seen.has(key)) continue
      seen.add(key)
      groups.add(group)
      next.push(...(this.#byMember.get(key) ?? []))
    }
    return groups
  }
}

function note(map: Map<string, Group[]>, key: string, group: Group): void {
  const known = map.get(key)
  if (known) known.push(group)
  else map.set(key, [group])
}
