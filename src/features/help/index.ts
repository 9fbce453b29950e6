export { help } from './handlers.ts'
export { buildOpenApi } from './open-api.ts'
export { apiReference } from './reference.ts'
