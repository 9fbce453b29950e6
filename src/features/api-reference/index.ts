export { apiReference } from './handlers.ts'
