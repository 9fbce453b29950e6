export {
  cachedItemsAtom,
  deleteGroupAtom,
  groupsAtom,
  itemListAtom,
  itemsChangedAtom,
  itemsKey,
  putInGroupAtom,
  refetchIfStaleAtom,
  reloadGroupsAtom,
  reloadItemsAtom,
  saveGroupAtom,
  sortGroupsAtom,
  starAtom,
} from './atoms.ts'
export { type Group, groupItemIds, type Item, itemPath } from './item.ts'
export { TypeIcon, typeIcons } from './type-icon.tsx'
