export { item } from './handlers.ts'
export { findItemKey, findReaderSettings, removeEndedGrants, upsertStar } from './queries.ts'
export { insertNewItem, setItemOwner } from './service.ts'
export { storedPassword, typedHash, typedPassword, type VisibilityChoice } from './visibility.ts'
