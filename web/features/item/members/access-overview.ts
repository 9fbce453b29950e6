import { parseRole, type Role } from './role.ts'

/** One way in which a person has access to an item. */
export interface GrantPath {
  /** `open`: anyone may read the item; `team`: through the team `team_name`. */
  kind: 'owner' | 'member' | 'team' | 'open'
  role: Role
  /** The first-level catalogs it is limited to; empty for the whole item. */
  limit: readonly number[]
  team_id?: string
  team_name?: string
}

/** The combined result of all grants. */
export interface EffectiveAccess {
  role: Role
  /** The accessible first-level catalogs; undefined for the whole item. */
  limit: ReadonlySet<number> | undefined
  /** The grants that decide: those with the highest role. The others have no effect. */
  deciding: readonly GrantPath[]
}

/**
 * Returns a person's access to an item, by the server's rule: the highest role wins, and it is limited only when every
 * grant of that role is. That anyone may read an open item only counts for people without any other grant. Undefined:
 * no access, not even to read.
 */
export function getEffectiveAccess(ways: readonly GrantPath[]): EffectiveAccess | undefined {
  const owner = ways.find((way) => way.kind === 'owner')
  if (owner) return { role: '2', limit: undefined, deciding: [owner] }
  const own = ways.filter((way) => way.kind !== 'open')
  const counted = own.length > 0 ? own : ways
  if (counted.length === 0) return undefined
  const role = parseRole(Math.max(...counted.map((way) => Number(way.role))))
  const deciding = counted.filter((way) => way.role === role)
  const isWhole = role === '2' || deciding.some((way) => way.limit.length === 0)
  return { role, limit: isWhole ? undefined : new Set(deciding.flatMap((way) => way.limit)), deciding }
}

/** Returns the grants that open the first-level catalog `cat_id`; 0 for parts outside of all catalogs. */
export const grantPaths = (access: EffectiveAccess, cat_id: number): GrantPath[] =>
  access.deciding.filter((way) => access.role === '2' || way.limit.length === 0 || way.limit.includes(cat_id))

/** Returns the access level in the first-level catalog `cat_id`; 0 for parts outside of all catalogs. */
export function getAccessLevel(effectiveAccess: EffectiveAccess | undefined, cat_id: number): 'none' | 'read' | 'edit' {
  if (!effectiveAccess || (effectiveAccess.limit && !effectiveAccess.limit.has(cat_id))) return 'none'
  return effectiveAccess.role === '0' ? 'read' : 'edit'
}

/** A person whose access can be shown. */
export interface Viewer {
  username: string
  name: string
  ways: GrantPath[]
}

/** The server's data about who is in an item. */
interface ItemMembership {
  owner: { username: string; name: string }
  /** Whether anyone may read it. */
  isOpen: boolean
  members: readonly { username: string; name: string; member_group_id: string; cat_ids: string }[]
  teams: readonly {
    team_id: string
    team_name: string
    people: readonly { member_username: string; name: string; member_group_id: string; cat_ids: readonly number[] }[]
  }[]
}

/**
 * Lists everyone in an item with all their grants: the owner, then the members, then the people of teams; each once.
 */
export function listViewers({ owner, isOpen, members, teams }: ItemMembership): Viewer[] {
  const viewers = new Map<string, Viewer>()
  const add = (username: string, name: string, way: GrantPath) => {
    const viewer = viewers.get(username) ?? { username, name, ways: [] }
    viewer.ways.push(way)
    viewers.set(username, viewer)
  }
  add(owner.username, owner.name, { kind: 'owner', role: '2', limit: [] })
  for (const { username, name, member_group_id, cat_ids } of members) {
    const limit = cat_ids.split(',').map(Number).filter(Boolean)
    add(username, name, { kind: 'member', role: parseRole(member_group_id), limit })
  }
  for (const { team_id, team_name, people } of teams) {
    for (const { member_username, name, member_group_id, cat_ids } of people)
      add(member_username, name, { kind: 'team', team_id, team_name, role: parseRole(member_group_id), limit: cat_ids })
  }
  if (isOpen) for (const viewer of viewers.values()) viewer.ways.push({ kind: 'open', role: '0', limit: [] })
  return [...viewers.values()]
}
