export { item } from './handlers.ts'
export { menuFor } from './menu.ts'
export { removeEndedGrants, updateItem } from './queries.ts'
export { insertNewItem, type NewItem } from './service.ts'
