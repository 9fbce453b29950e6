export { scriptCron } from './handlers.ts'
