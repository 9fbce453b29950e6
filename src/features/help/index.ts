export { help } from './handlers.ts'
export { buildOpenApi } from './openapi.ts'
export { apiReference } from './reference.ts'
