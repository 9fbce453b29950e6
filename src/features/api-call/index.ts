export { apiCall } from './handlers.ts'
