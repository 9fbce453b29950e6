export { apiCall } from './handlers.ts'
export { copyEnvironments } from './queries.ts'
