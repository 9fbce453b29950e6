import { parseRole, type Role } from './role.ts'

/** One way in which somebody is in an item. */
export interface GrantPath {
  /** `open`: anybody may read the item; `team`: through the team `team_name`. */
  kind: 'owner' | 'member' | 'team' | 'open'
  role: Role
  /** The first-level catalogs it is limited to; none for the whole item. */
  limit: readonly number[]
  team_id?: string
  team_name?: string
}

/** What the ways add up to. */
export interface EffectiveAccess {
  role: Role
  /** The first-level catalogs that are open; undefined for the whole item. */
  limit: ReadonlySet<number> | undefined
  /** Those that decide: of the largest role. The others change nothing. */
  deciding: readonly GrantPath[]
}

/**
 * What somebody may do with an item, by the rule of the server: the largest role wins, and it is limited only when every way
 * that gives it is. That anybody may read an open item counts only for those who are nothing in it. Undefined: not even read.
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

/** The ways that open what lies in the first-level catalog `cat_id`, 0 for what lies in none. */
export const grantPaths = (sight: EffectiveAccess, cat_id: number): GrantPath[] =>
  sight.deciding.filter((way) => sight.role === '2' || way.limit.length === 0 || way.limit.includes(cat_id))

/** What somebody may do with what lies in the first-level catalog `cat_id`, 0 for what lies in none. */
export function getAccessLevel(sight: EffectiveAccess | undefined, cat_id: number): 'none' | 'read' | 'edit' {
  if (!sight || (sight.limit && !sight.limit.has(cat_id))) return 'none'
  return sight.role === '0' ? 'read' : 'edit'
}

/** Somebody whose view can be asked for. */
export interface Viewer {
  username: string
  name: string
  ways: GrantPath[]
}

/** What the answers about an item say of who is in it. */
export interface ItemMembership {
  owner: { username: string; name: string }
  /** Anybody may read it. */
  isOpen: boolean
  members: readonly { username: string; name: string; member_group_id: string; cat_ids: string }[]
  teams: readonly {
    team_id: string
    team_name: string
    people: readonly { member_username: string; name: string; member_group_id: string; cat_ids: readonly number[] }[]
  }[]
}

/** Everybody in an item with all their ways in: the owner, then the members, then those of teams; each once. */
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
