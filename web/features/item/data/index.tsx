export {
  cachedItemsAtom,
  deleteGroupAtom,
  groupsAtom,
  itemsChangedAtom,
  itemsKey,
  type LoadedItems,
  putInGroupAtom,
  refetchIfStaleAtom,
  reloadGroupsAtom,
  reloadItemsAtom,
  saveGroupAtom,
  sortGroupsAtom,
  starAtom,
  starChangesAtom,
} from './atoms.ts'
export { type Group, groupItemIds, type Item, itemPath } from './item.ts'
export { TypeIcon, typeIcons } from './type-icon.tsx'
export { useItems } from './use-items.ts'
