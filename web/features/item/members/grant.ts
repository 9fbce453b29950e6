import { filterList } from '#web/ui/list-filter.ts'
import type { Member, TeamPerson } from './atoms.ts'
import { parseIds, parseRole, type Role } from './role.ts'

/** A person's role in an item, directly or through a team. */
export interface Grant {
  key: string
  uid: string
  username: string
  /** Their display name; may be empty. */
  name: string
  role: Role
  /** The first-level catalogs they are limited to; empty for the whole item. */
  limit: readonly number[]
  addtime: string
}

/** Returns the grant of a member. */
export const memberGrant = (member: Member): Grant => ({
  key: member.item_member_id,
  uid: member.uid,
  username: member.username,
  name: member.name,
  role: parseRole(member.member_group_id),
  limit: parseIds(member.cat_ids),
  addtime: member.addtime,
})

/** Returns the grant of a person in a team. */
export const teamPersonGrant = (person: TeamPerson): Grant => ({
  key: person.id,
  uid: person.member_uid,
  username: person.member_username,
  name: person.name,
  role: parseRole(person.member_group_id),
  limit: person.cat_ids,
  addtime: person.addtime,
})

/** Filters grants by people whose name or username contains a text. */
export const filterGrants = (grants: readonly Grant[], typed: string): Grant[] =>
  filterList(grants, typed, ({ username, name }) => `${username} ${name}`)
