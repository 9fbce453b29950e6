import { useEffect, useMemo } from 'react'
import { getItemType } from '#shared/item-types.ts'
import { type ItemInfo, itemsAtom } from '#web/features/item/opened-items/index.ts'
import { buildTree, onTreeChanged, type TreeNode } from '#web/features/item/tree/index.ts'
import { type QueryResult, useCachedQuery } from '#web/lib/query.ts'

/** The tree of an item, loaded when it is not yet. */
interface ItemTree {
  result: QueryResult<ItemInfo> | undefined
  refetch: () => void
  info: ItemInfo | undefined
  nodes: readonly TreeNode[]
}

/** Reports whether this user may arrange the catalogs of an item. */
export const isArrangeable = ({ item_type, is_archived, item_edit }: ItemInfo): boolean =>
  getItemType(item_type).hasFolders && is_archived !== '1' && item_edit

/** Returns the current tree of an item. */
export function useItemTree(item_id: string): ItemTree {
  const [answer, ask] = useCachedQuery(itemsAtom, item_id)
  const info = answer && 'value' in answer ? answer.value : undefined
  const nodes = useMemo(() => (info ? buildTree(info.menu) : []), [info])
  useEffect(() => onTreeChanged((changed) => changed === item_id && void ask(0)), [item_id, ask])
  return { result: answer, refetch: () => void ask('again'), info, nodes }
}
