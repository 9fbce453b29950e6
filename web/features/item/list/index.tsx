export { ItemList } from './item-list.tsx'
export { beginGettingStarted } from './view-atoms.ts'
