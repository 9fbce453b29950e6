export { exports } from './handlers.ts'
