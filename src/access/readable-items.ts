import type { Db } from '#src/db/database.ts'
import type { User } from './caller.ts'
import { combineMemberships, subtree } from './permissions.ts'
import { listAccessibleItems } from './queries.ts'

/** An item that a user may read as its owner or a member, with the catalogs they may read. */
export interface ReadableItem {
  item_id: number
  item_name: string
  item_description: string
  item_domain: string
  item_type: number
  is_archived: number
  /** The catalogs (with all their descendants) that the user is limited to; undefined for the whole item. */
  catalogs: ReadonlySet<number> | undefined
}

/** Lists the undeleted items that a user owns or is a member of, directly or through a team, newest first. */
export async function listReadableItems(db: Db, user: Pick<User, 'uid' | 'groupid'>): Promise<ReadableItem[]> {
  const rows = Map.groupBy(await listAccessibleItems(db, user), (row) => row.item_id)
  const items: ReadableItem[] = []
  for (const memberships of rows.values()) {
    const [first] = memberships
    if (!first) continue
    const { uid, member_group_id: _, cat_ids: __, ...item } = first
    const isWhole = uid === user.uid || user.groupid === 1
    const limit = isWhole ? undefined : combineMemberships(memberships)?.limit
    items.push({ ...item, catalogs: limit && (await subtree(db, item.item_id, limit)) })
  }
  return items
}
