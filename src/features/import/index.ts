export { imports } from './handlers.ts'
