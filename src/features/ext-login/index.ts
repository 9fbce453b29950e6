export { ExtLogin } from './handlers.ts'
