import { useSetAtom } from 'jotai'
import {
  deleteGroupAtom,
  type Group,
  groupItemIds,
  reloadGroupsAtom,
  saveGroupAtom,
  sortGroupsAtom,
} from '#web/features/item/data/index.tsx'
import { getRequestId } from '#web/lib/api.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { toast } from '#web/ui/toast.ts'

/** The actions on groups; each reports a failure and returns whether it succeeded. */
export interface GroupActions {
  add: (group_name: string) => Promise<boolean>
  rename: (group: Group, group_name: string) => Promise<boolean>
  fill: (group: Group, item_ids: readonly string[]) => Promise<boolean>
  remove: (group: Group) => Promise<boolean>
  /** Creates a deleted group again, with its items. */
  restore: (group: Group) => Promise<boolean>
  sort: (ids: readonly string[]) => Promise<boolean>
}

/** Returns the actions of the groups dialog. */
export function useGroupActions(): GroupActions {
  const save = useSetAtom(saveGroupAtom)
  const removeGroup = useSetAtom(deleteGroupAtom)
  const sortGroups = useSetAtom(sortGroupsAtom)
  const reload = useSetAtom(reloadGroupsAtom)
  const told = async (deed: Promise<unknown>): Promise<boolean> => {
    try {
      await deed
      return true
    } catch (error) {
      toast.error(errorText(error), { requestId: getRequestId(error) })
      reload()
      return false
    }
  }
  return {
    add: (group_name) => told(save({ id: '0', group_name })),
    rename: ({ id }, group_name) => told(save({ id, group_name })),
    fill: ({ id, group_name }, item_ids) => told(save({ id, group_name, item_ids })),
    sort: (ids) => told(sortGroups(ids)),
    remove: ({ id }) => told(removeGroup(id)),
    restore: (group) => told(save({ id: '0', group_name: group.group_name, item_ids: groupItemIds(group) })),
  }
}
