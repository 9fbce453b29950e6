import type { User } from '#src/access/caller.ts'
import type { TeamAccess } from '#src/access/team-access.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { removeMemberOfItems } from '#src/features/member/index.ts'
import { findUserByName, requireOwnPassword, usernameKey } from '#src/features/user/index.ts'
import { logTeam } from './items.ts'
import { findWholeTeam, listItemsOfTeam, moveItemsOfTeam, removeTeamRow, updateTeam } from './queries.ts'

/** Deletes a team; its members lose the access they had through it. @throws {AppError} teamGone */
export async function removeTeam(app: App, team: TeamAccess<'own'>, user: User): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    // Checking the password takes time: the team may have changed hands.
    if ((await findWholeTeam(tx, team.id))?.uid !== user.uid) fail('teamGone')
    for (const { item_id } of await listItemsOfTeam(tx, team.id)) await logTeam(tx, item_id, user, 'unbound', team, now)
    await removeTeamRow(tx, team.id)
  })
}

/**
 * Transfers a team to another person, with the items bound to it that its creator owns. Items of other people stay
 * theirs.
 *
 * @throws {AppError} passwordWrong, tooManyTries; userNotFound; userDisabled; teamReceiverIsOwner; teamGone
 */
export async function transferTeam(
  app: App,
  ip: string,
  team: TeamAccess<'own'>,
  owner: User,
  input: { username: string; password: string },
): Promise<void> {
  await requireOwnPassword(app, ip, owner, input.password)
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const receiver = (await findUserByName(tx, usernameKey(input.username))) ?? fail('userNotFound')
    if (receiver.is_disabled) fail('userDisabled')
    if (receiver.uid === owner.uid) fail('teamReceiverIsOwner')
    // Checking the password takes time: the team may belong to another person by now.
    if ((await findWholeTeam(tx, team.id))?.uid !== owner.uid) fail('teamGone')
    await updateTeam(tx, team.id, { uid: receiver.uid, last_update_time: now })
    const moved = await moveItemsOfTeam(tx, team.id, owner.uid, receiver.uid)
    // An owner is not a member of their own item.
    await removeMemberOfItems(tx, receiver.uid, moved)
  })
}
