export { help } from './handlers.ts'
export { openApi } from './open-api.ts'
export { apiReference } from './reference.ts'
