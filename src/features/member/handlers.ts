import type { contract } from '#shared/contract/index.ts'
import { fail } from '#src/core/errors.ts'
import { actorOf } from '#src/features/audit/index.ts'
import { listCatalogs } from '#src/features/catalog/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { roleName, shownLimit } from './limit.ts'
import { listEverybody, listMembers, listMembersOfMine } from './queries.ts'
import { removeMember, saveMembers } from './service.ts'

/** Returns the first row of each person. */
function oncePerPerson<R extends { uid: number }>(rows: R[]): R[] {
  const first = new Map<number, R>()
  for (const row of rows) if (!first.has(row.uid)) first.set(row.uid, row)
  return [...first.values()]
}

/** Implements the calls for members of items. */
export const member: Handlers<typeof contract.member> = {
  async getList({ app, item, request }) {
    const [members, catalogs] = await Promise.all([
      listMembers(app.db, item.item_id),
      listCatalogs(app.db, item.item_id),
    ])
    return members.map((row) => {
      const { cat_id, cat_name } = shownLimit(row.cat_ids, catalogs, request.lang)
      return { ...row, cat_id, cat_name, member_group: `${roleName(row.member_group_id, request.lang)}/${cat_name}` }
    })
  },

  save: ({ app, item, user, input, request }) => saveMembers(app, item, actorOf(user, request), input),

  async delete({ app, item, user, input, request }) {
    await removeMember(app, item, actorOf(user, request), input.item_member_id)
    return { success: true }
  },

  getMyAllList: async ({ app, user }) => oncePerPerson(await listMembersOfMine(app.db, user.uid)),

  async getAllList({ app, item }) {
    // A person who is limited to a catalog does not see who else is in the item. Source: security 2.
    if (item.catalogs) fail('noRight')
    return oncePerPerson(await listEverybody(app.db, item.item_id)).map(({ name, member_group_id, ...row }) => ({
      item_id: item.item_id,
      uid: row.uid,
      username: row.username,
      username_name: name === '' ? row.username : `${row.username}(${name})`,
      member_group_id: String(member_group_id),
    }))
  },
}
