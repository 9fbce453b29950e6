export { type Change, countChangesByDay, insertChange } from './queries.ts'
export { changesFor } from './readable-changes.ts'
