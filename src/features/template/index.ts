export { template } from './handlers.ts'
export { shareImportedTemplates } from './service.ts'
