export { item } from './handlers.ts'
export { removeEndedGrants } from './queries.ts'
export { insertNewItem, type NewItem, transferItem } from './service.ts'
