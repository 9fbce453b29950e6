import type { Visibility } from '#shared/contract/visibility.ts'
import { buildTree, type TreeNode } from '#web/features/tree/view/index.tsx'
import { api } from '#web/lib/api.ts'
import { type QueryAtom, queryAtom } from '#web/lib/query-atom.ts'
import { listViewers, type Viewer } from './access-overview.ts'

/** Everyone in an item with their grants, and the tree of the item. */
export interface AccessOverview {
  viewers: readonly Viewer[]
  visibility: Visibility
  tree: readonly TreeNode[]
}

async function readSights(item_id: string): Promise<AccessOverview> {
  const [detail, members, bound, info] = await Promise.all([
    api.item.detail({ item_id }),
    api.member.getList({ item_id }),
    api.teamItem.getList({ item_id }),
    api.item.info({ item_id }),
  ])
  const teams = await Promise.all(
    bound.map(async ({ team_id, team_name }) => {
      return { team_id, team_name, people: await api.teamItemMember.getList({ team_id, item_id }) }
    }),
  )
  const { visibility } = detail
  const isOpen = visibility === 'public'
  const owner = { username: detail.username, name: detail.owner_name }
  return { viewers: listViewers({ owner, isOpen, members, teams }), visibility, tree: buildTree(info.menu) }
}

/** Who can access what in an item; loaded when it is first shown. */
export const accessOverviewAtom = (item_id: string): QueryAtom<AccessOverview> => queryAtom(() => readSights(item_id))
