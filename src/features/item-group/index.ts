export { itemGroup } from './handlers.ts'
export { groupsOfItem, itemsInGroup, setGroupsOfItem } from './service.ts'
