import { filterList } from '#web/ui/list-filter.ts'
import type { Member, TeamPerson } from './atoms.ts'
import { parseIds, parseRole, type Role } from './role.ts'

/** What somebody has in an item, on their own or through a team. */
export interface Grant {
  key: string
  uid: string
  username: string
  /** Their own name; may be empty. */
  name: string
  role: Role
  /** The first-level catalogs they are limited to; none for the whole item. */
  limit: readonly number[]
  addtime: string
}

/** What a person has as a member. */
export const memberGrant = (member: Member): Grant => ({
  key: member.item_member_id,
  uid: member.uid,
  username: member.username,
  name: member.name,
  role: parseRole(member.member_group_id),
  limit: parseIds(member.cat_ids),
  addtime: member.addtime,
})

/** What a person has through a team. */
export const teamPersonGrant = (person: TeamPerson): Grant => ({
  key: person.id,
  uid: person.member_uid,
  username: person.member_username,
  name: person.name,
  role: parseRole(person.member_group_id),
  limit: person.cat_ids,
  addtime: person.addtime,
})

/** The grants of people whose name or username holds what is typed. */
export const filterGrants = (grants: readonly Grant[], typed: string): Grant[] =>
  filterList(grants, typed, ({ username, name }) => `${username} ${name}`)
