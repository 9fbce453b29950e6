export { insertEnvironments } from './environments.ts'
export { apiCall } from './handlers.ts'
export { copyEnvironments } from './queries.ts'
