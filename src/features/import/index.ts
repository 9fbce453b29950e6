export { imports } from './handlers.ts'
export { importLimits } from './limits.ts'
export { checkImport, startImport } from './service.ts'
