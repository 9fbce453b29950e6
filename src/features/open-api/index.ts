export { fromComments, open } from './handlers.ts'
