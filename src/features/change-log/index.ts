export { type Change, insertChange } from './queries.ts'
