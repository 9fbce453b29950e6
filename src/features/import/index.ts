export { imports } from './handlers.ts'
export { importLimits } from './limits.ts'
export { checkImport, startImport } from './service.ts'
export { cleanContent, cleanTitle } from './text.ts'
