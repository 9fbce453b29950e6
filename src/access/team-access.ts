import type { TeamRight } from '#shared/contract/endpoint.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { User } from './caller.ts'
import type { Visitor } from './permissions.ts'
import { findTeam, type TeamRow } from './queries.ts'

const rank: Record<TeamRight, number> = { view: 1, manage: 2, own: 3 }

/**
 * Returns the permission of `user` in a team; undefined when they may not even see it. Source: reference, api-facts
 * 4.3.
 */
function teamRight(user: User, team: TeamRow): TeamRight | undefined {
  if (team.uid === user.uid) return 'own'
  if (team.team_member_group_id === 2 || user.groupid === 1) return 'manage'
  return team.team_member_group_id === null ? undefined : 'view'
}

/**
 * Checks `right` in the team `team_id` and returns the proof.
 *
 * @throws {AppError} teamGone for a team that the caller may not see or that does not exist; noRight; notLoggedIn
 */
export async function requireTeam<R extends TeamRight>(
  app: App,
  visitor: Visitor,
  team_id: number,
  right: R,
): Promise<TeamAccess<R>> {
  const user = visitor.user ?? fail('notLoggedIn')
  const team = (await findTeam(app.db, { team_id, uid: user.uid })) ?? fail('teamGone')
  const found = teamRight(user, team) ?? fail('teamGone')
  if (rank[found] < rank[right]) fail('noRight')
  const { id, team_name, uid } = team
  return { id, team_name, uid, right: found } as TeamAccess<R>
}

declare const may: unique symbol

interface Proofs {
  view: { readonly [may]: { view: true } }
  manage: { readonly [may]: { view: true; manage: true } }
  own: { readonly [may]: { view: true; manage: true; own: true } }
}

interface Facts {
  id: number
  team_name: string
  /** The team's creator. */
  uid: number
  readonly right: TeamRight
}

/**
 * The proof that the caller has permission `R` in a team, created only in `src/access/`. A higher permission is
 * accepted for a lower one.
 */
export type TeamAccess<R extends TeamRight = 'view'> = Facts & Proofs[R]
