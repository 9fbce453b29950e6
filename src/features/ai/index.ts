export { ai } from './handlers.ts'
