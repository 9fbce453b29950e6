export { pageComment } from './handlers.ts'
