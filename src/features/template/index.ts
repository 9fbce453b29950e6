export { template } from './handlers.ts'
