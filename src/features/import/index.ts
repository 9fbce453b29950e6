export { imports } from './handlers.ts'
export { cleanContent, cleanTitle } from './text.ts'
export { importLimits } from './limits.ts'
export { checkImport, startImport } from './service.ts'
