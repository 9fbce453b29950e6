export {
  deleteGroupAtom,
  freshenItemsAtom,
  groupsAtom,
  itemsChangedAtom,
  itemsKey,
  knownItemsAtom,
  type LoadedItems,
  putInGroupAtom,
  reloadGroupsAtom,
  reloadItemsAtom,
  saveGroupAtom,
  sortGroupsAtom,
  starAtom,
  starChangesAtom,
} from './atoms.ts'
export { type Group, type Item, idsOfGroup, itemPath } from './item.ts'
export { TypeIcon, typeKey } from './type-icon.tsx'
export { useItems } from './use-items.ts'
