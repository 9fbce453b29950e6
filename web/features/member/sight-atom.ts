import type { Visibility } from '#contract/visibility.ts'
import { type TreeNode, treeOf } from '#web/features/tree/index.tsx'
import { api } from '#web/lib/api.ts'
import { type ToldAtom, toldAtom } from '#web/lib/told.ts'
import { type Viewer, viewersOf } from './sight.ts'

/** Everybody in an item with their ways in, and what there is to see. */
export interface Sights {
  viewers: readonly Viewer[]
  visibility: Visibility
  tree: readonly TreeNode[]
}

async function readSights(item_id: string): Promise<Sights> {
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
  return { viewers: viewersOf({ owner, isOpen, members, teams }), visibility, tree: treeOf(info.menu) }
}

/** Who can see what in an item, read when it is looked at. */
export const sightsAtom = (item_id: string): ToldAtom<Sights> => toldAtom(() => readSights(item_id))
