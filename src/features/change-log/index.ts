export { countChangesByDay, insertChange } from './queries.ts'
export { changesFor } from './readable-changes.ts'
