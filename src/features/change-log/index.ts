export { type Change, insertChange } from './queries.ts'
export { changesFor } from './service.ts'
