import type { contract } from '#shared/contract/index.ts'
import { isItemManager, requireItem, type Visitor } from '#src/access/permissions.ts'
import { requireTeam } from '#src/access/team-access.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { actorOf } from '#src/features/audit/index.ts'
import { listCatalogs } from '#src/features/catalog/index.ts'
import { shownLimit } from '#src/features/member/index.ts'
import { requireOwnPassword } from '#src/features/user/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { bindItems, saveTeamItemMember, unbindItem } from './items.ts'
import {
  findTeamItem,
  findTeamItemMember,
  findTeamMember,
  isBound,
  listItemsOfTeam,
  listTeamItemMembers,
  listTeamMembers,
  listTeamsOf,
  listTeamsOfItem,
} from './queries.ts'
import { addTeamMembers, exitTeam, removeTeam, removeTeamMember, saveTeam, transferTeam } from './service.ts'

/** Implements the calls for teams. */
export const team: Handlers<typeof contract.team> = {
  async getList({ app, user }) {
    const rows = await listTeamsOf(app.db, user.uid)
    return rows.map(({ team_member_group_id, memberCount, itemCount, ...row }) => ({
      ...row,
      memberCount: memberCount ?? 0,
      itemCount: itemCount ?? 0,
      team_manage: row.uid === user.uid || team_member_group_id === 2 || user.groupid === 1 ? 1 : 0,
    }))
  },

  save: ({ app, user, input, request, targets: { team } }) =>
    saveTeam(app, team, actorOf(user, request), input.team_name),

  async delete({ app, team, user, input, request }) {
    if (input.password !== undefined) await requireOwnPassword(app, request.ip, user, input.password)
    await removeTeam(app, team, actorOf(user, request))
    request.log.info({ uid: user.uid, team_id: team.id }, 'team deleted')
    return { success: true }
  },

  async attorn({ app, team, user, input, request }) {
    await transferTeam(app, request.ip, team, user, input)
    request.log.info({ uid: user.uid, team_id: team.id, to: input.username }, 'team handed on')
    return []
  },

  async exitTeam({ app, team, user, request }) {
    await exitTeam(app, team, actorOf(user, request))
    return []
  },
}

/** Implements the calls for members of teams. */
export const teamMember: Handlers<typeof contract.teamMember> = {
  getList: ({ app, team }) => listTeamMembers(app.db, team.id),

  save: ({ app, team, user, input, request }) =>
    addTeamMembers(app, team, actorOf(user, request), input.member_username, input.team_member_group_id),

  async delete({ app, user, input, request }) {
    // A membership that does not exist returns the same error as one in another person's team.
    const row = (await findTeamMember(app.db, input.id)) ?? fail('teamGone')
    await requireTeam(app, request.visitor, row.team_id, 'manage')
    await removeTeamMember(app, row.team_id, row.member_uid, actorOf(user, request))
    return { success: true }
  },
}

/** Implements the calls for items bound to teams. */
export const teamItem: Handlers<typeof contract.teamItem> = {
  getList: ({ app, item }) => listTeamsOfItem(app.db, item.item_id),

  getListByTeam: ({ app, team }) => listItemsOfTeam(app.db, team.id),

  save: async ({ app, team, user, input, request, targets }) => ({
    id: await bindItems(app, team, targets.items, actorOf(user, request), input.member_group_id),
  }),

  async delete({ app, user, input, request }) {
    const link = await findTeamItem(app.db, input.id)
    if (input.item_id) {
      await requireItem(app, request.visitor, input.item_id, 'manage')
      if (link?.item_id !== input.item_id) fail('teamItemGone')
    } else {
      await requireTeam(app, request.visitor, link?.team_id ?? fail('teamGone'), 'manage')
    }
    await unbindItem(app, input.id, actorOf(user, request))
    return { success: true }
  },
}

/** Requires a person who manages the team or, if the two are bound, the item. @throws {AppError} teamGone, noRight */
async function requireTeamOrItem(
  app: App,
  visitor: Visitor,
  link: { team_id: number; item_id: number },
): Promise<void> {
  const { team_id, item_id } = link
  if ((await isBound(app.db, team_id, item_id)) && (await isItemManager(app, visitor, item_id))) return
  await requireTeam(app, visitor, team_id, 'manage')
}

/** Implements the calls for what the members of a team may do with its items. */
export const teamItemMember: Handlers<typeof contract.teamItemMember> = {
  async getList({ app, input, request }) {
    await requireTeamOrItem(app, request.visitor, input)
    if (!(await isBound(app.db, input.team_id, input.item_id))) fail('teamItemGone')
    const [rows, catalogs] = await Promise.all([
      listTeamItemMembers(app.db, input.team_id, input.item_id),
      listCatalogs(app.db, input.item_id),
    ])
    return rows.map((row) => {
      const { cat_id, ids, cat_name } = shownLimit(row.cat_ids, catalogs, request.lang)
      return { ...row, cat_id, cat_ids: ids, cat_name }
    })
  },

  async save({ app, user, input, request }) {
    const row = (await findTeamItemMember(app.db, input.id)) ?? fail('teamGone')
    await requireTeamOrItem(app, request.visitor, row)
    const { id, ...wanted } = input
    // Existing clients get an empty list if nothing was requested. Source: reference, api-facts 16.4.
    if (Object.values(wanted).every((value) => value === undefined)) return []
    // A manager of a team may let its members read and write. Only an item's own managers appoint its managers, one by
    // one, or by binding a team with that role: then they mean everyone in it, including those who join later.
    if (input.member_group_id === 2) await requireItem(app, request.visitor, row.item_id, 'manage')
    await saveTeamItemMember(app, id, actorOf(user, request), wanted)
    return { success: true }
  },
}
